"""The two viewers that are not seats. A seat's number stands for what its player sees."""

from typing import Final

SPECTATOR: Final = -1
"""Sees only what is public."""

EVERYTHING: Final = -2
"""Sees all: the authority itself."""
