"""What the analysis board is told, by REST. Nothing is kept: every question brings its start and all lines since.

A *line* is one line of a record's log: ``[0, "drop"]`` for an action of seat 0, ``["deal", "9f3a..."]`` for a chance
event with its seed. Views, boards, events and previews are those of the game, as in ``server``.
"""

from __future__ import annotations

from typing import Generic

from msgspec import Struct

from gravitable.server.protocol.parts import Outcome
from gravitable.server.protocol.server import BoardT, EventT, LineStep, PreviewT, ViewT

LogLine = tuple[int | str, str]


class AnalysisOpening(Struct, frozen=True, kw_only=True):
    """Something to analyse: a start, and what was played from there."""

    game: str
    title: str
    """The title of the game, in English."""
    players: int
    start: str
    """A position text."""
    lines: list[LogLine]
    names: list[str]
    """The players' names by seat, where they are known; else empty."""
    versions: list[int]
    """For a finished table: how many of ``lines`` were played at each version of its game, from version 0."""
    table: str | None = None
    offset: int = 0
    """For a finished table: how many entries of its log come before ``start``."""


class AnalysisSeat(Struct, Generic[PreviewT], frozen=True, kw_only=True):
    """What one seat may do now."""

    seat: int
    legal: list[str]
    previews: list[PreviewT]
    """One for each of ``legal``, in the same order."""


class AnalysisLook(Struct, Generic[ViewT, BoardT, EventT, PreviewT], frozen=True, kw_only=True):
    """A position of an analysis."""

    game: str
    added: list[LogLine]
    """What chance decided after the last line: send it along from now on."""
    position: str
    """The position as text; empty when it is looked at with the eyes of one seat."""
    to_act: list[int]
    seats: list[AnalysisSeat[PreviewT]]
    """The choices of those who have to act and whose cards may be seen."""
    events: list[EventT]
    """What the last line made happen, and chance after it."""
    sentences: list[str] | None
    """The events in English, for games that have no board of their own in the browser."""
    view: ViewT
    board: BoardT
    drawing: str | None
    """The position as SVG, for the same games."""
    over: bool
    result: Outcome | None
    has_spread: bool
    """Whether it can be asked where everything may end if the open choices are left to chance."""


class ThoughtLine(Struct, frozen=True, kw_only=True):
    """One of the best actions of a seat, with what should follow."""

    seat: int
    action: str
    chance: float
    band: float
    """One standard error of it."""
    line: list[LineStep]
    """What is expected next; with all cards open every step can be played."""


class AnalysisThought(Struct, frozen=True, kw_only=True):
    """What the search thinks of a position."""

    iterations: int
    """How many iterations each search behind a figure had."""
    chances: list[float]
    """Everybody's chance to win, by seat."""
    bands: list[float]
    """One standard error of each chance."""
    lines: list[ThoughtLine]
    """The best actions, the best first."""


class AnalysisMove(Struct, frozen=True, kw_only=True):
    """What a bot would play."""

    seat: int
    action: str
