"""How long it takes to start: fresh processes, and the very first compilation."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from gravitable.bench.measure import Benchmark, Effort, games_with
from gravitable.core.package import packages


def _best_of_processes(command: list[str], effort: Effort) -> float:
    return min(_seconds(command, dict(os.environ)) for _ in range(effort.rounds))


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    """Return the CPU time of a process; where the system does not tell, the time on the wall."""
    before, started = _children_cpu(), time.perf_counter()
    subprocess.run([sys.executable, *command], check=True, capture_output=True, env=environment)  # noqa: S603 - our own
    return _children_cpu() - before or time.perf_counter() - started


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _import_time(effort: Effort) -> float:
    code = "import time; t = time.process_time(); import gravitable; print(time.process_time() - t)"
    command = [sys.executable, "-c", code]
    return min(float(subprocess.check_output(command)) for _ in range(effort.rounds))  # noqa: S603 - our own


def _command(*arguments: str) -> Callable[[Effort], float]:
    def measure(effort: Effort) -> float:
        command = ["-m", "gravitable", *arguments]
        _seconds(command, dict(os.environ))  # compiles what is not compiled yet
        return _best_of_processes(command, effort)

    return measure


def _first_compile(*command: str) -> Callable[[Effort], float]:
    """Measure what a program compiles that is the very first of a game on a machine, with an empty cache."""

    def measure(effort: Effort) -> float:
        with tempfile.TemporaryDirectory() as folder:
            return _seconds(["-m", *command], {**os.environ, "GRAVITABLE_CACHE": folder})

    return measure


def _compiling(game: str, name: str) -> list[Benchmark]:
    """Return how long the rules take to compile, so that a board opens, and the whole game with its bots."""
    rules, everything = ("gravitable", "show", game), ("gravitable.cli.compiling", game)
    return [
        Benchmark(f"compile.{name}_s", "s", 15, _first_compile(*rules), slow=True),
        Benchmark(f"compile.{game}_and_bots_s", "s", 30, _first_compile(*everything), slow=True),
    ]


BENCHMARKS = [
    Benchmark("start.import_s", "s", 0.3, _import_time),
    Benchmark("start.command_s", "s", 1.5, _command("--version")),
    *(Benchmark(f"start.{game}_s", "s", 1.5, _command("show", game, "--seed", "1")) for game in packages()),
    *(
        one
        for number, game in enumerate(games_with("simulate"))
        for one in _compiling(game, game if number else "first")
    ),
]
