"""Lessons: what there is to learn, and playing one. Nothing is stored, so these only ever answer."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from gravitable.core.lessons import lesson_of, lessons_of
from gravitable.server.guard.access import Anybody, Parts, payer_of
from gravitable.server.learning import lessons
from gravitable.server.routes.answers import LessonLine, LessonsAnswer

router = APIRouter(tags=["lessons"])

_STEP: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/LessonStep"}}}}
}
Name = Annotated[str, Path(pattern=r"^[a-z][a-z0-9-]{1,39}$")]
Language = Annotated[str, Query(pattern=r"^[a-z]{2}$")]
Turn = Annotated[str, Query(max_length=200)]


@router.get("/lessons/{game}")
async def course(game: Name, language: Language = "en") -> LessonsAnswer:
    """List the lessons of a game, in their order."""
    found = await asyncio.to_thread(lessons_of, game)
    return LessonsAnswer(
        lessons=[LessonLine(id=one.id, title=one.title.told(language), extra=one.extra) for one in found]
    )


@router.get("/lessons/{game}/{lesson}", response_class=Response, responses=_STEP)
async def play(
    game: Name,
    lesson: Name,
    person: Anybody,
    parts: Parts,
    request: Request,
    played: Annotated[list[Turn] | None, Query(max_length=8)] = None,
    trying: Turn | None = None,
    language: Language = "en",
) -> Response:
    """Return a lesson after what was played: one ``played`` for each turn, its actions separated by commas.

    ``trying`` asks what such actions would lead to; an empty one asks what can be done. The verdict is the server's.
    """
    parts.budgets.tries.charge(payer_of(request, person))
    turns = [_actions(turn) for turn in played or []]
    tried = None if trying is None else _actions(trying)
    answer = await asyncio.to_thread(_step, game, lesson, turns, tried, language)
    return Response(answer, media_type="application/json")


def _actions(turn: str) -> list[str]:
    return [action for action in turn.split(",") if action]


def _step(game: str, name: str, turns: list[list[str]], trying: list[str] | None, language: str) -> bytes:
    return msgspec.json.encode(lessons.step(lesson_of(game, name), turns, trying, language))
