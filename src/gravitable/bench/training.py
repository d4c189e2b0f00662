"""The measurements of learning for ``gravitable bench``: positions to learn from, made in a second of CPU time."""

from __future__ import annotations

from collections.abc import Callable

from gravitable.bench.measure import Benchmark, Effort, best_rate, games_with

_A_MINUTE_ON_TWO_CORES = 1_000_000 / 60 / 2
_COUNT = 2000


def _made(game: str) -> Callable[[Effort], float]:
    """Measure whole games of two players that the network plays, with some positions of each kept."""

    def measure(effort: Effort) -> float:
        from gravitable.bots.engines import shipped  # noqa: PLC0415 - loads Numba
        from gravitable.learn.games import Order, make_piece  # noqa: PLC0415

        order = Order(game, 2, _COUNT, seed=1, net=shipped(game))
        numbers = iter(range(10**9))
        return best_rate(lambda: len(make_piece(order, next(numbers)).positions), effort)

    return measure


BENCHMARKS = [
    Benchmark(f"{game}.learn.positions_per_s", "1/s", round(_A_MINUTE_ON_TWO_CORES), _made(game))
    for game in games_with("training")
]
