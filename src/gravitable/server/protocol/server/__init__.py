"""The messages that the server sends, one file each."""
