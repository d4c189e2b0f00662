"""The messages that clients send, one file each."""
