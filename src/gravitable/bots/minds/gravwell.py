"""Gravwell for the bots: its levels, the versions of its search, and where it spends its time."""

from __future__ import annotations

from gravitable.bots.kernels.gravwell_knobs import BY_HAND, LEARNED
from gravitable.bots.minds import WEIGHTS, Mind
from gravitable.core.state import States
from gravitable.gravwell.data import N_ROUNDS

_EARLY, _LAST = 0.1, 4.5
"""How long to think before the last round, and in it: a fifth of the decisions fall there, so the mean is just below 1."""


def pace(masked: States) -> float:
    """Return that thinking counts in the last round: where ships are before it decides next to nothing."""
    if int(masked["players"][0]) == 1:
        return 1.0  # Solo ends at the gate, in any round
    return _LAST if int(masked["round_number"][0]) == N_ROUNDS else _EARLY


MIND = Mind(
    kernels="gravitable.bots.kernels.gravwell",
    levels=("glance:1", "glance:3", "greedy", "search:12", "search:220ms"),  # at most a second an answer
    knobs={1: BY_HAND, 2: LEARNED},
    network=WEIGHTS / "gravwell.npz",
    curious="exploration=1",
    pace=pace,
)
