"""Learning from our own games: ``games`` makes positions, ``fit`` learns from them, ``training`` does all of it."""
