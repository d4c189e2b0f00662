"""Whole games in compiled code: random play, and counting the tree of play."""

from __future__ import annotations

from gravitable.core import tree_template
from gravitable.core.bits import random_bit
from gravitable.core.chance import Rng
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.template import fill_in
from gravitable.superstar.apply import apply
from gravitable.superstar.data import OVER
from gravitable.superstar.legal import legal_mask
from gravitable.superstar.state import State


@kernel
def finish_randomly(s: State, rng: Rng) -> int:
    """Play a game to its end at random and return the number of decisions."""
    decisions = 0
    while s.phase != OVER:
        apply(s, s.seat, random_bit(legal_mask(s, s.seat), rng), UNSEEN)
        decisions += 1
    return decisions


@kernel
def seat_to_act(s: State) -> int:
    """Return who chooses now."""
    return int64(s.seat)


@kernel
def options(s: State, _seed: Rng, _rng: Rng) -> int:
    """Return the actions of the seat that chooses now; nothing is left to chance after the setup."""
    return legal_mask(s, s.seat)


fill_in(tree_template, globals(), apply=apply, seat_to_act=seat_to_act, options=options)
