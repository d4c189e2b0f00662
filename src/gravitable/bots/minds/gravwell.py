"""Gravwell for the bots: its levels, the versions of its search, and where it spends its time."""

from __future__ import annotations

from gravitable.bots.kernels.gravwell_knobs import BY_HAND, LEARNED
from gravitable.bots.minds import STEADY, WEIGHTS, Mind, Pace
from gravitable.core.state import States
from gravitable.gravwell.data import GATE, N_ROUNDS

_DUEL, _CROWD = (0.1, 4.5), (0.3, 3.0)
"""How long to think where little is decided and where much is, with two players and with more: the mean is below 1."""
_NEAR_GATE = GATE - 12


def pace(masked: States) -> Pace:
    """Return that thinking counts in the last round: where ships are before it decides next to nothing.

    With more than two players every fourth game ends at the gate before that, so there it counts near the gate too.
    """
    state = masked[0]
    if state["players"] == 1:
        return STEADY  # Solo ends at the gate, in any round
    little, much = _DUEL if state["players"] == 2 else _CROWD
    near = state["players"] > 2 and state["position"][: state["players"]].max() >= _NEAR_GATE
    return Pace(much if near or state["round_number"] == N_ROUNDS else little, much)


MIND = Mind(
    kernels="gravitable.bots.kernels.gravwell",
    levels=("glance:1", "glance:3", "greedy", "search:12", "search:at-most-1000ms"),
    knobs={1: BY_HAND, 2: LEARNED},
    network=WEIGHTS / "gravwell.npz",
    curious="exploration=1",
    pace=pace,
)
