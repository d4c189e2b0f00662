"""Who may see what: the one place that decides it.

Hidden are the face-down cards of the stacks (from all), the face-down cards that others have drafted, sealed
picks, the order of the Ghost's pile and the unused cards. ``mask`` takes that out of a state, ``seen`` out of what
happened; ``determinize`` fills the gaps with one of the possibilities. A view is always made of a masked
state (see describe.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from gravitable.core.bits import count_bits, list_bits, random_bit
from gravitable.core.chance import Rng, shuffle
from gravitable.core.events import EventRow
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.viewers import EVERYTHING
from gravitable.gravwell import events as ev
from gravitable.gravwell.data import (
    ALL_CARDS,
    HIDDEN,
    MAX_STACKS,
    N_CARDS,
    N_MOVEMENTS,
    N_STACKS,
    NONE,
    STACK_SIZE,
    VARIANT_NO_SECRETS,
)
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_movers


def seen(rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
    """Return kernel events as ``viewer`` may see them: without what others draft face down and pick sealed."""
    return [
        _without_card(row) if _hides_card(row, viewer) else row for row in rows if not _hides(row, viewer)
    ]


def _hides(row: EventRow, viewer: int) -> bool:
    """Say whether ``viewer`` may not see an event at all."""
    return row[0] == ev.GET and viewer not in (row[1], EVERYTHING)


def _hides_card(row: EventRow, viewer: int) -> bool:
    """Say whether ``viewer`` may not know which card an event is about."""
    kind, seat, _, is_sealed = row
    return kind == ev.PICK and is_sealed == 1 and viewer not in (seat, EVERYTHING)


def _without_card(row: EventRow) -> EventRow:
    kind, seat, _, is_sealed = row
    return kind, seat, HIDDEN, is_sealed


@kernel
def drafted_up(s: State, seat: int) -> int:
    """Return the cards that everybody saw a seat draft."""
    cards = int64(0)
    for stack in range(MAX_STACKS):
        if s.taken_by[stack] == seat:
            cards |= s.stack_up[stack]
    return cards


@kernel
def n_revealed(s: State) -> int:
    """Return for how many movements of this round the cards have been turned up."""
    return max(int64(s.movement) - (s.current == NONE), 0)


@kernel
def mask(s: State, viewer: int) -> None:
    """Take out of the state what ``viewer`` (a seat, or -1 for a spectator) may not know."""
    if viewer == EVERYTHING:
        return
    for stack in range(MAX_STACKS):
        s.stack_down[stack] = 0
    for seat in range(n_movers(s)):
        if seat != viewer or seat >= s.players:
            s.hand[seat] &= drafted_up(s, seat)
            for movement in range(n_revealed(s), N_MOVEMENTS):
                if s.played[seat, movement] >= 0:
                    s.played[seat, movement] = HIDDEN


@kernel
def unseen_cards(s: State) -> int:
    """Return the cards that a (masked) state does not place: hidden from the viewer, or unused."""
    seen = int64(0)
    for stack in range(MAX_STACKS):
        if s.taken_by[stack] == NONE:
            seen |= s.stack_up[stack] | s.stack_down[stack]
    for seat in range(n_movers(s)):
        seen |= s.hand[seat]
        for movement in range(N_MOVEMENTS):
            if s.played[seat, movement] >= 0:
                seen |= int64(1) << s.played[seat, movement]
    return ALL_CARDS & ~seen


@kernel
def hidden_in_hand(s: State, seat: int) -> int:
    """Return how many cards of a hand the viewer does not know."""
    return int64(s.hand_size[seat] - count_bits(int64(s.hand[seat])))


@kernel
def hidden_in_stack(s: State, stack: int) -> int:
    """Return how many cards of a stack on the table the viewer does not know."""
    if (
        s.stack_up[stack] == 0
        or s.stack_down[stack]
        or s.variants[VARIANT_NO_SECRETS]
        or s.taken_by[stack] != NONE
    ):
        return 0
    return int64(STACK_SIZE[s.players] - 1)


@kernel
def _draw(pile: Any, count: int, at: int) -> int:
    cards = int64(0)
    for place in range(at, at + count):
        cards |= int64(1) << pile[place]
    return cards


@kernel
def _fill_hands_and_stacks(s: State, rng: Rng) -> None:
    pile = np.zeros(N_CARDS, np.int64)
    shuffle(rng, pile, list_bits(unseen_cards(s), pile))
    at = int64(0)
    for seat in range(n_movers(s)):
        count = hidden_in_hand(s, seat)
        s.hand[seat] |= _draw(pile, count, at)
        at += count
    for stack in range(N_STACKS[s.players]):
        count = hidden_in_stack(s, stack)
        s.stack_down[stack] |= _draw(pile, count, at)
        at += count


@kernel
def _fill_picks(s: State, seat: int, rng: Rng) -> None:
    """Choose hidden picks from the hand; for the Ghost that is the order of its pile."""
    left = int64(s.hand[seat])
    for movement in range(N_MOVEMENTS):
        if s.played[seat, movement] == HIDDEN:
            letter = random_bit(left, rng)
            s.played[seat, movement] = letter
            left &= ~(int64(1) << letter)


@kernel
def determinize(s: State, rng: Rng) -> None:
    """Fill in everything hidden in a masked state at random, each possibility as likely."""
    _fill_hands_and_stacks(s, rng)
    for seat in range(n_movers(s)):
        _fill_picks(s, seat, rng)
