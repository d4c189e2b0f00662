"""Sets as bits of one number: counting them and walking through them without a loop over every bit."""

from __future__ import annotations

import numpy as np

from gravitable.core.jit import kernel

_PRIME = 67
"""2 is a primitive root of 67, so the powers of two up to 2**65 all leave different remainders."""

BIT_INDEX = np.zeros(_PRIME, np.int64)
for _bit in range(63):
    BIT_INDEX[(1 << _bit) % _PRIME] = _bit


@kernel
def first_bit(bits: int) -> int:
    """Return the index of the lowest bit that is set; there must be one."""
    return BIT_INDEX[(bits & -bits) % _PRIME]


@kernel
def count_bits(bits: int) -> int:
    """Return how many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def nth_bit(bits: int, n: int) -> int:
    """Return the index of the n-th bit that is set, from 0; there must be so many."""
    for _ in range(n):
        bits &= bits - 1
    return first_bit(bits)
