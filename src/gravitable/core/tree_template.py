"""Template: counting the tree of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gravitable.core.bits import count_bits, nth_bit
from gravitable.core.chance import Rng
from gravitable.core.events import UNSEEN, Events
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.core.template import given

# What a game brings; the first ``Any`` is its state.
apply: Callable[[Any, int, int, Events], None] = given()
seat_to_act: Callable[[Any], int] = given()
"""Return who chooses now; of several the first."""
options: Callable[[Any, Rng, Rng], int] = given()
"""Settle what chance decides, each time with a copy of the first generator, and return that seat's actions."""


@kernel
def count_tree(states: States, depth: int, seed: Rng) -> int:
    """Return in how many ways play can go on from ``states[0]`` for ``depth`` decisions ("perft").

    Every chance event gets a copy of the generator ``seed``. ``states`` needs room for ``depth`` records.
    """
    left = np.zeros(depth, np.int64)
    rng = seed.copy()
    left[0] = options(states[0], seed, rng)
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
            apply(states[level], seat_to_act(states[level]), action, UNSEEN)
            left[level] = options(states[level], seed, rng)
    return leaves
