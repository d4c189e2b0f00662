"""Viewers: a seat sees as its player does; these two are not seats."""

from typing import Final

SPECTATOR: Final = -1
"""Sees only what is public."""

EVERYTHING: Final = -2
"""Sees all: the authority itself."""
