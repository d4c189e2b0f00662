"""The measurements of the environments for ``gravitable bench``.

Batched play uses every core. What is reported is decisions per second of CPU time, summed over all threads, times the
number of threads: an extrapolation to two cores that have nothing else to do, blind to time that a thread waits.
``envs.batched.wall_decisions_per_s`` is what the clock on the wall shows, and falls when the machine is busy.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from gravitable.cli.benchmarks import Benchmark, Effort, best_rate

_GAMES = 2048
_THREADS = 2
_STEPS = 16


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


def _batched(game: str, *, observations: bool) -> Callable[[Effort], float]:
    return lambda effort: _THREADS * best_rate(_batch(game, observations=observations), effort)


def _on_the_wall(effort: Effort) -> float:
    work, best = _batch("superstar", observations=False), 0.0
    for _ in range(effort.rounds):
        done, started = 0, time.perf_counter()
        while (spent := time.perf_counter() - started) < effort.seconds or not done:
            done += work()
        best = max(best, done / spent)
    return best


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
    from gravitable.envs import superstar_v0  # noqa: PLC0415 - needs PettingZoo

    env = superstar_v0.env(players=4)
    env.reset(seed=1)
    return best_rate(aec_work(env), effort)


def _gymnasium(effort: Effort) -> float:
    from random import Random  # noqa: PLC0415

    from gravitable.envs.seat import SeatEnv  # noqa: PLC0415 - needs Gymnasium

    env, pick = SeatEnv("superstar", bots="greedy"), Random(1).random  # noqa: S311 - not for secrets
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
    Benchmark("envs.batched.decisions_per_s", "1/s", 6_000_000, _batched("superstar", observations=False)),
    Benchmark(
        "envs.batched.observed_decisions_per_s", "1/s", 2_000_000, _batched("superstar", observations=True)
    ),
    Benchmark("envs.batched.wall_decisions_per_s", "1/s", None, _on_the_wall),
    Benchmark("envs.batched.gravwell_decisions_per_s", "1/s", None, _batched("gravwell", observations=False)),
]
if find_spec("pettingzoo"):
    BENCHMARKS.append(Benchmark("envs.pettingzoo.steps_per_s", "1/s", 60_000, _pettingzoo))
if find_spec("gymnasium"):
    BENCHMARKS.append(Benchmark("envs.gymnasium.steps_per_s", "1/s", 50_000, _gymnasium))
