"""What operators can watch: Prometheus counters, gauges and histograms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily

_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Tally:
    """A counter without a lock, for what the event loop alone does thousands of times a second."""

    def __init__(self, name: str, help_text: str) -> None:
        self._name = name
        self._help = help_text
        self.count = 0
        REGISTRY.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Return what Prometheus is told."""
        yield CounterMetricFamily(self._name, self._help, value=self.count)


REQUESTS: Final = Counter("gravitable_requests_total", "HTTP requests", ["method", "route", "status"])
REQUEST_SECONDS: Final = Histogram("gravitable_request_seconds", "Time of HTTP requests", buckets=_QUICK)
SOCKETS: Final = Gauge("gravitable_sockets", "Open WebSockets")
MESSAGES_IN: Final = Counter("gravitable_messages_in_total", "Messages from clients", ["type"])
MESSAGES_OUT: Final = Tally("gravitable_messages_out_total", "Messages to clients")
ERRORS: Final = Counter("gravitable_errors_total", "Messages refused, by code", ["code"])
COMMITS: Final = Counter("gravitable_commits_total", "Rows appended to game logs", ["game", "kind"])
COMMIT_SECONDS: Final = Histogram(
    "gravitable_commit_seconds", "From a commit's arrival until it is stored and announced", buckets=_QUICK
)
CONFLICTS: Final = Counter("gravitable_conflicts_total", "Appends that another process won")
LOG_BATCH: Final = Histogram(
    "gravitable_log_batch_rows", "Rows written in one transaction", buckets=(1, 2, 5, 10, 20, 50, 100, 200)
)
CACHED_GAMES: Final = Gauge("gravitable_cached_games", "Games held in memory")
BOT_SECONDS: Final = Histogram("gravitable_bot_seconds", "Time bots think about a turn", buckets=_QUICK)
BOTS_THINKING: Final = Gauge("gravitable_bots_thinking", "Bots thinking or waiting for a thread")
DATABASE_AWAY: Final = Counter("gravitable_database_away_total", "Times the database did not answer")

commits_of: Final = cache(COMMITS.labels)
messages_of: Final = cache(MESSAGES_IN.labels)
"""The counter of one kind, by its labels: looked up for every message, so remembered."""
