"""What each game brings for the bots that think in compiled code: kernels, levels, tuned numbers.

A game names its ``Mind`` in its ``GamePackage``; for a game without one, the bots of ``generic.py`` play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from gravitable.bots.base import UnknownBot
from gravitable.core.registry import package_of
from gravitable.core.state import States

WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""The folder of the networks that ship with our own games."""

Knobs = Mapping[str, float]
"""Numbers of a search by name, in the order in which its kernel takes them."""


def steady(_masked: States) -> float:
    """Return that every decision is worth the same time."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Mind:
    """What the bots need to know about a game."""

    kernels: str
    """How the names of its modules begin, before ``_search``, ``_features``, ``_greedy``, ``_glance``, ``_doors``."""
    levels: tuple[str, ...]
    """Which bot plays at each level, the weakest first; docs/bots.md tells how far they are apart."""
    knobs: Mapping[int, Knobs]
    """The tuned numbers of each version of its search."""
    curious: str
    """Knobs for a search that gets to know weak actions too (``EvenBot``)."""
    network: Path | None = None
    """The file of the network that ships with it."""
    pace: Callable[[States], float] = steady
    """Returns how many times the average time a decision is worth; over a whole game the mean is about 1."""

    def kernel(self, name: str) -> Any:
        """Return one of its modules with kernels."""
        return import_module(f"{self.kernels}_{name}")


def mind_of(game: str) -> Mind:
    """Return what a game brings for the bots; raises UnknownGame, or UnknownBot when it brings nothing."""
    package = package_of(game)
    if package.bots is None:
        raise UnknownBot(f"{package.title} brings no compiled bots")
    mind: Mind = package.load(package.bots)
    return mind
