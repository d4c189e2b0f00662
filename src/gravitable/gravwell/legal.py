"""Which seats have to choose, and what they may do now. A set of actions is a set of bits in one ``int64``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import list_bits
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.gravwell.data import (
    ACT_STACK,
    ACT_STOP,
    DRAFT,
    N_STACKS,
    NONE,
    PICK,
)
from gravitable.gravwell.state import State


@kernel
def to_act(s: State) -> int:
    """Return the seats that must choose now, as bits."""
    return int64(s.waiting)


@kernel
def _free_stacks(s: State) -> int:
    stacks = int64(0)
    for stack in range(N_STACKS[s.players]):
        if s.taken_by[stack] == NONE:
            stacks |= int64(1) << (ACT_STACK + stack)
    return stacks


@kernel
def legal_mask(s: State, seat: int) -> int:
    """Return the legal actions of a seat as bits; none when it is not to act."""
    if not 0 <= seat < s.players or not s.waiting >> seat & 1:
        return int64(0)
    if s.phase == PICK:
        return int64(s.hand[seat])
    if s.phase == DRAFT:
        return _free_stacks(s)
    return int64(3) << ACT_STOP


@kernel
def legal(s: State, seat: int, out: NDArray[np.int64]) -> int:
    """Write the legal actions of a seat into ``out``, ascending, and return how many there are."""
    return list_bits(legal_mask(s, seat), out)
