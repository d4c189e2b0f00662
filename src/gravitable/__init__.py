"""Gravitable."""
