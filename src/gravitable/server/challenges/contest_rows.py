"""From rows of the database to contests: what everybody is told, and how everybody stands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import distinct, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core import proof
from gravitable.core.contract import Json
from gravitable.core.registry import packages
from gravitable.server.challenges.field import GAVE_UP, Value, percents, ranks
from gravitable.server.errors import ContestClosed, ContestOver, NoSuchContest, TooMany
from gravitable.server.play import opponents
from gravitable.server.protocol.contests import (
    MAX_TABLES,
    ContestInfo,
    ContestLine,
    ContestPlace,
    ContestStatus,
    ContestTable,
)
from gravitable.server.protocol.parts import Person, SeatInfo, TableInfo, TableSettings
from gravitable.server.storage import schema
from gravitable.server.storage.database import now_ms
from gravitable.server.tables.plans import Deals, Plan
from gravitable.server.tables.table_rows import Found, infos_of

_SETTINGS: Final = msgspec.json.Decoder(TableSettings)


async def find(connection: AsyncConnection, contest_id: str, *, lock: bool = False) -> Found:
    """Return a contest's row; with ``lock``, nobody else changes the contest until the transaction ends."""
    query = select(schema.contests).where(schema.contests.c.id == contest_id)
    row = (await connection.execute(query.with_for_update() if lock else query)).first()
    if row is None:
        raise NoSuchContest("there is no such contest; check the link")
    return row


async def tables_of(connection: AsyncConnection, contest_id: str) -> list[Found]:
    """Return the rows of a contest's tables, by number; one that was closed before it began is left out."""
    tables = schema.tables.c
    query = select(schema.tables).where(tables.contest == contest_id).order_by(tables.number)
    rows = (await connection.execute(query)).all()
    return [row for row in rows if row.status != "closed" or row.started is not None]


async def seat_in(connection: AsyncConnection, contest_id: str, person: int) -> str | None:
    """Return the table of the contest at which somebody sits."""
    tables, seats = schema.tables.c, schema.seats.c
    query = (
        select(tables.id, tables.status, tables.started)
        .join(schema.seats, seats.table_id == tables.id)
        .where(tables.contest == contest_id, seats.person == person)
    )
    rows = (await connection.execute(query)).all()
    return next((row.id for row in rows if row.status != "closed" or row.started is not None), None)


async def admit(connection: AsyncConnection, table_id: str, person: Person) -> None:
    """Check whether somebody may sit down at a table, if it belongs to a contest; takes the contest's lock.

    Raises ContestOver, ContestClosed, or TooMany: whoever sits at another of its tables knows the deals.
    """
    query = select(schema.tables.c.contest).where(schema.tables.c.id == table_id)
    contest_id = (await connection.execute(query)).scalar()
    if contest_id is None:
        return
    row = await find(connection, contest_id, lock=True)
    own = await seat_in(connection, contest_id, person.id)
    if own == table_id:
        return
    must_take_people(row)
    if own is not None:
        raise TooMany("you sit at another table of this contest, with the same deals; one is enough")


def must_take_people(row: Found) -> None:
    """Raise ContestOver or ContestClosed unless new people may sit down."""
    if row.over is not None or row.ends <= now_ms():
        raise ContestOver("this contest is over; its page shows the standing")
    if row.closed is not None:
        raise ContestClosed("nobody new can join this contest any more; its page shows the standing")


def status_of(row: Found) -> ContestStatus:
    """Return whether people may sit down, play on, or neither."""
    return "over" if row.over is not None else "closed" if row.closed is not None else "open"


def plan_of(row: Found, number: int) -> Plan:
    """Return the plan of one of its tables; they are listed nowhere by themselves, and nobody sits there yet."""
    settings = _SETTINGS.decode(row.settings)
    return Plan(
        game=row.game,
        seats=row.players,
        options=json.loads(row.options),
        bots=_bots(row),
        seat=None,
        settings=replace(settings, public=False),
        rules=row.rules,
        deals=Deals(row.secret, row.proof, row.id, number),
    )


def _bots(row: Found) -> dict[int, str]:
    return {int(seat): bot for seat, bot in json.loads(row.bots).items()}


# What is told


async def lines_of(connection: AsyncConnection, rows: Sequence[Found]) -> list[ContestLine]:
    """Return contests for the lobby."""
    tables, seats = schema.tables.c, schema.seats.c
    query = (
        select(tables.contest, func.count(distinct(tables.id)), func.count(seats.person))
        .join(schema.seats, seats.table_id == tables.id)
        .where(tables.contest.in_([row.id for row in rows]))
        .where(or_(tables.status != "closed", tables.started.is_not(None)))
        .group_by(tables.contest)
    )
    counts = {one[0]: (one[1], one[2]) for one in (await connection.execute(query)).all()}
    names = await _names(connection, rows)
    return [ContestLine(**_head(row, names[row.host], *counts.get(row.id, (0, 0)))) for row in rows]


