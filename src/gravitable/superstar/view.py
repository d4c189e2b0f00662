"""Who may see what: the one place that decides it.

Hidden are only the cards that lie face down, and so which of the rest are still in the hand. ``mask`` takes that
out of a state, ``seen`` out of what happened; ``determinize`` fills the gaps with one of the possibilities. A view
is always made of a masked state (see describe.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from gravitable.core.bits import count_bits, random_bit
from gravitable.core.chance import Rng
from gravitable.core.events import EventRow
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.viewers import EVERYTHING
from gravitable.superstar import data
from gravitable.superstar import events as ev
from gravitable.superstar.data import GOODIES, OWN_CARDS
from gravitable.superstar.state import State


@kernel
def mask(s: State, viewer: int) -> None:
    """Take out of the state what ``viewer`` (a seat, or -1 for a spectator) may not know."""
    if viewer == EVERYTHING:
        return
    for seat in range(s.players):
        down = count_bits(int64(s.face_down[seat]))
        unknown = count_bits(int64(OWN_CARDS & ~s.face_up[seat]))
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
            unknown = int64(OWN_CARDS & ~s.face_up[seat])
            for _ in range(s.hidden[seat]):
                card = random_bit(unknown, rng)
                unknown &= ~(int64(1) << card)
                s.face_down[seat] |= 1 << card
            s.hand[seat] |= unknown
            s.hidden[seat] = 0


def seen(rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
    """Return kernel events as ``viewer`` may see them: without the cards that others lay face down."""
    return [_without_card(row) if _hides_card(row, viewer) else row for row in rows]


def _hides_card(row: EventRow, viewer: int) -> bool:
    kind, seat, card, face_down = row
    is_secret = kind == ev.CARD and face_down == 1 and card < data.N_OWN_CARDS
    return is_secret and viewer not in (seat, EVERYTHING)


def _without_card(row: EventRow) -> EventRow:
    kind, seat, _, face_down = row
    return kind, seat, ev.SECRET, face_down
