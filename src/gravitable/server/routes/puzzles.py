"""Puzzles: find one, try things out, answer it. The first answer of somebody with a name counts."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from gravitable.puzzles import Puzzle, found, kind_of, kinds, shelf
from gravitable.server.guard.access import Anybody, Parts, payer_of
from gravitable.server.learning import puzzles
from gravitable.server.routes.answers import (
    NextPuzzleAnswer,
    PuzzleActions,
    PuzzleKindInfo,
    PuzzlesAnswer,
)

router = APIRouter(tags=["puzzles"])

_STEP: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/PuzzleStep"}}}}
}
GameName = Annotated[str, Path(pattern=r"^[a-z][a-z0-9]{1,19}$")]
PuzzleId = Annotated[str, Path(pattern=r"^[0-9a-f]{10}$")]
KindName = Annotated[str | None, Query(pattern=r"^[a-z]{1,16}$")]


@router.get("/puzzles/{game}")
async def overview(game: GameName, person: Anybody, parts: Parts) -> PuzzlesAnswer:
    """Say which kinds of puzzles a game has, and how you do."""
    all_puzzles = await asyncio.to_thread(shelf, game)
    progress = await parts.puzzles.progress(person, game) if person else None
    done = progress.kinds if progress else {}
    return PuzzlesAnswer(
        kinds=[
            PuzzleKindInfo(
                kind=name,
                proved=kind.is_proved,
                count=sum(one.kind == name for one in all_puzzles),
                tried=done.get(name, (0, 0))[0],
                solved=done.get(name, (0, 0))[1],
            )
            for name, kind in kinds(game).items()
        ],
        rating=progress.rating if progress else None,
        tried=progress.tried if progress else 0,
        solved=progress.solved if progress else 0,
        streak=progress.streak if progress else 0,
        longest=progress.longest if progress else 0,
    )


@router.get("/puzzles/{game}/next")
async def next_puzzle(
    game: GameName, person: Anybody, parts: Parts, kind: KindName = None
) -> NextPuzzleAnswer:
    """Return a puzzle that you have not tried, about as hard as you are strong; null when you have tried all."""
    if kind is not None:
        kind_of(game, kind)
    done = await parts.puzzles.tried(person, game) if person else set()
    own = await parts.puzzles.strength(person, game)
    chosen = puzzles.next_for(game, kind, done, await parts.puzzles.strengths(game), own)
    return NextPuzzleAnswer(puzzle=chosen.id if chosen else None)


@router.get("/puzzles/{game}/{puzzle}", response_class=Response, responses=_STEP)
async def look(
    game: GameName,
    puzzle: PuzzleId,
    person: Anybody,
    parts: Parts,
    request: Request,
    trying: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Return a puzzle, and what actions (separated by commas) would lead to; nothing is judged or counted."""
    parts.budgets.tries.charge(payer_of(request, person))
    wanted = await asyncio.to_thread(found, game, puzzle)
    actions = [action for action in trying.split(",") if action]
    return await _told(puzzles.step, wanted, actions)


@router.post("/puzzles/{game}/{puzzle}/answer", response_class=Response, responses=_STEP)
async def answer(
    game: GameName, puzzle: PuzzleId, form: PuzzleActions, person: Anybody, parts: Parts, request: Request
) -> Response:
    """Answer a puzzle: says whether it is right, and what would happen. Your first answer counts, once."""
    parts.budgets.tries.charge(payer_of(request, person), _COST)
    wanted = await asyncio.to_thread(found, game, puzzle)
    shown = await asyncio.to_thread(puzzles.answered, wanted, form.actions)
    if person and shown.verdict and shown.verdict.done:
        await parts.puzzles.count(person, wanted, solved=shown.verdict.solved)
    return Response(msgspec.json.encode(shown), media_type="application/json")


@router.post("/puzzles/{game}/{puzzle}/give-up", response_class=Response, responses=_STEP)
async def give_up(
    game: GameName, puzzle: PuzzleId, person: Anybody, parts: Parts, request: Request
) -> Response:
    """Show the answer. Unless you have answered before, this counts as not solved."""
    parts.budgets.tries.charge(payer_of(request, person), _COST)
    wanted = await asyncio.to_thread(found, game, puzzle)
    if person:
        await parts.puzzles.count(person, wanted, solved=False)
    return await _told(puzzles.solution, wanted)


_COST: Final = 4
"""An answer costs as much as so many looks: what others may do is tried in every way."""


async def _told(tell: Any, puzzle: Puzzle, *details: Any) -> Response:
    shown = await asyncio.to_thread(tell, puzzle, *details)
    return Response(msgspec.json.encode(shown), media_type="application/json")
