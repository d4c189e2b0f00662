"""What a view tells beyond the fields of the state, worked out by the rules themselves in one call."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gravitable.core.copies import plain_reader
from gravitable.core.jit import door
from gravitable.core.state import States
from gravitable.gravwell import data
from gravitable.gravwell.moves import surroundings
from gravitable.gravwell.turn import n_movers, n_rounds, winners
from gravitable.gravwell.view import drafted_up, hidden_in_stack, n_revealed, unseen_cards

_FACTS: Final = np.dtype(
    (
        np.record,
        [
            ("rounds", "i8"),  # how many the game has
            ("movers", "i8"),  # ships that fly by cards
            ("revealed", "i8"),  # movements of this round whose cards were turned up
            ("unseen", "i8"),  # the cards that the state does not place
            ("winners", "i8"),
            ("drafted_up", "i8", (data.MAX_PLAYERS,)),
            ("hidden_in_stack", "i8", (data.MAX_STACKS,)),
            ("around", "i8", (data.MAX_PLAYERS,)),  # what pulls at each ship, packed (pulls.py)
        ],
    )
)
_plain: Final = plain_reader(_FACTS)


@door
def _find(states: States, facts: Any) -> None:
    s, out = states[0], facts[0]
    out.rounds = n_rounds(s)
    out.movers = n_movers(s)
    out.revealed = n_revealed(s)
    out.unseen = unseen_cards(s)
    out.winners = winners(s)
    for seat in range(n_movers(s)):
        out.drafted_up[seat] = drafted_up(s, seat)
        out.around[seat] = surroundings(s, seat)
    for stack in range(data.MAX_STACKS):
        out.hidden_in_stack[stack] = hidden_in_stack(s, stack)


def facts_of(states: States) -> Any:
    """Return what the rules say about the first state."""
    facts = np.zeros(1, _FACTS)
    _find(states, facts)
    return _plain(facts)
