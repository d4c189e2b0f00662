"""Whole games in compiled code: random play, and counting the tree of play."""

from __future__ import annotations

from gravitable.core import tree_template
from gravitable.core.bits import nth_bit, random_bit
from gravitable.core.chance import Rng
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.template import fill_in
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import CHAOS, DEAL, GHOST_SHUFFLE, OVER
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.setup import chance
from gravitable.gravwell.state import State


@kernel
def finish_randomly(s: State, rng: Rng) -> int:
    """Play a game to its end at random, chance included, and return the number of decisions."""
    decisions = 0
    while s.phase != OVER:
        seats = to_act(s)
        if seats:
            seat = nth_bit(seats, 0)
            apply(s, seat, random_bit(legal_mask(s, seat), rng), UNSEEN)
            decisions += 1
        else:
            chance(s, rng, UNSEEN)
    return decisions


@kernel
def options(s: State, seed: Rng, rng: Rng) -> int:
    """Settle what chance decides, always with the same seed, and return the first seat's actions."""
    while s.phase in (DEAL, GHOST_SHUFFLE, CHAOS):
        rng[:] = seed
        chance(s, rng, UNSEEN)
    seats = to_act(s)
    return legal_mask(s, nth_bit(seats, 0)) if seats else int64(0)


@kernel
def seat_to_act(s: State) -> int:
    """Return the first of the seats that choose now."""
    return nth_bit(to_act(s), 0)


fill_in(tree_template, globals(), apply=apply, seat_to_act=seat_to_act, options=options)
