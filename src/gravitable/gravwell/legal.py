"""Who has to choose, and what a player may do now. A set of actions is a set of bits in one ``int64``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import list_bits
from gravitable.core.jit import kernel
from gravitable.gravwell.data import (
    ACT_STACK,
    ACT_STOP,
    DRAFT,
    GATE,
    N_STACKS,
    NONE,
    PICK,
    STOP,
)

State = Any


@kernel
def must_pick(s: State, seat: int) -> bool:
    """Say whether a seat has yet to pick its card of this movement; who has passed the gate picks no more."""
    return s.played[seat, s.movement - 1] == NONE and s.position[seat] < GATE


@kernel
def to_act(s: State) -> int:
    """Return the seats that must choose now, as bits."""
    seats = np.int64(0)
    if s.phase == PICK:
        for seat in range(s.players):
            if must_pick(s, seat):
                seats |= np.int64(1) << seat
    elif s.phase in (DRAFT, STOP):
        seats = np.int64(1) << s.seat
    return seats


@kernel
def _free_stacks(s: State) -> int:
    stacks = np.int64(0)
    for stack in range(N_STACKS[s.players]):
        if s.taken_by[stack] == NONE:
            stacks |= np.int64(1) << (ACT_STACK + stack)
    return stacks


@kernel
def legal_mask(s: State, seat: int) -> int:
    """Return the legal actions of a seat as bits; none when it is not to act."""
    if s.phase == PICK:
        if 0 <= seat < s.players and must_pick(s, seat):
            return np.int64(s.hand[seat])
    elif seat == s.seat:
        if s.phase == DRAFT:
            return _free_stacks(s)
        if s.phase == STOP:
            return np.int64(3) << ACT_STOP
    return np.int64(0)


@kernel
def legal(s: State, seat: int, out: NDArray[np.int64]) -> int:
    """Write the legal actions of a seat into ``out``, ascending, and return how many there are."""
    return list_bits(legal_mask(s, seat), out)
