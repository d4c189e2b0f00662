"""What operators can watch: Prometheus counters, gauges and histograms."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily

_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Tally:
    """A counter without a lock, for what the event loop alone does thousands of times a second."""

    def __init__(self, name: str, help_text: str, labels: Sequence[str] = ()) -> None:
        self._name, self._help, self._labels = name, help_text, labels
        self._counts: dict[tuple[str, ...], int] = {} if labels else {(): 0}
        REGISTRY.register(self)

    def add(self, *labels: str) -> None:
        """Count one more."""
        self._counts[labels] = self._counts.get(labels, 0) + 1

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Return what Prometheus is told."""
        family = CounterMetricFamily(self._name, self._help, labels=self._labels)
        for labels, count in self._counts.items():
            family.add_metric(labels, count)
        yield family


class Spread:
    """A histogram without a lock, for the same."""

    def __init__(self, name: str, help_text: str, bounds: Sequence[float]) -> None:
        self._name, self._help, self._bounds = name, help_text, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        """Count one more value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Return what Prometheus is told: how many were at most as large as each bound."""
        names = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        buckets = list(zip(names, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._help, buckets=buckets, sum_value=self._sum)


REQUESTS: Final = Counter("gravitable_requests_total", "HTTP requests", ["method", "route", "status"])
REQUEST_SECONDS: Final = Histogram("gravitable_request_seconds", "Time of HTTP requests", buckets=_QUICK)
SOCKETS: Final = Gauge("gravitable_sockets", "Open WebSockets")
MESSAGES_IN: Final = Tally("gravitable_messages_in_total", "Messages from clients", ["type"])
MESSAGES_OUT: Final = Tally("gravitable_messages_out_total", "Messages to clients")
ERRORS: Final = Counter("gravitable_errors_total", "Messages refused, by code", ["code"])
COMMITS: Final = Tally("gravitable_commits_total", "Rows appended to game logs", ["game", "kind"])
COMMIT_SECONDS: Final = Spread(
    "gravitable_commit_seconds", "From a commit's arrival until it is stored and announced", _QUICK
)
CONFLICTS: Final = Counter("gravitable_conflicts_total", "Appends that another process won")
LOG_BATCH: Final = Histogram(
    "gravitable_log_batch_rows", "Rows written in one transaction", buckets=(1, 2, 5, 10, 20, 50, 100, 200)
)
CACHED_GAMES: Final = Gauge("gravitable_cached_games", "Games held in memory")
BOT_SECONDS: Final = Histogram("gravitable_bot_seconds", "Time bots think about a turn", buckets=_QUICK)
BOTS_THINKING: Final = Gauge("gravitable_bots_thinking", "Bots thinking or waiting for a thread")
DATABASE_AWAY: Final = Counter("gravitable_database_away_total", "Times the database did not answer")
