"""Sets of small numbers as the bits of one ``int64``, for the kernels.

Ten bits at a time through two small tables: quick when compiled, and without overflow when not. Numbers go up to 59.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gravitable.core.chance import Rng, below
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64

_CHUNK = 10
_LOW = (1 << _CHUNK) - 1
_MEMBERS = [[bit for bit in range(_CHUNK) if chunk >> bit & 1] for chunk in range(1 << _CHUNK)]
_COUNT = np.array([len(members) for members in _MEMBERS])
_NTH = np.array([members + [0] * (_CHUNK - len(members)) for members in _MEMBERS], np.int8)


@kernel
def count_bits(bits: int) -> int:
    """Return how many bits are set."""
    # Written out: the processor cannot predict where a loop would end, which costs more than all the look-ups.
    return int64(
        _COUNT[bits & _LOW]
        + _COUNT[bits >> _CHUNK & _LOW]
        + _COUNT[bits >> 2 * _CHUNK & _LOW]
        + _COUNT[bits >> 3 * _CHUNK & _LOW]
        + _COUNT[bits >> 4 * _CHUNK & _LOW]
        + _COUNT[bits >> 5 * _CHUNK & _LOW]
    )


@kernel
def nth_bit(bits: int, n: int) -> int:
    """Return the position of the ``n``-th set bit, counting from 0; there must be one."""
    base = 0
    while n >= _COUNT[bits & _LOW]:
        n -= _COUNT[bits & _LOW]
        bits >>= _CHUNK
        base += _CHUNK
    return int64(base + _NTH[bits & _LOW, n])


@kernel
def random_bit(bits: int, rng: Rng) -> int:
    """Return the position of one of the set bits, each as likely."""
    return nth_bit(bits, below(rng, count_bits(bits)))


@kernel
def list_bits(bits: int, out: NDArray[np.int64]) -> int:
    """Write the positions of the set bits into ``out``, ascending, and return how many there are."""
    count = 0
    base = 0
    while bits:
        chunk = bits & _LOW
        for n in range(_COUNT[chunk]):
            out[count] = base + _NTH[chunk, n]
            count += 1
        bits >>= _CHUNK
        base += _CHUNK
    return count
