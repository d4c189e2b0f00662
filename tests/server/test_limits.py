"""Rate limits: a burst, then one at a time, each key for itself, in bounded memory."""

from __future__ import annotations

import pytest

from gravitable.server.errors import TooFast
from gravitable.server.guard.limits import Bucket, Limit, Limiter


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_one_at_a_time() -> None:
    clock = Clock()
    limiter = Limiter(Limit(3, 10), clock=clock)
    for _ in range(3):
        limiter.check("ada")
    with pytest.raises(TooFast) as refused:
        limiter.check("ada")
    assert refused.value.seconds == 10
    limiter.check("ben")
    clock.now += 10
    limiter.check("ada")
    with pytest.raises(TooFast):
        limiter.check("ada")


def test_scale_zero_switches_off_and_memory_is_bounded() -> None:
    off = Limiter(Limit(1, 1000).scaled(0))
    for _ in range(100):
        off.check("ada")
    limiter = Limiter(Limit(1, 1000), clock=Clock())
    for number in range(30_000):
        limiter.check(number)
    assert len(limiter._buckets) == 20_000


def test_a_limit_can_be_scaled() -> None:
    clock = Clock()
    bucket = Bucket(Limit(3, 10).scaled(2), clock)
    for _ in range(6):
        bucket.take()
    with pytest.raises(TooFast) as refused:
        bucket.take()
    assert refused.value.seconds == 5
    clock.now += 5
    bucket.take()
