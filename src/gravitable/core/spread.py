"""Where pieces may end when some choices are made and the others are left to chance.

A game in which several choose at once names a ``SpreadFunction`` in its ``GamePackage``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

import msgspec

from gravitable.core.chance import Rng
from gravitable.core.package import package_of
from gravitable.core.state import States

SAMPLES: Final = 1000


class ScatterShare(msgspec.Struct, frozen=True, gc=False):
    """How often a piece ends at a place, from 0 to 1."""

    place: int
    share: float


class ScatterRow(msgspec.Struct, frozen=True):
    """Where one piece may end."""

    piece: str
    """The name of the piece, as in views."""
    seat: int | None
    """Whose it is; None: nobody's."""
    mean: float
    shares: list[ScatterShare]
    """By place, ascending."""


class Scatter(msgspec.Struct, frozen=True):
    """Where everything may end."""

    samples: int
    waiting: list[int]
    """The seats whose next choice was left to chance."""
    rows: list[ScatterRow]


def row_of(piece: str, seat: int | None, counts: Mapping[int, int]) -> ScatterRow:
    """Return a row from how often a piece ended at each place."""
    total = sum(counts.values())
    shares = [ScatterShare(place, counts[place] / total) for place in sorted(counts)]
    return ScatterRow(piece, seat, _mean(shares), shares)


def _mean(shares: Iterable[ScatterShare]) -> float:
    return sum(one.place * one.share for one in shares)


SpreadFunction = Callable[[States, Rng], Scatter]
"""Makes the open choices at random, many times, and returns where the pieces ended."""


@cache
def spread_of(game: str) -> SpreadFunction | None:
    """Return what a game brings for spreads, None when it brings nothing; raises UnknownGame."""
    package = package_of(game)
    if package.spread is None:
        return None
    found: SpreadFunction = package.load(package.spread)
    return found
