"""One, two or more processes on one PostgreSQL, each measured on a database of its own in one run."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from load_server import cpu_s, family_of
from server_load import measure

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.harness import Postgres, postgres_binaries


def measure_workers(tables: dict[int, int], seconds: float) -> dict[str, dict[str, Any]]:
    """Return the figures for each number of processes, and how they compare with the first.

    ``tables``: how many there are for each number of processes.
    """
    if postgres_binaries() is None:
        raise SystemExit("PostgreSQL is not installed here (initdb, createdb)")
    results: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory(prefix="gravitable-load-") as place:
        Path(place).chmod(0o755)  # PostgreSQL runs as a user of its own
        cluster = Postgres(Path(place))
        cluster.start()
        try:
            for number, of_all in tables.items():
                name = f"{number} process{'es' if number > 1 else ''}"
                results[name] = _measure(cluster, of_all, seconds, number)
        finally:
            cluster.stop()
    _compare(list(results.values()))
    return results


def _measure(cluster: Postgres, tables: int, seconds: float, workers: int) -> dict[str, Any]:
    database = cluster.new_database(f"load_{workers}")

    def cpu_of_database() -> float:
        return sum(cpu_s(pid) for pid in family_of(cluster.pid))

    return asyncio.run(measure(tables, seconds, database, workers, cpu_of_database))


def _compare(results: list[dict[str, Any]]) -> None:
    first = results[0]
    for other in results[1:]:
        for key, name in (
            ("fastest_commits_per_s", "commits_times_the_first"),
            ("server_cpu_ms_per_commit", "cpu_per_commit_times_the_first"),
            ("steady_cpu_ms_per_commit", "steady_cpu_times_the_first"),
        ):
            other[name] = round(other[key] / first[key], 2)
