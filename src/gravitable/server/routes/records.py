"""Records, replays, proofs and ratings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from gravitable.core.contract import EVERYTHING, SPECTATOR
from gravitable.core.errors import BadOption, BadSeat
from gravitable.core.registry import rules_of
from gravitable.server.challenges.daily import refuse_before_end
from gravitable.server.errors import NotFinished
from gravitable.server.guard.access import Anybody, Parts, payer_of
from gravitable.server.play import records
from gravitable.server.play.match import Match
from gravitable.server.play.views import proof
from gravitable.server.protocol.parts import Person, Proof
from gravitable.server.routes.answers import RatingsAnswer, VerdictAnswer
from gravitable.server.routes.ended import finished
from gravitable.server.routes.tables import TableId

router = APIRouter(tags=["records"])

_REPLAY: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Replay"}}}}
}
_DRAWING: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/svg+xml": {}}}}
_INERT: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
"""A drawing is a picture wherever it is opened: nothing in it may run or load anything."""

Eyes = Annotated[str, Query(pattern=r"^(me|all|[0-9])$")]


@router.get("/tables/{table_id}/record", response_class=Response)
async def record(table_id: TableId, parts: Parts, request: Request) -> Response:
    """Download a finished game."""
    match = await finished(parts, table_id)
    parts.budgets.replays.charge(payer_of(request), match.version)
    info = await parts.tables.info(table_id)
    name = f"gravitable-{info.game}-{info.id}.json"
    return Response(
        msgspec.json.format(
            msgspec.json.encode(records.record(info, match, await parts.dailies.proof(match))), indent=1
        ),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/tables/{table_id}/proof")
async def show_proof(table_id: TableId, parts: Parts) -> Proof:
    """Return the secret behind all chance, after the end."""
    return proof(await finished(parts, table_id))


@router.get("/tables/{table_id}/verify")
async def show_verdict(table_id: TableId, parts: Parts, request: Request) -> VerdictAnswer:
    """Play a finished game again from its record, and say whether it was fair.

    The server judges itself here: people who do not trust it download the record and run ``gravitable verify``.
    """
    match = await finished(parts, table_id)
    parts.budgets.replays.charge(payer_of(request), match.version)
    info = await parts.tables.info(table_id)
    found = await asyncio.to_thread(records.verdict, info, match, await parts.dailies.proof(match))
    return VerdictAnswer(
        verdict=found.word,
        problems=list(found.problems),
        notes=list(found.notes),
        commitment=found.commitment,
        head=found.head,
    )


@router.get("/tables/{table_id}/replay", response_class=Response, responses=_REPLAY)
async def replay(
    table_id: TableId,
    person: Anybody,
    parts: Parts,
    request: Request,
    eyes: Eyes = "me",
) -> Response:
    """Return a game step by step: as you may see it, or after the end as anybody saw it."""
    match = (await parts.authority.look(table_id)).match
    viewer = _viewer(match, person, eyes)
    await parts.contest_desk.must_see(match, person.id if person else None, viewer)
    info, payer = await parts.tables.info(table_id), payer_of(request, person)
    parts.budgets.replays.charge(payer, match.version)
    return _Pieces(parts.replays.pieces(match, info, viewer), parts.budgets.replays_now.one(payer))


class _Pieces(StreamingResponse):
    """A long answer that counts as one on its way until the last piece is sent or nobody listens any more."""

    def __init__(self, pieces: AsyncIterator[bytes], on_its_way: AbstractContextManager[None]) -> None:
        super().__init__(pieces, media_type="application/json")
        self._on_its_way = on_its_way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; raises TooMany."""
        with self._on_its_way:
            await super().__call__(scope, receive, send)


def _viewer(match: Match, person: Person | None, eyes: str) -> int:
    """Return the viewer whose view somebody may see; raises BadSeat or NotFinished."""
    own = match.seat_of(person.id if person else None)
    if eyes == "me":
        return SPECTATOR if own is None else own
    viewer = EVERYTHING if eyes == "all" else int(eyes)
    if viewer not in (EVERYTHING, *match.players):
        raise BadSeat(f"there is no seat {viewer}")
    if not match.over and viewer != own:
        raise NotFinished("until the end you see only what you may know")
    if viewer != own:
        refuse_before_end(match)
    return viewer


@router.get("/tables/{table_id}/drawing", response_class=Response, responses=_DRAWING)
async def drawing(
    table_id: TableId,
    person: Anybody,
    parts: Parts,
    request: Request,
    eyes: Eyes = "me",
    version: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
    theme: Literal["night", "dawn"] = "night",
) -> Response:
    """Return a game as a picture (SVG), now or at an earlier version; whose eyes: as for a replay."""
    match = (await parts.authority.look(table_id)).match
    wanted = match.version if version is None else version
    if wanted > match.version:
        raise BadOption(f"version: the game is at version {match.version}")
    names = [seat.name for seat in (await parts.tables.info(table_id)).seats]
    viewer = _viewer(match, person, eyes)
    await parts.contest_desk.must_see(match, person.id if person else None, viewer)
    parts.budgets.replays.charge(payer_of(request, person), 1 if wanted == match.version else wanted)
    svg = await asyncio.to_thread(records.drawing, match, wanted, viewer, theme, names)
    return Response(svg, media_type="image/svg+xml", headers=_INERT)


@router.get("/ratings")
async def ratings(parts: Parts, game: Annotated[str, Query(max_length=20)]) -> RatingsAnswer:
    """List the best at a game."""
    return RatingsAnswer(ratings=await parts.ratings.best(rules_of(game).name))
