"""What a view tells beyond the fields of the state, worked out by the rules themselves in one call."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gravitable.core.copies import plain_reader
from gravitable.core.jit import door
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.superstar import data
from gravitable.superstar.legal import to_act
from gravitable.superstar.moves import pairs
from gravitable.superstar.turn import result, why_it_ends

_FACTS: Final = np.dtype(
    (
        np.record,
        [
            ("to_act", "i8"),
            ("winners", "i8"),
            ("last_round", "i8"),  # 1: the game ends with this round, whatever is still played
            ("points", "i8", (data.MAX_PLAYERS,)),
            ("pairs", "i8", (data.MAX_PLAYERS,)),
        ],
    )
)
_plain: Final = plain_reader(_FACTS)


@door
def _find(states: States, facts: Any) -> None:
    s, out = states[0], facts[0]
    out.to_act = to_act(s)
    out.winners = result(s, out.points)
    out.last_round = 1 if s.phase != data.SETUP and why_it_ends(s) != data.GOES_ON else 0
    for seat in range(int64(s.players)):
        out.pairs[seat] = pairs(s, seat)


def facts_of(states: States) -> Any:
    """Return what the rules say about the first state."""
    facts = np.zeros(1, _FACTS)
    _find(states, facts)
    return _plain(facts)