async def info_of(connection: AsyncConnection, row: Found) -> ContestInfo:
    """Return everything about a contest that anybody may know now."""
    found = await tables_of(connection, row.id)
    infos = await infos_of(connection, found)
    agreed = proof.Agreement(row.game, row.rules, row.players, json.loads(row.options), None)
    settings = _SETTINGS.decode(row.settings)
    is_over = row.over is not None
    names = await _names(connection, [row])
    people = sum(seat.person is not None for info in infos for seat in info.seats)
    return ContestInfo(
        **_head(row, names[row.host], len(infos), people),
        host=row.host,
        options=json.loads(row.options),
        clock=settings.clock,
        public=row.public,
        bots=[
            SeatInfo(seat, opponents.title(bot, row.game), bot=bot)
            for seat, bot in sorted(_bots(row).items())
        ],
        commitment=proof.commitment(row.proof, row.secret, agreed),
        max_tables=MAX_TABLES,
        seated=[_table(info, is_over=is_over) for info in infos],
        standing=_standing(row, found, infos),
        over=row.over,
    )


async def _names(connection: AsyncConnection, rows: Sequence[Found]) -> dict[int, str]:
    """Return the names of contests' hosts."""
    people = schema.people.c
    query = select(people.id, people.name).where(people.id.in_([row.host for row in rows]))
    return {one.id: one.name for one in (await connection.execute(query)).all()}


def _head(row: Found, host_name: str, tables: int, people: int) -> Json:
    return {
        "id": row.id,
        "game": row.game,
        "title": packages()[row.game].title if row.game in packages() else row.game,
        "players": row.players,
        "host_name": host_name,
        "status": status_of(row),
        "created": row.created,
        "ends": row.ends,
        "tables": tables,
        "people": people,
    }


def _table(info: TableInfo, *, is_over: bool) -> ContestTable:
    return ContestTable(
        number=info.contest.number if info.contest else 0,
        status=info.status,
        seats=info.seats,
        id=info.id if is_over else None,
        result=info.result if is_over else None,
    )


# The standing


class _Seat(NamedTuple):
    """A seat at a table that counts."""

    info: TableInfo
    seat: SeatInfo
    result: Json
    value: Value | None

    @property
    def has_resigned(self) -> bool:
        return self.seat.seat in self.result.get("resigned", ())


def _standing(row: Found, found: Sequence[Found], infos: Sequence[TableInfo]) -> list[ContestPlace]:
    """Return the people whose tables count, the best first; bots are part of the field, but have no place."""
    tables = [
        (info, json.loads(table.result))
        for table, info in zip(found, infos, strict=True)
        if table.result is not None and (row.over is None or table.finished <= row.over)
    ]
    places: list[tuple[_Seat, float | None, int]] = []
    for number in range(row.players):
        field = [_seat(info, number, result) for info, result in tables]
        counted = sum(one.value is not None for one in field)
        for one, percent in zip(field, percents([one.value for one in field]), strict=True):
            if one.seat.person is not None:
                places.append((one, percent, max(0, counted - 1) if one.value is not None else 0))
    order = ranks([percent for _, percent, _ in places])
    told = [
        _place(one, percent, compared, rank, is_over=row.over is not None)
        for (one, percent, compared), rank in zip(places, order, strict=True)
    ]
    return sorted(told, key=lambda place: (place.rank or len(told) + 1, place.table, place.seat))


def _seat(info: TableInfo, number: int, result: Json) -> _Seat:
    return _Seat(info, info.seats[number], result, value_of(info.game, result, number))


def value_of(game: str, result: Json, seat: int) -> Value | None:
    """Return what a seat is compared by: nothing where the others gave up before the game was played out."""
    if seat in result.get("resigned", ()):
        return GAVE_UP
    package = packages().get(game)
    if result["scores"] is None or package is None or package.compared is None:
        return None
    values: list[Value] = package.load(package.compared)(result)
    return values[seat]


def _place(
    one: _Seat, percent: float | None, compared: int, rank: int | None, *, is_over: bool
) -> ContestPlace:
    seat, scores = one.seat.seat, one.result["scores"]
    return ContestPlace(
        person=one.seat.person or 0,
        name=one.seat.name,
        table=one.info.contest.number if one.info.contest else 0,
        seat=seat,
        rank=rank,
        percent=percent,
        compared=compared,
        resigned=one.has_resigned,
        score=scores[seat] if is_over and scores is not None else None,
        won=is_over and seat in one.result["winners"],
    )
