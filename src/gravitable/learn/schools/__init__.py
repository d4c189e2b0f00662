"""What each game brings for training: whole games in compiled code, and how many of which kind to learn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gravitable.core.errors import BadOption, suggest
from gravitable.core.registry import package_of, packages


@dataclass(frozen=True, slots=True)
class School:
    """What training needs to know about a game."""

    kernels: str
    """The module whose ``play`` plays games and keeps positions."""
    table: Callable[[int], tuple[Any, Any]]
    """Returns, for so many players, a state before the game begins and what its chance needs besides a generator."""
    mixture: Mapping[int, float]
    """How the positions of a generation are spread over numbers of players."""
    keep: float
    """Share of the positions of a game that are kept; less than 1 where neighbours are much alike."""


def school_of(game: str) -> School:
    """Return what a game brings for training; raises BadOption when it brings nothing."""
    known = [name for name, package in packages().items() if package.training is not None]
    if game not in known:
        raise BadOption(f"there is nothing to train for {game!r}; {suggest(game, known)}")
    package = package_of(game)
    school: School = package.load(package.training or "")
    return school
