"""Token buckets with a bounded memory; ``budgets`` says who has how much of what."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from gravitable.server.errors import TooFast

_MAX_BUCKETS: Final = 20_000

Clock = Callable[[], float]
monotonic: Final = time.monotonic


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and one more every so many seconds; with no burst everything is allowed."""

    burst: float
    every_s: float

    def scaled(self, scale: float) -> Limit:
        """Return a limit that allows so many times as much; 0 switches it off."""
        return Limit(max(1.0, self.burst * scale), self.every_s / scale) if scale else Limit(0, 0)


class Bucket:
    """How much somebody has left of a limit."""

    __slots__ = ("_clock", "_left", "_limit", "_since")

    def __init__(self, limit: Limit, clock: Clock = monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._left = limit.burst
        self._since = clock()

    def take(self, cost: float = 1.0) -> None:
        """Use some up; raises TooFast when that much is not left."""
        self.need(cost)
        self.pay(cost)

    def need(self, cost: float) -> None:
        """Raise TooFast unless so much is left. A cost above the size of the bucket needs a full bucket."""
        limit, now = self._limit, self._clock()
        if not limit.burst:
            return
        self._left = min(limit.burst, self._left + (now - self._since) / limit.every_s)
        self._since = now
        wanted = min(cost, limit.burst)
        if self._left < wanted:
            raise TooFast((wanted - self._left) * limit.every_s)

    def pay(self, cost: float) -> None:
        """Use some up that ``need`` found; the rest of what costs more than there ever is becomes a debt."""
        self._left -= cost


class Limiter:
    """One bucket for each key; of too many keys those are forgotten that were not seen for the longest time."""

    def __init__(self, limit: Limit, clock: Clock = monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def check(self, key: Hashable) -> None:
        """Take from the key's bucket; raises TooFast when it is empty."""
        self.bucket(key).take()

    def bucket(self, key: Hashable) -> Bucket:
        """Return the key's bucket."""
        bucket = self._buckets.pop(key, None) or Bucket(self._limit, self._clock)
        self._buckets[key] = bucket
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket
