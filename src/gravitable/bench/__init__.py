"""The measurements behind ``gravitable bench``.

Everything is CPU time, the best of several rounds: what the code can do, not how busy the machine was. Speeds are of
one core; starting times are those of fresh processes, where the clock on the wall shows a little more.

To add some, give a module of this package a list ``BENCHMARKS`` of ``Benchmark`` and name it in ``MODULES``.
"""

from __future__ import annotations

from importlib import import_module

from gravitable.bench.measure import QUICK, THOROUGH, Benchmark, Effort

MODULES = ("games", "start", "search", "training", "environments")

__all__ = ["QUICK", "THOROUGH", "Benchmark", "Effort", "all_benchmarks"]


def all_benchmarks() -> list[Benchmark]:
    """Return all benchmarks; those of parts that are not installed leave themselves out."""
    return [one for name in MODULES for one in import_module(f"{__name__}.{name}").BENCHMARKS]
