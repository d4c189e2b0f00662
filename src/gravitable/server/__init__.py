"""The server: play online with friends and bots."""
