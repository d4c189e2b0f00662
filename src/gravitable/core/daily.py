"""What a game declares about its daily challenge: who plays, and what counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gravitable.core.state import States


class Score(NamedTuple):
    """What a finished try is worth: more points are better; with equal points, the larger lead is."""

    points: int
    lead: int
    """The distance to the best of the others; negative when behind."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The daily challenge of a game: the same start for everybody, one person against bots."""

    bots: tuple[str, ...]
    """Who plays on the other seats; the person has the first. Bots with a budget in time are refused, since their
    choices would depend on the machine."""
    score: Callable[[States, int], Score]
    """Takes the last state of a game and a seat, and says what the try is worth."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """The number of players, the person included."""
        return 1 + len(self.bots)
