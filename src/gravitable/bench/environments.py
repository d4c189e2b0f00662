"""The measurements of the environments for ``gravitable bench``.

Batched play uses two cores, so its speed is that of the clock on the wall, in the best round: it falls when the machine
has other work. ``envs.batched.cpu_decisions_per_s`` does not: decisions per second of CPU time of all threads, times
two; an extrapolation, blind to time that a thread waits. Names without a game are about the first one that brings
environments.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from gravitable.bench.measure import Benchmark, Effort, best_rate, games_with

_GAMES = 8192
_THREADS = 2
_STEPS = 16
_FIRST = games_with("environments")[0]


def _batch(game: str, *, observations: bool) -> Callable[[], int]:
    """Return work on a batch of four-player games: sixteen random steps of all of them."""
    from gravitable.envs.batched import BatchedEnv  # noqa: PLC0415 - loads Numba

    env = BatchedEnv(game, _GAMES, 4, seed=1, observations=observations, threads=_THREADS)
    for _ in range(256):  # so that the games are at different stages
        env.step(env.sample())

    def work() -> int:
        for _ in range(_STEPS):
            env.step(env.sample())
        return _STEPS * _GAMES

    return work


def _batched(game: str, *, observations: bool = False) -> Callable[[Effort], float]:
    return lambda effort: best_rate(_batch(game, observations=observations), effort, time.perf_counter)


def _by_cpu_time(effort: Effort) -> float:
    return _THREADS * best_rate(_batch(_FIRST, observations=False), effort)


def aec_work(env: Any) -> Callable[[], int]:
    """Return work on a PettingZoo environment: a whole random game, counted in steps."""
    import random  # noqa: PLC0415

    pick = random.Random(1).random  # noqa: S311 - not for secrets

    def work() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            env.step(None if termination or truncation else int(legal[int(pick() * legal.size)]))
            steps += 1
        return steps

    return work


def _pettingzoo(effort: Effort) -> float:
    from gravitable.envs.aec import GravitableAEC  # noqa: PLC0415 - needs PettingZoo

    env = GravitableAEC(_FIRST, f"{_FIRST}_v0", 4)
    env.reset(seed=1)
    return best_rate(aec_work(env), effort)


def _gymnasium(effort: Effort) -> float:
    from random import Random  # noqa: PLC0415

    from gravitable.envs.seat import SeatEnv  # noqa: PLC0415 - needs Gymnasium

    env, pick = SeatEnv(_FIRST, bots="greedy"), Random(1).random  # noqa: S311 - not for secrets
    env.reset(seed=1)

    def work() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(legal[int(pick() * legal.size)])
            steps += 1
        return steps

    return best_rate(work, effort)


BENCHMARKS = [
    Benchmark("envs.batched.decisions_per_s", "1/s", 6_000_000, _batched(_FIRST)),
    Benchmark("envs.batched.observed_decisions_per_s", "1/s", 2_000_000, _batched(_FIRST, observations=True)),
    Benchmark("envs.batched.cpu_decisions_per_s", "1/s", None, _by_cpu_time),
    *(
        Benchmark(f"envs.batched.{game}_decisions_per_s", "1/s", None, _batched(game))
        for game in games_with("environments")[1:]
    ),
]
if find_spec("pettingzoo"):
    BENCHMARKS.append(Benchmark("envs.pettingzoo.steps_per_s", "1/s", 60_000, _pettingzoo))
if find_spec("gymnasium"):
    BENCHMARKS.append(Benchmark("envs.gymnasium.steps_per_s", "1/s", 50_000, _gymnasium))
