"""Gravwell: race out of a spiral where every ship drags at every other."""
