"""From rows of the database to tables, seats and matches."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core import proof
from gravitable.core.registry import packages
from gravitable.server.play import opponents
from gravitable.server.play.match import Match, Row, Terms, begin, table_of
from gravitable.server.protocol.parts import (
    Clock,
    DailyMark,
    InContest,
    Outcome,
    Past,
    SeatInfo,
    TableInfo,
    TableSettings,
)
from gravitable.server.storage import schema

Found = Any
"""What a query found in the database: its columns by name."""
_Settings = TypeVar("_Settings", bound=TableSettings)

_MS = {"none": 0, "turn-seconds": 1000, "turn-days": 24 * 3600 * 1000}


async def read_seats(connection: AsyncConnection, *table_ids: str) -> list[Found]:
    """Return the seats of tables, in order, with the names of the people who sit there."""
    seats, people = schema.seats, schema.people
    query = (
        select(seats.c.table_id, seats.c.seat, seats.c.person, seats.c.bot, people.c.name)
        .join(people, people.c.id == seats.c.person, isouter=True)
        .where(seats.c.table_id.in_(table_ids))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    return list((await connection.execute(query)).all())


async def infos_of(connection: AsyncConnection, tables: Sequence[Found]) -> list[TableInfo]:
    """Return tables as everybody may see them."""
    seats: dict[str, list[SeatInfo]] = defaultdict(list)
    games = {table.id: table.game for table in tables}
    for seat in await read_seats(connection, *games):
        seats[seat.table_id].append(_seat_info(seat, games[seat.table_id]))
    return [_table_info(table, seats[table.id]) for table in tables]


def _seat_info(seat: Found, game: str) -> SeatInfo:
    name = opponents.title(seat.bot, game) if seat.bot else seat.name or ""
    return SeatInfo(seat.seat, name, seat.person, seat.bot)


def settings_of(table: Found, kind: type[_Settings]) -> _Settings:
    """Return what the host decided about a table; what nobody had thought of when it began is as usual."""
    return kind(**_decided(table, kind))


def _decided(table: Found, kind: type[TableSettings]) -> dict[str, Any]:
    in_columns, others = _places(kind)
    more = json.loads(table.more or "{}")
    return {
        "clock": Clock(table.clock_kind, table.clock_amount),
        **{name: getattr(table, name) for name in in_columns},
        **{name: more[name] for name in others if name in more},
    }


def columns_of(settings: TableSettings) -> dict[str, Any]:
    """Return the columns that keep what the host decided."""
    in_columns, others = _places(type(settings))
    return {
        "clock_kind": settings.clock.kind,
        "clock_amount": settings.clock.amount,
        **{name: getattr(settings, name) for name in in_columns},
        "more": json.dumps({name: getattr(settings, name) for name in others}) if others else None,
    }


def _places(kind: type[TableSettings]) -> tuple[list[str], list[str]]:
    """Return the settings that have a column of their own, and those that share one; a clock has two."""
    names = [each.name for each in fields(kind) if each.name != "clock"]
    return [n for n in names if n in schema.tables.c], [n for n in names if n not in schema.tables.c]


def _table_info(table: Found, seats: list[SeatInfo]) -> TableInfo:
    options = json.loads(table.options)
    agreed = proof.Agreement(table.game, table.rules, table.players, options, table.position)
    return TableInfo(
        id=table.id,
        code=table.code,
        game=table.game,
        title=packages()[table.game].title if table.game in packages() else table.game,
        options=options,
        seats=seats,
        host=table.host,
        **_decided(table, TableSettings),
        status=table.status,
        commitment=proof.commitment(table.proof, table.secret, agreed),
        created=table.created,
        started=table.started,
        finished=table.finished,
        rematch=table.rematch,
        past=Past(**json.loads(table.past)) if table.past else None,
        contest=InContest(table.contest, table.number) if table.contest else None,
        daily=_daily(table),
        result=Outcome.of(json.loads(table.result)) if table.result else None,
    )


def _daily(table: Found) -> DailyMark | None:
    return DailyMark(**json.loads(table.daily)) if table.daily else None


def _has_hints(table: Found, seats: Sequence[Found]) -> bool:
    """Say whether hints are given: where all agreed to them, or one person plays with bots; never where it counts."""
    people = sum(seat.person is not None for seat in seats)
    counts = table.rated or table.daily or table.contest is not None
    return not counts and (settings_of(table, TableSettings).hints or people == 1)


def match_of_rows(table: Found, seats: Sequence[Found], rows: Iterable[Row]) -> Match:
    """Return the match that a table's log tells, by the rules that it began with; raises UnknownRulesVersion."""
    options = json.loads(table.options)
    agreed = table_of(
        table.game,
        table.players,
        options,
        table.secret,
        version=table.rules,
        form=table.proof,
        position=table.position,
    )
    terms = Terms(
        table_id=table.id,
        table=agreed,
        persons=tuple(seat.person for seat in seats),
        bots=tuple(seat.bot for seat in seats),
        turn_ms=_MS[table.clock_kind] * table.clock_amount or None,
        host=table.host,
        origin=table.origin,
        hints=_has_hints(table, seats),
        contest=table.contest,
        daily=_daily(table),
    )
    match = begin(terms)
    for row in rows:
        match = match.after(row)
    return match
