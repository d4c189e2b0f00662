"""Lessons as the browser plays them: an attempt is played anew with every question, so nothing has to be kept.

What is told is what a table tells: a ``state``, and what trying something out would lead to. So the client's boards
need not know that it is a lesson.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gravitable.core.lessons import Answer, Attempt, Lesson, lessons_of
from gravitable.server.play.match import Match, Row, Terms, start_row
from gravitable.server.play.views import state, tried
from gravitable.server.protocol.lessons import LessonAnswer, LessonInfo, LessonStep

Turns = Sequence[Sequence[str]]


def step(
    lesson: Lesson, played: Turns, trying: Sequence[str] | None, language: str
) -> LessonStep[Any, Any, Any, Any]:
    """Return a lesson after the turns that were played; raises what the rules say."""
    attempt = Attempt(lesson)
    match = _match(attempt)
    for number, actions in enumerate(played, start=2):
        attempt.play(actions)
        match = match.after(Row(number, 0, "play", lesson.seat, tuple(actions)), attempt.game)
    may_try = trying is not None and lesson.seat in attempt.game.to_act
    looked = tried(match, lesson.seat, list(trying or ())) if may_try else None
    answer = attempt.judge(played[-1] if played else (), trying=(trying or ()) if may_try else ())
    return LessonStep(
        game=lesson.game,
        lesson=info(lesson, language),
        state=state(match, lesson.seat),
        tried=looked,
        answer=_told(answer, language),
    )


def info(lesson: Lesson, language: str) -> LessonInfo:
    """Return what is told about a lesson itself."""
    everything = [one.id for one in lessons_of(lesson.game)]
    kind = [one.id for one in lessons_of(lesson.game) if one.extra == lesson.extra]
    after = everything[everything.index(lesson.id) + 1 :]
    return LessonInfo(
        id=lesson.id,
        title=lesson.title.told(language),
        task=lesson.task.told(language),
        number=kind.index(lesson.id) + 1,
        of=len(kind),
        extra=lesson.extra,
        next=after[0] if after else None,
    )


def _told(answer: Answer | None, language: str) -> LessonAnswer | None:
    if answer is None:
        return None
    return LessonAnswer(verdict=answer.verdict, text=answer.text.told(language))


def _match(attempt: Attempt) -> Match:
    """Return the match at the lesson's beginning: the learner sits where the lesson says, bots elsewhere."""
    game, lesson = attempt.game, attempt.lesson
    seats = range(game.players)
    terms = Terms(
        table_id=f"lesson-{lesson.game}-{lesson.id}",
        table=game.table,
        persons=tuple(0 if seat == lesson.seat else None for seat in seats),
        bots=tuple(None for _ in seats),
        turn_ms=None,
    )
    return Match(terms, game).after(start_row(0), game)
