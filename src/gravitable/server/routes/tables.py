"""Tables: make, find, join, leave, start, play again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from gravitable.core.errors import BadOption
from gravitable.core.registry import game_names, package_of, rules_of
from gravitable.server.errors import NotOpen, Stale, TableFull
from gravitable.server.guard.access import Anybody, Parts, Somebody, payer_of
from gravitable.server.play import opponents
from gravitable.server.play.standings import with_standings
from gravitable.server.play.wishes import Wish
from gravitable.server.protocol.parts import TableInfo, TableSettings
from gravitable.server.protocol.server import Notice
from gravitable.server.routes.answers import (
    BotInfo,
    BotSeat,
    CodeForm,
    GameForm,
    GameInfo,
    GamesAnswer,
    LobbyAnswer,
    OptionInfo,
    OrderForm,
    RemoveForm,
    SeatForm,
    TableAnswer,
    TableForm,
    TablesAnswer,
)
from gravitable.server.services import Services, seats_of
from gravitable.server.tables.plans import Plan

router = APIRouter(tags=["tables"])

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]


@router.get("/games")
async def games() -> GamesAnswer:
    """List the games and everything that a host may choose."""
    return GamesAnswer(games=[_game(name) for name in game_names()])


def _game(name: str) -> GameInfo:
    rules = rules_of(name)
    options = [
        OptionInfo(
            name=option.name,
            kind=option.kind,
            help=option.help,
            default=option.default,
            choices=list(option.choices),
            low=option.low,
            high=option.high,
            min_players=option.min_players,
        )
        for option in rules.options
    ]
    bots = [
        BotInfo(bot=spec, title=one.title, text=one.text, face=one.face)
        for spec, one in opponents.offered(name).items()
    ]
    return GameInfo(
        name=name,
        title=rules.title,
        text=package_of(name).text,
        min_players=rules.min_players,
        max_players=rules.max_players,
        options=options,
        bots=bots,
        contests=package_of(name).compared is not None,
    )


@router.get("/lobby")
async def lobby(parts: Parts) -> LobbyAnswer:
    """List the open and running public tables, and the contests that people may join."""
    listed = await parts.lobby.now()
    return LobbyAnswer(tables=listed.tables, contests=listed.contests)


@router.get("/my-games")
async def my_games(person: Somebody, parts: Parts) -> TablesAnswer:
    """List your tables, the latest first."""
    tables = await parts.tables.of_person(person.id)
    return TablesAnswer(tables=await with_standings(tables, parts.authority))


@router.post("/tables")
async def create(form: TableForm, person: Somebody, parts: Parts, request: Request) -> TableAnswer:
    """Make a table."""
    parts.budgets.tables.charge(payer_of(request, person))
    info = await parts.tables.create(person, plan_of(form, form.seat), origin_for(parts, request))
    return await told(parts, info)


def plan_of(form: GameForm, seat: int | None) -> Plan:
    """Return what a form asks for; the host sits on this seat."""
    return Plan(
        game=form.game,
        seats=form.seats,
        options=_bounded(form.options),
        bots={bot.seat: bot.bot for bot in form.bots},
        seat=seat,
        settings=TableSettings(**{each.name: getattr(form, each.name) for each in fields(TableSettings)}),
    )


def _bounded(options: dict[str, Any]) -> dict[str, Any]:
    """Refuse what no honest host sends before the rules look at it."""
    if len(options) > 20 or len(str(options)) > 2000:
        raise BadOption("too many options, or too long")
    return options


@router.get("/tables/{table_id}")
async def table(table_id: TableId, person: Anybody, parts: Parts) -> TableAnswer:
    """Return a table."""
    info = await parts.tables.info(table_id)
    return TableAnswer(table=await parts.contest_desk.shown(info, person.id if person else None))


@router.post("/join")
async def join_by_code(form: CodeForm, person: Somebody, parts: Parts, request: Request) -> TableAnswer:
    """Find a table by its code, and sit down if there is room."""
    parts.budgets.codes.charge(payer_of(request))
    info = await parts.tables.by_code(form.code)
    try:
        return await told(parts, await parts.tables.join(person, info.id))
    except (NotOpen, TableFull):
        return TableAnswer(table=await parts.contest_desk.shown(await parts.tables.info(info.id), person.id))


@router.post("/tables/{table_id}/join")
async def join(table_id: TableId, form: SeatForm, person: Somebody, parts: Parts) -> TableAnswer:
    """Sit down at a table."""
    return await told(parts, await parts.tables.join(person, table_id, form.seat))


@router.post("/tables/{table_id}/leave")
async def leave(table_id: TableId, person: Somebody, parts: Parts, request: Request) -> TableAnswer:
    """Leave: before the start the seat is free again, during play a bot plays on."""
    info = await parts.tables.info(table_id)
    if info.status != "running":
        return await told(parts, await parts.tables.leave(person, table_id))
    if info.daily is not None:  # nobody plays for you there: the game waits until its day is over
        return TableAnswer(table=info)
    parts.budgets.standing.charge(payer_of(request, person))
    with suppress(Stale):  # a bot plays already
        await parts.authority.carry_out(table_id, Wish("away", person.id))
    return TableAnswer(table=info)


@router.post("/tables/{table_id}/order")
async def order(table_id: TableId, form: OrderForm, person: Somebody, parts: Parts) -> TableAnswer:
    """Seat everybody in another order before the start (host only): where age matters, the youngest comes first."""
    return await told(parts, await parts.tables.order(person, table_id, form.seats))


@router.post("/tables/{table_id}/remove")
async def remove(table_id: TableId, form: RemoveForm, person: Somebody, parts: Parts) -> TableAnswer:
    """Free a seat before the start (host only)."""
    info, removed = await parts.tables.remove(person, table_id, form.seat)
    if removed is not None:
        parts.hub.tell_person(removed, Notice(table=table_id, kind="removed"))
    return await told(parts, info)


@router.post("/tables/{table_id}/bot")
async def set_bot(table_id: TableId, form: BotSeat, person: Somebody, parts: Parts) -> TableAnswer:
    """Put a bot on a free seat before the start (host only)."""
    return await told(parts, await parts.tables.set_bot(person, table_id, form.seat, form.bot))


@router.post("/tables/{table_id}/start")
async def start(table_id: TableId, person: Somebody, parts: Parts) -> TableAnswer:
    """Begin the game (host only; every seat must be taken)."""
    return await told(parts, await parts.tables.start(person, table_id))


@router.post("/tables/{table_id}/rematch")
async def rematch(table_id: TableId, person: Somebody, parts: Parts, request: Request) -> TableAnswer:
    """Play again with the same settings: makes the new table, or sits down at it."""
    parts.budgets.tables.charge(payer_of(request, person))
    new = await parts.tables.rematch(person, table_id, origin_for(parts, request))
    old = await parts.tables.info(table_id)
    for other in seats_of(old):
        if other != person.id:
            parts.hub.tell_person(other, Notice(table=table_id, kind="rematch"))
    await parts.table_changed(old)
    return await told(parts, new)


def origin_for(parts: Services, request: Request) -> str:
    """Return the mark of the network that a request comes from."""
    return parts.facts.origin(payer_of(request).network)


async def told(parts: Services, info: TableInfo) -> TableAnswer:
    """Tell everybody about a table that changed, and answer with it."""
    await parts.table_changed(info)
    return TableAnswer(table=info)
