"""Tables before and after play, the lobby and the chat."""
