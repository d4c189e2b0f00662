"""Compiled code that makes positions to learn from."""
