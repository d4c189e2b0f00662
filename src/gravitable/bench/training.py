"""The measurements of learning for ``gravitable bench``: positions to learn from.

Those of one core are made in a second of CPU time. Those of two cores are made in a minute of the clock on the wall, as
``gravitable train`` makes them, so they fall when the machine has other work.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gravitable.bench.measure import Benchmark, Effort, best_rate, games_with

_A_MINUTE = 1_000_000
_CORES = 2
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


def _made_by_two(game: str) -> Callable[[Effort], float]:
    """Measure the same on two cores at once."""

    def measure(effort: Effort) -> float:
        from gravitable.bots.engines import shipped  # noqa: PLC0415 - loads Numba
        from gravitable.learn.games import PIECE, Order, make  # noqa: PLC0415

        order = Order(game, 2, 2 * _CORES * PIECE, seed=1, net=shipped(game))

        def work() -> int:
            return sum(len(piece.positions) for piece in make(order, _CORES))

        return 60 * best_rate(work, effort, time.perf_counter)

    return measure


def _benchmarks(game: str) -> list[Benchmark]:
    each = round(_A_MINUTE / 60 / _CORES)
    return [
        Benchmark(f"{game}.learn.positions_per_s", "1/s", each, _made(game)),
        Benchmark(f"{game}.learn.two_cores_positions_per_min", "1/min", _A_MINUTE, _made_by_two(game)),
    ]


BENCHMARKS = [one for game in games_with("training") for one in _benchmarks(game)]
