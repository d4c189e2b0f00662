"""Whole games in compiled code: random play, and counting the tree of play."""

from __future__ import annotations

import numpy as np

from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.state import States
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
def count_tree(states: States, depth: int) -> int:
    """Return in how many ways play can go on from ``states[0]`` for ``depth`` decisions ("perft").

    ``states`` needs room for ``depth`` records. Nothing is left to chance after the setup.
    """
    left = np.zeros(depth, np.int64)
    left[0] = legal_mask(states[0], states[0].seat)
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
            apply(states[level], states[level].seat, action, UNSEEN)
            left[level] = legal_mask(states[level], states[level].seat)
    return leaves
