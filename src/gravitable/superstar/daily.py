"""The daily challenge of Superstar: points count, and with equal points the lead over the best rival."""

from __future__ import annotations

from typing import Final

from gravitable.core.daily import Daily, Score
from gravitable.core.state import States
from gravitable.superstar.facts import facts_of


def score(states: States, seat: int) -> Score:
    """Return what a seat's game is worth."""
    points = facts_of(states).points.tolist()[: int(states["players"][0])]
    rivals = points[:seat] + points[seat + 1 :]
    return Score(points[seat], points[seat] - max(rivals))


DAILY: Final = Daily(bots=("level:4", "level:3"), score=score)
