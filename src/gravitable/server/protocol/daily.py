"""The daily challenge, as REST tells it: days, tries, rankings, and the links of the chain.

Dataclasses of the standard library, as in ``parts``, since they are parts of REST answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TryStatus = Literal["running", "finished", "unfinished"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyTry:
    """Somebody's one try at a day's challenge."""

    date: str
    table: str
    status: TryStatus
    """``unfinished``: the day ended before the game did, or the person gave up."""
    points: int | None = None
    lead: int | None = None
    """The lead over the best rival; negative when behind."""
    place: int | None = None
    """The place in the day's ranking; for guests, the place that they would have."""
    of: int = 0
    """How many are in the ranking, this one included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyLine:
    """One line of a day's ranking: people with a claimed name only."""

    place: int
    """Equal points and lead share a place."""
    person: int
    name: str
    points: int
    lead: int
    table: str | None = None
    """The game to watch, once the day is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyGame:
    """One game's challenge of today."""

    game: str
    title: str
    bots: list[str]
    """Who plays against you, in the order of the seats."""
    mine: DailyTry | None
    tried: int
    """How many people have begun it."""
    streak: int
    """Days in a row that you have finished it, up to today or yesterday."""
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyLink:
    """A day of the chain; see docs/daily.md."""

    date: str
    first: str
    """The first day of its chain."""
    anchor: str
    """Shown since before the first day."""
    shown: str
    """Shown since before this day: the hash of its link."""
    link: str | None
    """Null until the day is over."""
