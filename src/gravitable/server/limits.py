"""Rate limits: token buckets with a bounded memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from gravitable.server.errors import TooFast

_MAX_BUCKETS: Final = 20_000

Clock = Callable[[], float]


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

    def __init__(self, limit: Limit, clock: Clock = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._left = limit.burst
        self._since = clock()

    def take(self) -> None:
        """Use one up; raises TooFast when none is left."""
        limit, now = self._limit, self._clock()
        if not limit.burst:
            return
        self._left = min(limit.burst, self._left + (now - self._since) / limit.every_s)
        self._since = now
        if self._left < 1:
            raise TooFast((1 - self._left) * limit.every_s)
        self._left -= 1


class Limiter:
    """One bucket for each key; of too many keys those are forgotten that were not seen for the longest time."""

    def __init__(self, limit: Limit, clock: Clock = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def check(self, key: Hashable) -> None:
        """Take from the key's bucket; raises TooFast when it is empty."""
        bucket = self._buckets.pop(key, None) or Bucket(self._limit, self._clock)
        self._buckets[key] = bucket
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        bucket.take()


class Limits:
    """All limits of the server."""

    def __init__(self, scale: float) -> None:
        def limiter(burst: int, every_s: float) -> Limiter:
            return Limiter(Limit(burst, every_s).scaled(scale))

        self.requests = limiter(120, 0.1)
        """Any request, by address."""
        self.changes = limiter(60, 0.5)
        """Requests that change something, by address."""
        self.guests = limiter(20, 30)
        """New guests, by address."""
        self.passwords = limiter(8, 20)
        """Passwords tried, by address and by name."""
        self.tables = limiter(20, 15)
        """New tables, by person."""
        self.codes = limiter(12, 5)
        """Codes tried, by address."""
        self.sockets = limiter(60, 1)
        """New sockets, by address."""
        self.messages = Limit(100, 0.05).scaled(scale)
        """Messages: every connection has a bucket of its own, which goes with it."""
        self.tries = limiter(40, 0.1)
        """Previews asked for, by person."""
        self.chat = limiter(6, 3)
        """Chat lines, by person."""
