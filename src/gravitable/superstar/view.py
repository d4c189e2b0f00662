"""Who may see what: the one place that decides it.

Hidden are only the cards that lie face down, and so which of the rest are still in the hand. ``mask`` takes that
out of a state; ``determinize`` fills in something that may be so. A view is always ``describe`` (see describe.py)
of a masked state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import count_bits, random_bit
from gravitable.core.chance import Rng
from gravitable.core.jit import kernel
from gravitable.core.viewers import EVERYTHING
from gravitable.superstar import data
from gravitable.superstar.data import GOODIES, OWN_CARDS
from gravitable.superstar.events import CARD

State = Any


@kernel
def mask(s: State, viewer: int) -> None:
    """Take out of the state what ``viewer`` (a seat, or -1 for a spectator) may not know."""
    if viewer == EVERYTHING:
        return
    for seat in range(s.players):
        down = count_bits(np.int64(s.face_down[seat]))
        unknown = count_bits(np.int64(OWN_CARDS & ~s.face_up[seat]))
        # When all or none of the cards that are not face up lie face down, everybody can work them out.
        if seat != viewer and 0 < down < unknown:
            s.hidden[seat] = down
            s.face_down[seat] = 0
            s.hand[seat] &= GOODIES


@kernel
def determinize(s: State, rng: Rng) -> None:
    """Fill in the hidden cards of a masked state at random, each possibility as likely."""
    for seat in range(s.players):
        if s.hidden[seat] > 0:
            unknown = np.int64(OWN_CARDS & ~s.face_up[seat])
            for _ in range(s.hidden[seat]):
                card = random_bit(unknown, rng)
                unknown &= ~(np.int64(1) << card)
                s.face_down[seat] |= 1 << card
            s.hand[seat] |= unknown
            s.hidden[seat] = 0


@kernel
def hides_card(row: NDArray[np.int32], viewer: int) -> bool:
    """Say whether ``viewer`` may not know which card a kernel event is about: one that others lay face down."""
    kind, seat, card, face_down = row[0], np.int64(row[1]), row[2], row[3]
    is_secret = kind == CARD and face_down == 1 and card < data.N_OWN_CARDS
    return is_secret and viewer not in (seat, EVERYTHING)
