"""What each game brings for the bots that think in compiled code: kernels, levels, tuned numbers.

A game names its ``Mind`` in its ``GamePackage``; for a game without one, the bots of ``generic.py`` play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from gravitable.bots.base import UnknownBot
from gravitable.core.registry import package_of
from gravitable.core.state import States

WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""The folder of the networks that ship with our own games."""

Knobs = Mapping[str, float]
"""Numbers of a search by name, in the order in which its kernel takes them."""


class Pace(NamedTuple):
    """How long to think about a decision."""

    now: float
    """So many times the average of a game; over a whole game the mean is about 1."""
    longest: float
    """The same for the decisions of this game that get the most."""


STEADY: Final = Pace(1.0, 1.0)


def steady(_masked: States) -> Pace:
    """Return that every decision is worth the same time."""
    return STEADY


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
    pace: Callable[[States], Pace] = steady
    """Returns how long a decision is worth thinking about, given the masked state."""

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
