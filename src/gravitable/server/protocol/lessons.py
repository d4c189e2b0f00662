"""What is told about lessons, by REST: a lesson is shown as a table is, by its state."""

from __future__ import annotations

from typing import Generic, Literal

from msgspec import Struct

from gravitable.server.protocol.server import BoardT, EventT, PreviewT, State, Tried, ViewT


class LessonInfo(Struct, frozen=True, kw_only=True):
    """A lesson, in the reader's language."""

    id: str
    title: str
    task: str
    number: int
    """Its place among the lessons of its kind (course or extras), from 1."""
    of: int
    extra: bool
    """Not part of the short course."""
    next: str | None
    """The lesson after it."""


class LessonAnswer(Struct, frozen=True, kw_only=True):
    """What is said about what the learner did."""

    verdict: Literal["right", "wrong", "go-on"]
    text: str


class LessonStep(
    Struct, Generic[ViewT, BoardT, EventT, PreviewT], frozen=True, kw_only=True, omit_defaults=True
):
    """A lesson after what the learner played, and what it would lead to if they did what they are trying."""

    game: str
    lesson: LessonInfo
    state: State[ViewT, BoardT, EventT]
    tried: Tried[ViewT, BoardT, EventT, PreviewT] | None = None
    """Only when something, or nothing, was to be tried."""
    answer: LessonAnswer | None = None
    """None as long as there is nothing to say."""
