"""What operators can watch: Prometheus counters, gauges and histograms."""

from __future__ import annotations

from functools import cache
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

REQUESTS: Final = Counter("gravitable_requests_total", "HTTP requests", ["method", "route", "status"])
REQUEST_SECONDS: Final = Histogram("gravitable_request_seconds", "Time of HTTP requests", buckets=_QUICK)
SOCKETS: Final = Gauge("gravitable_sockets", "Open WebSockets")
MESSAGES_IN: Final = Counter("gravitable_messages_in_total", "Messages from clients", ["type"])
MESSAGES_OUT: Final = Counter("gravitable_messages_out_total", "Messages to clients")
ERRORS: Final = Counter("gravitable_errors_total", "Messages refused, by code", ["code"])
COMMITS: Final = Counter("gravitable_commits_total", "Rows appended to game logs", ["game", "kind"])
COMMIT_SECONDS: Final = Histogram(
    "gravitable_commit_seconds", "From a commit's arrival until it is stored", buckets=_QUICK
)
CONFLICTS: Final = Counter("gravitable_conflicts_total", "Appends that another process won")
LOG_BATCH: Final = Histogram(
    "gravitable_log_batch_rows", "Rows written in one transaction", buckets=(1, 2, 5, 10, 20, 50, 100, 200)
)
CACHED_GAMES: Final = Gauge("gravitable_cached_games", "Games held in memory")
BOT_SECONDS: Final = Histogram("gravitable_bot_seconds", "Time bots think about a turn", buckets=_QUICK)
BOTS_THINKING: Final = Gauge("gravitable_bots_thinking", "Bots thinking or waiting for a thread")
DATABASE_AWAY: Final = Counter("gravitable_database_away_total", "Times the database did not answer")


@cache
def messages_in(kind: str) -> Counter:
    """Return the counter of one type of message, bound to its label once: looking labels up takes a lock."""
    return MESSAGES_IN.labels(kind)


@cache
def commits(game: str, kind: str) -> Counter:
    """Return the counter of one kind of row of one game, bound to its labels once."""
    return COMMITS.labels(game, kind)
