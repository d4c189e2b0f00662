"""The measurements behind ``gravitable bench``.

Everything is CPU time, the best of several rounds: what the code can do, not how busy the machine was. Speeds are of
one core; starting times are those of fresh processes, where the clock on the wall shows a little more.

To add some, give a module a list ``BENCHMARKS`` of ``Benchmark`` and name it in ``MODULES``.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

MODULES = (
    "gravitable.cli.benchmarks",
    "gravitable.bots.benchmarks",
    "gravitable.learn.benchmarks",
    "gravitable.envs.benchmarks",
)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a measurement puts in."""

    rounds: int
    seconds: float
    """CPU time of one round, about."""


QUICK = Effort(rounds=1, seconds=0.05)
THOROUGH = Effort(rounds=5, seconds=1.0)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One metric: what it is called, its unit, what we aim for (None: nothing), and how it is measured."""

    name: str
    unit: str
    target: float | None
    measure: Callable[[Effort], float]
    slow: bool = False
    """Left out by ``--quick``."""

    @property
    def more_is_better(self) -> bool:
        """Whether the target is a floor, not a ceiling."""
        return self.unit.endswith("/s")

    def meets(self, value: float) -> bool | None:
        """Say whether a value reaches the target, if there is one."""
        if self.target is None:
            return None
        return value >= self.target if self.more_is_better else value <= self.target


def all_benchmarks() -> list[Benchmark]:
    """Return the benchmarks of all parts that are installed."""
    found: list[Benchmark] = []
    for name in MODULES:
        parent = name.rpartition(".")[0]
        if find_spec(parent) and find_spec(name):
            found += import_module(name).BENCHMARKS
    return found


def best_rate(
    work: Callable[[], int], effort: Effort, clock: Callable[[], float] = time.process_time
) -> float:
    """Return how many units ``work`` does per second in the best round; of CPU time unless told otherwise."""
    work()  # loads what is compiled
    return max(_rate(work, effort.seconds, clock) for _ in range(effort.rounds))


def _rate(work: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    done, started, spent = 0, clock(), 0.0
    while spent < seconds:
        done += work()
        spent = clock() - started
    return done / spent


# The games


def _simulated(game: str, players: int, count: str) -> Callable[[Effort], float]:
    """Measure compiled random play, setup, deals and legal actions included."""

    def measure(effort: Effort) -> float:
        from gravitable.cli.simulate import Job  # noqa: PLC0415 - loads Numba
        from gravitable.core.registry import rules_of  # noqa: PLC0415

        rules = rules_of(game)
        job = Job(rules, players, rules.settle(players, {}), 10**9, 1)
        chunks = job.chunks()

        def work() -> int:
            return int(job.play(*next(chunks))[count][0])

        return best_rate(work, effort)

    return measure


def _looped(game: str) -> Callable[[Effort], float]:
    """Measure a loop in Python that calls the kernel's ``legal`` and ``apply``."""

    def measure(effort: Effort) -> float:
        steps = _loop(game)
        return best_rate(lambda: sum(next(steps) for _ in range(2000)), effort)

    return measure


def _loop(game: str) -> Iterator[int]:
    """Play random games for ever; yield 1 for each decision."""
    import numpy as np  # noqa: PLC0415 - slow to load

    from gravitable.core.chance import generator  # noqa: PLC0415
    from gravitable.core.events import NO_EVENTS  # noqa: PLC0415
    from gravitable.core.registry import GAMES, rules_of  # noqa: PLC0415

    rules = rules_of(game)
    entry = import_module(GAMES[game].removesuffix("rules") + "entry")
    to_act, legal, apply = entry.to_act, entry.legal, entry.apply
    options, rng, out = rules.settle(4, {}), generator(1), np.zeros(256, np.int64)
    pick = random.Random(1).random  # noqa: S311 - not for secrets
    while True:
        states = rules.start(4, options)
        while seats := to_act(states) or not rules.over(states):
            if seats is True:
                rules.chance(states, options, rng, NO_EVENTS)
                continue
            seat = (seats & -seats).bit_length() - 1
            apply(states, seat, out.item(int(pick() * legal(states, seat, out))), NO_EVENTS)
            yield 1


def _through_api(game: str) -> Callable[[Effort], float]:
    """Measure the checked API: text actions in, readable events out."""

    def measure(effort: Effort) -> float:
        import gravitable  # noqa: PLC0415 - the games load Numba

        dice = random.Random(1)  # noqa: S311 - not for secrets
        seeds = iter(range(10**9))

        def work() -> int:
            table = gravitable.new(game, players=4, seed=next(seeds))
            decisions = 0
            while not table.over:
                seat = table.to_act[0]
                table.play(seat, dice.choice(table.legal(seat)))
                decisions += 1
            return decisions

        return best_rate(work, effort)

    return measure


# Starting


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


def _first_compile(game: str) -> Callable[[Effort], float]:
    """Measure the very first start of a game on a machine, with an empty cache."""

    def measure(effort: Effort) -> float:
        with tempfile.TemporaryDirectory() as folder:
            return _seconds(["-m", "gravitable", "show", game], {**os.environ, "GRAVITABLE_CACHE": folder})

    return measure


BENCHMARKS = [
    Benchmark("superstar.kernel.decisions_per_s", "1/s", 5_000_000, _simulated("superstar", 4, "decisions")),
    Benchmark("superstar.loop.decisions_per_s", "1/s", 300_000, _looped("superstar")),
    Benchmark("superstar.api.decisions_per_s", "1/s", 20_000, _through_api("superstar")),
    Benchmark("superstar.playouts_per_s", "1/s", 100_000, _simulated("superstar", 2, "games")),
    Benchmark("gravwell.kernel.decisions_per_s", "1/s", 5_000_000, _simulated("gravwell", 4, "decisions")),
    Benchmark("gravwell.loop.decisions_per_s", "1/s", 300_000, _looped("gravwell")),
    Benchmark("gravwell.api.decisions_per_s", "1/s", 20_000, _through_api("gravwell")),
    Benchmark("gravwell.playouts_per_s", "1/s", None, _simulated("gravwell", 2, "games")),
    Benchmark("start.import_s", "s", 0.3, _import_time),
    Benchmark("start.command_s", "s", 1.5, _command("--version")),
    Benchmark("start.superstar_s", "s", 1.5, _command("show", "superstar", "--seed", "1")),
    Benchmark("start.gravwell_s", "s", 1.5, _command("show", "gravwell", "--seed", "1")),
    Benchmark("compile.first_s", "s", 30, _first_compile("superstar"), slow=True),
    Benchmark("compile.gravwell_s", "s", 30, _first_compile("gravwell"), slow=True),
]
