"""Answers that are given before the question is asked.

Some games interrupt a player with a small question whose answer is nearly always the same. A player may then leave a
standing wish ("let it happen unless ..."), and whoever runs the table asks the game which action follows from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gravitable.core.state import States


class Ahead(NamedTuple):
    """The standing wishes that a game understands."""

    wishes: tuple[str, ...]
    answer: Callable[[States, int, str], int | None]
    """Takes a state in which a seat has to choose and its wish; returns the action, or None when the wish is about
    another question. It may use nothing that the seat cannot see."""
