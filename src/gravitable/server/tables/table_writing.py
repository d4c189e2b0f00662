"""How a table is written into the database: made, sat down at, begun. Each works within a transaction of its caller."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core import chance, proof
from gravitable.core.contract import Json
from gravitable.core.registry import rules_of
from gravitable.server.errors import NoSuchTable, NotOpen, SeatTaken, TableFull
from gravitable.server.play.match import due, start_row
from gravitable.server.protocol.parts import Person, TableInfo, TableSettings
from gravitable.server.storage import schema
from gravitable.server.storage.database import now_ms
from gravitable.server.tables.plans import Plan, check_seat
from gravitable.server.tables.table_rows import (
    Found,
    columns_of,
    infos_of,
    match_of_rows,
    read_seats,
    settings_of,
)

_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"


async def info_of(connection: AsyncConnection, table_id: str) -> TableInfo:
    """Return a table as everybody may see it; raises NoSuchTable."""
    found = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table_id))).all()
    if not found:
        raise NoSuchTable("there is no such table; check the link")
    return (await infos_of(connection, found))[0]


async def locked(connection: AsyncConnection, table_id: str) -> tuple[Found, list[Found]]:
    """Return a table and its seats; on PostgreSQL nobody else changes them until the transaction ends."""
    query = select(schema.tables).where(schema.tables.c.id == table_id).with_for_update()
    table = (await connection.execute(query)).first()
    if table is None:
        raise NoSuchTable("there is no such table; check the link")
    return table, await read_seats(connection, table_id)


def must_be_open(table: Found) -> None:
    """Raise NotOpen unless people can still sit down."""
    if table.status != "open":
        raise NotOpen(f"this table is {table.status}; nobody can sit down or get up any more")


def free_seat(seats: list[Found], wanted: int | None) -> int:
    """Return the wanted seat, or the first that is free; raises TableFull, SeatTaken or BadSeat."""
    free = [one.seat for one in seats if one.person is None and one.bot is None]
    if not free:
        raise TableFull("every seat is taken; you can watch")
    if wanted is None:
        return int(free[0])
    check_seat(wanted, len(seats))
    if wanted not in free:
        raise SeatTaken(f"seat {wanted} is taken; free: {', '.join(map(str, free))}")
    return wanted


async def was_removed(connection: AsyncConnection, table_id: str, person: Person) -> bool:
    """Say whether the host has asked somebody to leave."""
    removed = schema.removed.c
    query = select(removed.person).where(removed.table_id == table_id, removed.person == person.id)
    return (await connection.execute(query)).first() is not None


def all_taken(seats: list[Found]) -> bool:
    """Say whether no seat is free."""
    return all(one.person is not None or one.bot is not None for one in seats)


async def sit(
    connection: AsyncConnection, table_id: str, seat: int, person: int | None = None, bot: str | None = None
) -> None:
    """Put a person, a bot or nobody on a seat."""
    seats = schema.seats.c
    change = update(schema.seats).where(seats.table_id == table_id, seats.seat == seat)
    await connection.execute(change.values(person=person, bot=bot))


async def set_columns(connection: AsyncConnection, table_id: str, **values: Any) -> None:
    """Change columns of a table's row."""
    await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**values))


async def insert_table(
    connection: AsyncConnection, host: Person, plan: Plan, options: Json, origin: str | None
) -> str:
    """Make a table without seats, and return its id."""
    table_id, deals = secrets.token_urlsafe(12), plan.deals
    values = {
        "id": table_id,
        "code": "".join(secrets.choice(_CODE_LETTERS) for _ in range(6)),
        "host": host.id,
        "game": plan.game,
        "rules": rules_of(plan.game, plan.rules).version,
        "options": json.dumps(options),
        "players": plan.seats,
        **columns_of(plan.settings),
        "secret": shared.secret if (shared := deals or plan.daily) else chance.draw_secret(),
        "proof": deals.form if deals else proof.NEWEST,
        "contest": deals.contest if deals else None,
        "number": deals.number if deals else None,
        "daily": json.dumps(asdict(plan.daily.mark)) if plan.daily else None,
        "status": "open",
        "created": now_ms(),
        "origin": origin,
        "position": plan.position,
        "past": json.dumps(asdict(plan.past)) if plan.past else None,
    }
    await connection.execute(insert(schema.tables).values(values))
    if (
        plan.daily is not None
    ):  # with its table or not at all: nobody has two tries, and no try is without its table
        mine = {"chain": plan.daily.mark.chain, "day": plan.daily.day, "game": plan.game, "person": host.id}
        await connection.execute(insert(schema.daily_tries).values(**mine, table_id=table_id))
    return table_id


async def insert_seats(connection: AsyncConnection, table_id: str, host: Person, plan: Plan) -> None:
    """Make the seats of a plan, with its bots and the host on them."""
    seats = [
        {
            "table_id": table_id,
            "seat": seat,
            "person": host.id if seat == plan.seat else None,
            "bot": plan.bots.get(seat),
        }
        for seat in range(plan.seats)
    ]
    await connection.execute(insert(schema.seats), seats)


async def start_when_full(connection: AsyncConnection, table_id: str) -> TableInfo:
    """Begin the game if the last seat is taken and the table does so by itself; return the table."""
    table, seats = await locked(connection, table_id)
    if table.autostart and all_taken(seats):
        await start(connection, table, seats)
    return await info_of(connection, table_id)


async def start(connection: AsyncConnection, table: Found, seats: list[Found]) -> None:
    """Write the first row of the game's log; from here on the game is made of its log."""
    at = now_ms()
    row = start_row(at)
    begun = match_of_rows(table, seats, [row])
    values = {"table_id": table.id, "seq": row.seq, "at": at, "kind": row.kind, "actions": ""}
    await connection.execute(insert(schema.log).values(values))
    await set_columns(
        connection, table.id, status="running", started=at, due=due(begun), clock=begun.next_deadline()
    )


def same_plan(table: Found, seats: list[Found], own: int) -> Plan:
    """Return the plan of a table again."""
    return Plan(
        game=table.game,
        seats=table.players,
        options=json.loads(table.options),
        bots={one.seat: one.bot for one in seats if one.bot is not None},
        seat=own,
        settings=replace(settings_of(table, TableSettings), autostart=True),
    )
