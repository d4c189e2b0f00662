"""The measurements of the bots for ``gravitable bench``: how much the search gets done in a second of CPU time."""

from __future__ import annotations

from collections.abc import Callable

from gravitable.bench.measure import Benchmark, Effort, best_rate, games_with

_ITERATIONS = 500


def _searched(game: str, players: int, version: int) -> Callable[[Effort], float]:
    """Measure the search's iterations at the first decision of several games."""

    def measure(effort: Effort) -> float:
        import gravitable  # noqa: PLC0415 - the games load Numba
        from gravitable.bots.engines import engine  # noqa: PLC0415
        from gravitable.bots.search import Budget, grow  # noqa: PLC0415

        tables = [gravitable.new(game, players=players, seed=seed) for seed in range(8)]
        masked = [(table.rules.mask(table.states, table.to_act[0]), table.to_act[0]) for table in tables]

        thinker = engine(game, version)

        def work() -> int:
            for states, seat in masked:
                grow(game, states, seat, Budget(iterations=_ITERATIONS), seed=1, thinker=thinker)
            return _ITERATIONS * len(masked)

        return best_rate(work, effort)

    return measure


BENCHMARKS = [
    Benchmark(f"{game}.{name}.iterations_per_s", "1/s", None, _searched(game, 2, version))
    for game in games_with("bots")
    for name, version in (("search", 2), ("search@1", 1))
]
