"""The daily challenge of Gravwell: points for how far you come, for a win, and for an early escape."""

from __future__ import annotations

from typing import Final

from gravitable.core.daily import Daily, Score
from gravitable.core.state import States
from gravitable.gravwell.data import GATE
from gravitable.gravwell.facts import facts_of

WIN: Final = 20
"""Points for winning, by the gate or by being ahead after the last round."""
PER_ROUND: Final = 10
"""Points for each round that is left over when the ship goes through the gate."""


def score(states: States, seat: int) -> Score:
    """Return what a seat's game is worth: the space it reached, and what it won."""
    state, facts = states[0], facts_of(states)
    places = state["position"][: int(state["players"])].tolist()
    rivals = places[:seat] + places[seat + 1 :]
    points = places[seat]
    if facts.winners >> seat & 1:
        points += WIN
    if places[seat] == GATE:
        points += PER_ROUND * (facts.rounds - int(state["round_number"]))
    return Score(points, places[seat] - max(rivals))


DAILY: Final = Daily(bots=("level:4", "level:3"), score=score)
