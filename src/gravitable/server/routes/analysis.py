"""The analysis board: finished games, position texts and records, move by move, with searches and bots.

Questions are posted because they are long; they change nothing, and nothing of them is stored.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request, Response

from gravitable.core.errors import GameOver, NotYourTurn
from gravitable.core.game import Game
from gravitable.puzzles import found
from gravitable.server.errors import NotFinished
from gravitable.server.guard.access import Anybody, Parts, payer_of
from gravitable.server.guard.budgets import Payer
from gravitable.server.insight import analyses
from gravitable.server.insight.analyses import Replaying
from gravitable.server.insight.thinking import Question
from gravitable.server.play import opponents
from gravitable.server.protocol.analysis import AnalysisMove
from gravitable.server.routes.answers import (
    AnalysisBotForm,
    AnalysisForm,
    AnalysisLookForm,
    AnalysisTextForm,
    AnalysisThinkForm,
)
from gravitable.server.routes.ended import finished
from gravitable.server.routes.insight import shape
from gravitable.server.routes.puzzles import GameName, PuzzleId
from gravitable.server.routes.tables import TableId
from gravitable.server.services import Services

router = APIRouter(tags=["analysis"])

COSTS: Final = (1, 2, 6)
"""What each level of thinking costs."""
_BOT_COST: Final = 3
_OPENING: Final = shape("AnalysisOpening")


def _answer(told: Any) -> Response:
    return Response(msgspec.json.encode(told), media_type="application/json")


@router.get("/tables/{table_id}/analysis", response_class=Response, responses=_OPENING)
async def open_table(table_id: TableId, parts: Parts, request: Request) -> Response:
    """Open a finished game for analysis; a game that goes on is refused."""
    match = await finished(parts, table_id)
    parts.budgets.replays.charge(payer_of(request), match.version)
    names = [seat.name for seat in (await parts.tables.info(table_id)).seats]
    parts.thinkers.warm()
    return _answer(await asyncio.to_thread(analyses.opened_match, match, names))


@router.get("/puzzles/{game}/{puzzle}/analysis", response_class=Response, responses=_OPENING)
async def open_puzzle(
    game: GameName, puzzle: PuzzleId, person: Anybody, parts: Parts, request: Request
) -> Response:
    """Open a puzzle for analysis; whoever is scored must have answered it or given up before."""
    parts.budgets.tries.charge(payer_of(request, person))
    wanted = await asyncio.to_thread(found, game, puzzle)
    if person and puzzle not in await parts.puzzles.tried(person, game):
        raise NotFinished("first answer the puzzle, or give up: the position shows what is hidden from you")
    parts.thinkers.warm()
    return _answer(await asyncio.to_thread(analyses.opened_text, wanted.position))


@router.post("/analysis/open", response_class=Response, responses=_OPENING)
async def open_text(form: AnalysisTextForm, person: Anybody, parts: Parts, request: Request) -> Response:
    """Open a record or a position text."""
    parts.budgets.replays.charge(payer_of(request, person), 1 + len(form.text) // 20)
    parts.thinkers.warm()
    return _answer(await asyncio.to_thread(analyses.opened_text, form.text))


@router.post("/analysis/look", response_class=Response, responses=shape("AnalysisLook"))
async def look(form: AnalysisLookForm, person: Anybody, parts: Parts, request: Request) -> Response:
    """Return a position with everything that can be played there."""
    game, replaying = await _played(parts, form, payer_of(request, person))
    return _answer(await asyncio.to_thread(analyses.look, game, replaying, form.eyes))


@router.post("/analysis/steps", response_class=Response, responses=shape("AnalysisSteps"))
async def steps(form: AnalysisForm, person: Anybody, parts: Parts, request: Request) -> Response:
    """Return every action of a variation where it was chosen, so that a list of moves can name them all."""
    payer = payer_of(request, person)
    parts.budgets.analyses.charge(payer)
    parts.budgets.replays.charge(payer, 1 + len(form.lines))
    return _answer(await asyncio.to_thread(analyses.steps, form.start, form.lines))


@router.post("/analysis/think", response_class=Response, responses=shape("AnalysisThought"))
async def think(form: AnalysisThinkForm, person: Anybody, parts: Parts, request: Request) -> Response:
    """Search a position: everybody's chances, and the best actions of one seat with what should follow.

    A later question of the same page makes an earlier one ``outdated``.
    """
    payer = payer_of(request, person)
    game, _ = await _played(parts, form, payer)
    if game.over:
        raise GameOver("the game is over here; there is nothing to think about")
    parts.budgets.thoughts.charge(payer, COSTS[form.level])
    question = Question(position=game.position(), seat=form.seat, eyes=form.eyes, level=form.level)
    return _answer((await parts.thinkers.ask((payer, form.page), question)).thought)


@router.post("/analysis/bot", response_class=Response, responses=shape("AnalysisMove"))
async def bot(form: AnalysisBotForm, person: Anybody, parts: Parts, request: Request) -> Response:
    """Let a bot choose for a seat; it sees what that seat could see."""
    payer = payer_of(request, person)
    game, _ = await _played(parts, form, payer)
    if form.seat not in game.to_act:
        if game.over:
            raise GameOver("the game is over here; nobody can move")
        raise NotYourTurn(f"seat {form.seat} is not to act; the game waits for {game.to_act}", game.to_act)
    await asyncio.to_thread(opponents.check, form.bot, game.name)
    parts.budgets.thoughts.charge(payer, _BOT_COST)
    question = Question(position=game.position(), seat=form.seat, bot=form.bot)
    word = await parts.thinkers.ask((payer, form.page), question)
    return _answer(AnalysisMove(seat=form.seat, action=word.action or ""))


@router.post("/analysis/spread", response_class=Response, responses=shape("Scatter"))
async def spread(form: AnalysisForm, person: Anybody, parts: Parts, request: Request) -> Response:
    """Leave all open choices to chance, and see where everything may end."""
    payer = payer_of(request, person)
    game, _ = await _played(parts, form, payer)
    parts.budgets.thoughts.charge(payer, COSTS[0])
    return _answer(await asyncio.to_thread(analyses.scatter, game))


@router.post("/analysis/record", response_class=Response)
async def record(form: AnalysisForm, person: Anybody, parts: Parts, request: Request) -> Response:
    """Return a variation as a record that ``gravitable replay`` and ``gravitable verify`` read."""
    game, _ = await _played(parts, form, payer_of(request, person))
    text = msgspec.json.format(msgspec.json.encode(await asyncio.to_thread(analyses.record, game)), indent=1)
    return Response(text, media_type="application/json")


async def _played(parts: Services, form: AnalysisForm, payer: Payer) -> tuple[Game, Replaying]:
    """Return the position that a question is about; raises what the rules say."""
    parts.budgets.analyses.charge(payer)
    replaying = parts.analyses.prepare(form.start, form.lines)
    parts.budgets.replays.charge(payer, replaying.cost)
    game = await asyncio.to_thread(replaying.game)
    parts.analyses.keep(form.start, replaying, game)
    return game, replaying
