"""Rate limits: token buckets with a bounded memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from gravitable.server.errors import TooFast

_MAX_BUCKETS = 20_000


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and one more every so many seconds."""

    burst: int
    every_s: float


class Limiter:
    """Remembers how much each key has used of a limit."""

    def __init__(self, limit: Limit, scale: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._off = scale == 0
        self._burst = max(1.0, limit.burst * scale)
        self._every_s = limit.every_s / scale if scale else 0.0
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def check(self, key: Hashable, cost: float = 1.0) -> None:
        """Take from the key's bucket; raises TooFast when it is empty."""
        if self._off:
            return
        now = self._clock()
        left, since = self._buckets.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - since) / self._every_s)
        enough = left >= cost
        self._buckets[key] = (left - cost if enough else left, now)
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        if not enough:
            raise TooFast((cost - left) * self._every_s)


class Limits:
    """All limits of the server."""

    def __init__(self, scale: float) -> None:
        self.requests = Limiter(Limit(120, 0.1), scale)
        """Any request, by address."""
        self.changes = Limiter(Limit(60, 0.5), scale)
        """Requests that change something, by address."""
        self.guests = Limiter(Limit(20, 30), scale)
        """New guests, by address."""
        self.passwords = Limiter(Limit(8, 20), scale)
        """Passwords tried, by address and by name."""
        self.tables = Limiter(Limit(20, 15), scale)
        """New tables, by person."""
        self.codes = Limiter(Limit(12, 5), scale)
        """Codes tried, by address."""
        self.sockets = Limiter(Limit(60, 1), scale)
        """New sockets, by address."""
        self.messages = Limiter(Limit(100, 0.05), scale)
        """Messages, by socket."""
        self.tries = Limiter(Limit(40, 0.1), scale)
        """Previews asked for, by person or socket."""
        self.chat = Limiter(Limit(6, 3), scale)
        """Chat lines, by person."""
