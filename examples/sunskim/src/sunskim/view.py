"""Who may know what. Hidden are the chosen cards of others, until all have chosen."""

from __future__ import annotations

from collections.abc import Iterable

from gravitable.core.chance import Rng, below
from gravitable.core.copies import copied
from gravitable.core.events import EventRow
from gravitable.core.state import States
from gravitable.core.viewers import EVERYTHING
from sunskim.data import HIDDEN, NONE
from sunskim.play import CHOOSE, cards
from sunskim.state import first


def mask(states: States, viewer: int) -> States:
    """Return a copy without what a viewer may not know."""
    masked = copied(states)
    s = first(masked)
    for seat in range(s.players):
        if s.chosen[seat] >= 0 and viewer not in (seat, EVERYTHING):
            s.hand[seat] |= 1 << int(
                s.chosen[seat]
            )  # whoever sees which card is missing knows the chosen one
            s.chosen[seat] = HIDDEN
    return masked


def determinize(masked: States, rng: Rng) -> States:
    """Return a copy in which every hidden card is one that may have been chosen."""
    filled = copied(masked)
    s = first(filled)
    for seat in range(s.players):
        if s.chosen[seat] == HIDDEN:
            hand = cards(int(s.hand[seat]))
            card = hand[int(below(rng, len(hand)))]
            s.chosen[seat] = card
            s.hand[seat] &= ~(1 << card)
    return filled


def seen(rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
    """Return what happened as a viewer may see it."""
    return [_without_card(row) if _hides_card(row, viewer) else row for row in rows]


def _hides_card(row: EventRow, viewer: int) -> bool:
    return row[0] == CHOOSE and viewer not in (row[1], EVERYTHING)


def _without_card(row: EventRow) -> EventRow:
    kind, seat, _, value = row
    return kind, seat, NONE, value
