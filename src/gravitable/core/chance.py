"""Chance: explicit, logged, and provably fair.

A game keeps no random generator. Every deal or setup takes a 64-bit seed of its own. All seeds of a game derive
from one 256-bit secret; its hash, the *commitment*, is shown when the game starts and the secret when it ends, so
that anybody can check that nobody chose the deals along the way.

Inside the kernels a generator is four numbers below 2**32 in an ``int64`` array ("small fast counting", sfc32).
That arithmetic never overflows an ``int64``, so it gives the same numbers compiled and uncompiled.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel
from gravitable.core.numbers import int64

Rng = NDArray[np.int64]
"""A generator inside the kernels."""

_LOW32 = 0xFFFFFFFF


@kernel
def next32(rng: Rng) -> int:
    """Return the next number of the generator, 0 to 2**32 - 1."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    result = (a + b + counter) & _LOW32
    rng[3] = (counter + 1) & _LOW32
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & _LOW32
    rng[2] = (((c << 21) & _LOW32) + (c >> 11) + result) & _LOW32
    return int64(result)


@kernel
def below(rng: Rng, n: int) -> int:
    """Return a number from 0 to n - 1, every one exactly as likely (n below 2**30)."""
    product = next32(rng) * n
    if (product & _LOW32) < n:
        threshold = (_LOW32 + 1 - n) % n
        while (product & _LOW32) < threshold:
            product = next32(rng) * n
    return product >> 32


@kernel
def shuffle(rng: Rng, items: NDArray[Any], count: int) -> None:
    """Shuffle the first ``count`` items in place."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@kernel
def seed_generator(rng: Rng, low: int, high: int) -> None:
    """Start a generator from the two halves of a 64-bit seed."""
    rng[0] = low
    rng[1] = high
    rng[2] = 0
    rng[3] = 1
    for _ in range(12):  # lets every bit of the seed reach every bit of the state
        next32(rng)


def generator(seed: int) -> Rng:
    """Return a kernel generator for a 64-bit seed."""
    rng = np.zeros(4, np.int64)
    seed_generator(rng, seed & _LOW32, (seed >> 32) & _LOW32)
    return rng


def draw_secret() -> bytes:
    """Return a fresh 256-bit secret from the operating system."""
    return os.urandom(32)


def secret_of_seed(seed: int) -> bytes:
    """Return the secret of a reproducible game, as in ``gravitable.new(..., seed=42)``."""
    return hashlib.sha256(f"gravitable seed {seed}".encode()).digest()


def commitment(secret: bytes) -> str:
    """Return the hash that is shown at the start and binds the table to its secret."""
    return hashlib.sha256(b"gravitable commitment " + secret).hexdigest()


def chance_seed(secret: bytes, index: int) -> int:
    """Return the 64-bit seed of the ``index``-th chance event of the game."""
    mac = hmac.new(secret, f"gravitable chance {index}".encode(), hashlib.sha256)
    return int.from_bytes(mac.digest()[:8], "big")
