"""Puzzles as the browser solves them: an answer is played anew with every question, so nothing has to be kept.

What is told is what a table tells, a ``state`` and what trying something out leads to, so the client's boards need not
know that it is a puzzle. Nothing here tells the solution but ``solution``, and that is asked for after the end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from gravitable import puzzles
from gravitable.core.game import Game
from gravitable.puzzles import Attempt, Puzzle
from gravitable.server.learning.puzzle_scores import expected
from gravitable.server.play.match import Match, Row, Terms, start_row
from gravitable.server.play.views import state, tried
from gravitable.server.protocol.puzzles import PuzzleInfo, PuzzleStep, PuzzleVerdict

_NEAR: Final = 25
"""The next puzzle is one of so many that fit somebody's strength best."""


def step(puzzle: Puzzle, trying: Sequence[str]) -> PuzzleStep[Any, Any, Any, Any]:
    """Return a puzzle, and what these actions would lead to; judges nothing. Raises what the rules say."""
    match = _match(puzzle, puzzles.begin(puzzle))
    looked = tried(match, puzzle.seat, list(trying))
    return PuzzleStep(
        game=puzzle.game,
        puzzle=info(puzzle),
        state=state(match, puzzle.seat),
        tried=looked,
        complete=bool(trying) and puzzles.attempt(puzzle, trying).judgement.done,
    )


def answered(puzzle: Puzzle, actions: Sequence[str]) -> PuzzleStep[Any, Any, Any, Any]:
    """Return a puzzle after an answer, with the verdict, and what would happen then."""
    attempt = puzzles.attempt(puzzle, actions)
    match = _match(puzzle, puzzles.begin(puzzle))
    after = match.after(Row(2, 0, "play", puzzle.seat, tuple(actions)), attempt.game)
    return PuzzleStep(
        game=puzzle.game,
        puzzle=info(puzzle),
        state=state(after, puzzle.seat),
        verdict=_verdict(attempt),
    )


def solution(puzzle: Puzzle) -> PuzzleStep[Any, Any, Any, Any]:
    """Return the answer and what it leads to: only for those who solved it or gave up."""
    shown = answered(puzzle, puzzle.answer)
    return PuzzleStep(
        game=shown.game,
        puzzle=shown.puzzle,
        state=shown.state,
        verdict=shown.verdict,
        answer=list(puzzle.answer),
    )


def info(puzzle: Puzzle) -> PuzzleInfo:
    """Return what a solver may know about a puzzle."""
    return PuzzleInfo(
        id=puzzle.id,
        kind=puzzle.kind,
        difficulty=puzzle.difficulty,
        goal=puzzle.goal if puzzles.kind_of(puzzle.game, puzzle.kind).is_proved else None,
        seat=puzzle.seat,
        proved=puzzles.kind_of(puzzle.game, puzzle.kind).is_proved,
    )


def next_for(
    game: str, kind: str | None, done: set[str], strengths: dict[str, float], own: float
) -> Puzzle | None:
    """Return a puzzle that somebody has not tried, about as strong as they are; None when all are done."""
    left = [one for one in puzzles.shelf(game) if kind in (None, one.kind) and one.id not in done]
    left.sort(key=lambda one: abs(strengths.get(one.id, expected(one)) - own))
    return random.choice(left[:_NEAR]) if left else None  # noqa: S311 - nobody gains by guessing it


def _verdict(attempt: Attempt) -> PuzzleVerdict:
    judged = attempt.judgement
    return PuzzleVerdict(done=judged.done, solved=judged.solved, got=judged.got, needed=judged.needed)


def _match(puzzle: Puzzle, game: Game) -> Match:
    """Return the match at the puzzle's beginning: the solver sits where the puzzle says, bots elsewhere."""
    seats = range(game.players)
    terms = Terms(
        table_id=f"puzzle-{puzzle.game}-{puzzle.id}",
        table=game.table,
        persons=tuple(0 if seat == puzzle.seat else None for seat in seats),
        bots=tuple(None for _ in seats),
        turn_ms=None,
    )
    return Match(terms, game).after(start_row(0), game)
