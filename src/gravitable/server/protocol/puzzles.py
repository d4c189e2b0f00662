"""What is told about puzzles, by REST: a puzzle is shown as a table is, by its state."""

from __future__ import annotations

from typing import Generic

from msgspec import Struct

from gravitable.server.protocol.server import BoardT, EventT, PreviewT, State, Tried, ViewT


class PuzzleInfo(Struct, frozen=True, kw_only=True):
    """What a solver may know about a puzzle."""

    id: str
    kind: str
    difficulty: int
    goal: float | None
    """What there is to reach, such as points; None where that would give something away."""
    seat: int
    proved: bool
    """Every possibility was tried; else a deep search confirmed the answer."""


class PuzzleVerdict(Struct, frozen=True, kw_only=True):
    """What became of an answer."""

    done: bool
    """The answer is complete; else more is to be chosen."""
    solved: bool
    got: float | None
    """What it reaches; None while it is not complete."""
    needed: float | None
    """What would have been possible."""


class PuzzleStep(
    Struct, Generic[ViewT, BoardT, EventT, PreviewT], frozen=True, kw_only=True, omit_defaults=True
):
    """A puzzle: at its beginning with what was tried, or after an answer with the verdict."""

    game: str
    puzzle: PuzzleInfo
    state: State[ViewT, BoardT, EventT]
    """After an answer its group tells what would happen, others' replies included."""
    tried: Tried[ViewT, BoardT, EventT, PreviewT] | None = None
    complete: bool = False
    """What was tried is a whole answer, right or wrong."""
    verdict: PuzzleVerdict | None = None
    answer: list[str] | None = None
    """Only for those who solved it or gave up."""
