"""Whole games in compiled code: random play, and counting the tree of play."""

from __future__ import annotations

import numpy as np

from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
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
def _options(s: State, seed: Rng, rng: Rng) -> int:
    """Settle what chance decides, always with the same seed, and return the first seat's actions."""
    while s.phase in (DEAL, GHOST_SHUFFLE, CHAOS):
        rng[:] = seed
        chance(s, rng, UNSEEN)
    seats = to_act(s)
    return legal_mask(s, nth_bit(seats, 0)) if seats else int64(0)


@kernel
def count_tree(states: States, depth: int, seed: Rng) -> int:
    """Return in how many ways play can go on from ``states[0]`` for ``depth`` decisions ("perft").

    Every chance event gets a copy of the generator ``seed``; of several seats to act the first goes first.
    ``states`` needs room for ``depth`` records.
    """
    left = np.zeros(depth, np.int64)
    rng = seed.copy()
    left[0] = _options(states[0], seed, rng)
    leaves, level = 0, 0
    while level >= 0:
        if level == depth - 1 or left[level] == 0:
            leaves += count_bits(left[level])
            level -= 1
        else:
            action = nth_bit(left[level], 0)
            left[level] &= left[level] - 1
            states[level + 1] = states[level]
            level += 1
            apply(states[level], nth_bit(to_act(states[level]), 0), action, UNSEEN)
            left[level] = _options(states[level], seed, rng)
    return leaves
