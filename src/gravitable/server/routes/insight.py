"""Finished games understood afterwards: reviews, their moments, another try, and playing on from there."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from gravitable.server.guard.access import Anybody, Parts, Somebody, payer_of
from gravitable.server.insight import moments
from gravitable.server.play.match import Match
from gravitable.server.protocol.parts import Past
from gravitable.server.routes.answers import PlayOnForm, TableAnswer, TrialForm
from gravitable.server.routes.ended import finished
from gravitable.server.routes.tables import TableId
from gravitable.server.tables.plans import Plan

router = APIRouter(tags=["insight"])

Entry = Annotated[int, Path(ge=0, le=100_000)]


def shape(name: str) -> dict[int | str, dict[str, Any]]:
    """Return how OpenAPI tells what an answer of this type looks like."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {200: {"content": {"application/json": {"schema": schema}}}}


_REVIEW: Final = shape("ReviewAnswer")


def _answer(told: Any) -> Response:
    return Response(msgspec.json.encode(told), media_type="application/json")


@router.post("/tables/{table_id}/review", response_class=Response, responses=_REVIEW)
async def ask_review(table_id: TableId, person: Somebody, parts: Parts, request: Request) -> Response:
    """Ask for a review of a finished game; asking for one that is there costs nothing."""
    await finished(parts, table_id)
    told = await parts.reviews.status(table_id, person.id)
    if told.status in ("none", "failed"):
        parts.budgets.reviews.charge(payer_of(request, person))
        told = await parts.reviews.ask(table_id, person.id)
    return _answer(told)


@router.get("/tables/{table_id}/review", response_class=Response, responses=_REVIEW)
async def review(
    table_id: TableId, person: Anybody, parts: Parts, seen: Annotated[int, Query(ge=-1)] = -1
) -> Response:
    """Return a review, or how far it is; ``seen``: how many steps of it you know, so as not to get them again."""
    await finished(parts, table_id)
    return _answer(await parts.reviews.status(table_id, person.id if person else None, seen))


@router.delete("/tables/{table_id}/review", response_class=Response, responses=_REVIEW)
async def cancel_review(table_id: TableId, person: Somebody, parts: Parts) -> Response:
    """Take back a review that you asked for and that is not there yet."""
    await finished(parts, table_id)
    return _answer(await parts.reviews.cancel(table_id, person.id))


@router.get("/tables/{table_id}/moments/{entry}", response_class=Response, responses=shape("Moment"))
async def moment(table_id: TableId, entry: Entry, parts: Parts, request: Request) -> Response:
    """Return a moment of a finished game as the seat that decided could see it, with all it could have played."""
    match = await finished(parts, table_id)
    parts.budgets.replays.charge(payer_of(request), match.version)
    return _answer(await asyncio.to_thread(moments.moment, match, entry))


@router.get("/tables/{table_id}/moments/{entry}/line", response_class=Response, responses=shape("Line"))
async def line(
    table_id: TableId, entry: Entry, parts: Parts, request: Request, which: Literal["best", "taken"] = "best"
) -> Response:
    """Return what the reference expected after the best action, or after the one taken, step by step."""
    match = await finished(parts, table_id)
    decision = moments.decision_at(await parts.reviews.whole(match), entry)
    parts.budgets.replays.charge(payer_of(request), match.version)
    return _answer(await asyncio.to_thread(moments.line, match, decision, which))


@router.post(
    "/tables/{table_id}/moments/{entry}/try", response_class=Response, responses=shape("ReviewTrialAnswer")
)
async def try_again(
    table_id: TableId, entry: Entry, form: TrialForm, person: Somebody, parts: Parts, request: Request
) -> Response:
    """Say what you would have played, and hear what the reference thinks of it."""
    match = await finished(parts, table_id)
    found = await parts.reviews.whole(match)
    decision = moments.decision_at(found, entry)
    parts.budgets.hints.charge(payer_of(request, person))
    return _answer(
        await parts.hints.think(match.game.name, moments.trial, match, found, decision, form.action)
    )


@router.post("/tables/{table_id}/moments/{entry}/play-on")
async def play_on(
    table_id: TableId, entry: Entry, form: PlayOnForm, person: Somebody, parts: Parts, request: Request
) -> TableAnswer:
    """Go on from a moment of a finished game against bots, on the seat that decided there or on another."""
    match = await finished(parts, table_id)
    parts.budgets.tables.charge(payer_of(request, person))
    seat = moments.decider(match, entry) if form.seat is None else form.seat
    position, version = await asyncio.to_thread(_position, match, entry)
    plan = Plan(
        game=match.game.name,
        seats=match.game.players,
        options=match.game.options,
        bots={other: form.bot for other in match.players if other != seat},
        seat=seat,
        position=position,
        rules=match.game.rules.version,
        past=Past(table_id, entry, version),
    )
    info = await parts.tables.create(person, plan, parts.facts.origin(payer_of(request).network))
    await parts.table_changed(info)
    return TableAnswer(table=info)


def _position(match: Match, entry: int) -> tuple[str, int]:
    moments.decider(match, entry)
    return moments.game_at(match, entry).position(), moments.version_at(match, entry)
