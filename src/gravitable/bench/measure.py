"""What a measurement is: a name, a unit, what we aim for, and how it is measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from gravitable.core.package import packages


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
        """Whether the target is the least that is wanted, not the most."""
        return self.unit.startswith("1/")

    def meets(self, value: float) -> bool | None:
        """Say whether a value reaches the target, if there is one."""
        if self.target is None:
            return None
        return value >= self.target if self.more_is_better else value <= self.target


def games_with(*parts: str) -> list[str]:
    """Return the games that bring all of these parts, such as ``simulate`` (fields of ``GamePackage``)."""
    return [name for name, package in packages().items() if all(getattr(package, part) for part in parts)]


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
