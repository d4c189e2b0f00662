"""The compiled kernels: the same with and without the compiler, fair chance, and no compiling by an import alone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from gravitable.core.bits import count_bits, list_bits, nth_bit, random_bit
from gravitable.core.chance import below, chance_seed, commitment, generator, next32, secret_of_seed, shuffle
from gravitable.core.events import CAPACITY, NO_EVENTS, clear, emit, event_buffer, rows, stored
from kernel_trace import SETTINGS, trace

TESTS = Path(__file__).parent


def run(*arguments: str, **environment: str) -> str:
    path = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_compiled_and_uncompiled_rules_play_the_same_games() -> None:
    plain = run(str(TESTS / "kernel_trace.py"), NUMBA_DISABLE_JIT="1")
    assert plain.splitlines() == [trace(setting) for setting in SETTINGS]


def test_importing_gravitable_does_not_import_numba() -> None:
    code = (
        "import sys, gravitable; print(sorted({'numba', 'numpy'} & set(sys.modules)), gravitable.__version__)"
    )
    assert run("-c", code).startswith("[] ")


def test_the_errors_and_the_version_need_no_numba_either() -> None:
    code = "import sys, gravitable; gravitable.BadSeat('x'); dir(gravitable); print('numba' in sys.modules)"
    assert run("-c", code).strip() == "False"


# Chance


def sfc32(seed: int, count: int) -> list[int]:
    """Return numbers of the generator, written down anew with Python's unbounded integers."""
    mask = 2**32 - 1
    a, b, c, counter = seed & mask, seed >> 32 & mask, 0, 1
    numbers = []
    for _ in range(12 + count):
        number = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        rotated = (c << 21 | c >> 11) & mask
        a, b, c = b ^ b >> 9, (c + (c << 3)) % 2**32, (rotated + number) % 2**32
        numbers.append(number)
    return numbers[12:]


@pytest.mark.parametrize("seed", [0, 1, 42, 2**32, 2**64 - 1, 0x9E3779B97F4A7C15])
def test_the_generator_is_sfc32(seed: int) -> None:
    rng = generator(seed)
    assert [int(next32(rng)) for _ in range(300)] == sfc32(seed, 300)


def test_every_bit_of_a_seed_matters() -> None:
    first = {int(next32(generator(0)))}
    first |= {int(next32(generator(1 << bit))) for bit in range(64)}
    assert len(first) == 65


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(cells: int) -> float:
    """Return what the statistic stays below in all but one of ten thousand cases (Wilson and Hilferty)."""
    freedom = cells - 1
    return float(freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 10, 13, 78])
def test_below_gives_every_number_as_often(n: int) -> None:
    rng = generator(n)
    counts = Counter(int(below(rng, n)) for _ in range(20_000))
    assert set(counts) == set(range(n))
    assert chi_square([counts[number] for number in range(n)]) < limit(n)


def test_below_one_is_always_zero() -> None:
    rng = generator(3)
    assert {int(below(rng, 1)) for _ in range(50)} == {0}


def test_below_is_exactly_uniform_where_rounding_would_show() -> None:
    """For n near 2**30 a plain remainder would favour low numbers by a third; thirds of the range must be even."""
    n = 3 * 2**28
    rng = generator(8)
    thirds = Counter(int(below(rng, n)) * 3 // n for _ in range(9_000))
    assert chi_square([thirds[third] for third in range(3)]) < limit(3)


def test_shuffle_gives_every_order_as_often() -> None:
    rng = generator(4)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        items = np.arange(4)
        shuffle(rng, items, 4)
        counts[tuple(items.tolist())] += 1
    orders = list(permutations(range(4)))
    assert set(counts) == set(orders)
    assert chi_square([counts[order] for order in orders]) < limit(24)


def test_shuffle_leaves_the_items_behind_count_alone() -> None:
    items = np.arange(10)
    shuffle(generator(1), items, 6)
    assert sorted(items[:6].tolist()) == [0, 1, 2, 3, 4, 5]
    assert items[6:].tolist() == [6, 7, 8, 9]


def test_seeds_and_commitments_follow_from_the_secret_alone() -> None:
    secret = secret_of_seed(42)
    assert len(secret) == 32
    assert secret == secret_of_seed(42) != secret_of_seed(43)
    assert commitment(secret) == commitment(secret)
    assert secret.hex() not in commitment(secret)
    seeds = [chance_seed(secret, index) for index in range(100)]
    assert len(set(seeds)) == 100
    assert all(0 <= seed < 2**64 for seed in seeds)


# Bits and events


@pytest.mark.parametrize(
    "bits", [0, 1, 0b1011, 1 << 49, (1 << 50) - 1, 0x2A_AAAA_AAAA_AAAA & ((1 << 50) - 1)]
)
def test_sets_of_bits(bits: int) -> None:
    members = [bit for bit in range(60) if bits >> bit & 1]
    out = np.zeros(64, np.int64)
    assert count_bits(bits) == len(members)
    assert [int(nth_bit(bits, n)) for n in range(len(members))] == members
    assert out[: list_bits(bits, out)].tolist() == members
    if members:
        rng = generator(1)
        assert {int(random_bit(bits, rng)) for _ in range(60 * len(members))} == set(members)


def test_event_buffers() -> None:
    events = event_buffer()
    emit(events, 3, 1, 7, -2)
    emit(events, 4, 0, 0, 9)
    assert rows(events) == [(3, 1, 7, -2), (4, 0, 0, 9)]
    clear(events)
    assert rows(events) == []
    emit(NO_EVENTS, 1, 1, 1, 1)
    assert rows(NO_EVENTS) == []


def test_more_events_than_a_buffer_holds_are_an_error() -> None:
    events = event_buffer()
    for number in range(CAPACITY - 1):
        emit(events, 1, 0, number, 0)
    assert len(rows(events)) == CAPACITY - 1
    emit(events, 1, 0, 0, 0)
    for look in (rows, stored):
        with pytest.raises(OverflowError, match="1024 things happen; there is room for 1023"):
            look(events)
