"""The speed of the games themselves: compiled play, a loop in Python, and the checked API."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from gravitable.bench.measure import Benchmark, Effort, best_rate, games_with


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
        steps = python_loop(game)
        return best_rate(lambda: sum(next(steps) for _ in range(2000)), effort)

    return measure


def python_loop(game: str) -> Iterator[int]:
    """Play random games for ever; yield 1 for each decision."""
    import numpy as np  # noqa: PLC0415 - slow to load

    from gravitable.core.chance import generator  # noqa: PLC0415
    from gravitable.core.events import NO_EVENTS  # noqa: PLC0415
    from gravitable.core.registry import package_of, rules_of  # noqa: PLC0415

    rules = rules_of(game)
    package = package_of(game)
    entry = package.load(package.doors or "")
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


def _benchmarks(game: str) -> list[Benchmark]:
    return [
        Benchmark(f"{game}.kernel.decisions_per_s", "1/s", 5_000_000, _simulated(game, 4, "decisions")),
        Benchmark(f"{game}.loop.decisions_per_s", "1/s", 300_000, _looped(game)),
        Benchmark(f"{game}.api.decisions_per_s", "1/s", 20_000, _through_api(game)),
        Benchmark(f"{game}.playouts_per_s", "1/s", 100_000, _simulated(game, 2, "games")),
    ]


BENCHMARKS = [one for game in games_with("simulate", "doors") for one in _benchmarks(game)]
