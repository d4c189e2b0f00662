"""Tables before and after play: made, joined, left, started, listed, played again."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import String, and_, cast, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core import chance, proof
from gravitable.core.contract import Json
from gravitable.core.errors import BadSeat
from gravitable.core.registry import rules_of
from gravitable.server import opponents, schema
from gravitable.server.budgets import Budgets
from gravitable.server.database import Database, now_ms
from gravitable.server.errors import (
    Forbidden,
    NoSuchTable,
    NotAtTable,
    NotFinished,
    NotOpen,
    SeatTaken,
    TableFull,
)
from gravitable.server.hoarding import refuse_hoarding
from gravitable.server.match import due, start_row
from gravitable.server.plans import Plan, check_plan, check_seat
from gravitable.server.protocol.parts import Person, TableInfo, TableSettings
from gravitable.server.table_rows import Found, columns_of, infos_of, match_of_rows, read_seats, settings_of

LOBBY_SIZE: Final = 60
MY_GAMES: Final = 100
_FORGOTTEN_MS: Final = 7 * 24 * 3600 * 1000
"""After this time an open table is no longer listed; people with its link can still join."""

_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"


class Tables:
    """All tables, in the database."""

    def __init__(self, database: Database, budgets: Budgets | None = None) -> None:
        self._database = database
        self._budgets = budgets or Budgets(1)

    # Finding

    async def info(self, table_id: str) -> TableInfo:
        """Return a table; raises NoSuchTable."""
        async with self._database.reading() as connection:
            return await _info(connection, table_id)

    async def by_code(self, code: str) -> TableInfo:
        """Return the table of a six-letter code; raises NoSuchTable."""
        query = select(schema.tables.c.id).where(schema.tables.c.code == code.upper())
        async with self._database.reading() as connection:
            table_id = (await connection.execute(query)).scalar()
            if table_id is None:
                raise NoSuchTable(f"there is no table with the code {code.upper()}")
            return await _info(connection, table_id)

    async def lobby(self) -> list[TableInfo]:
        """Return the public tables: those that wait for people, then running ones, the latest first.

        When there are more than fit, each network shows its latest before any shows its second.
        """
        tables = schema.tables.c
        owner = func.coalesce(tables.origin, cast(tables.host, String))
        place = func.row_number().over(partition_by=(owner, tables.status), order_by=tables.created.desc())
        query = (
            select(schema.tables)
            .where(
                tables.public.is_(True),
                or_(
                    tables.status == "running",
                    and_(tables.status == "open", tables.created > now_ms() - _FORGOTTEN_MS),
                ),
            )
            .order_by(tables.status, place, tables.created.desc())
            .limit(LOBBY_SIZE)
        )
        async with self._database.reading() as connection:
            found = list((await connection.execute(query)).all())
            found.sort(key=lambda table: (table.status, -table.created))
            return await infos_of(connection, found)

    async def of_person(self, person: int) -> list[TableInfo]:
        """Return somebody's tables, the latest first."""
        tables = schema.tables.c
        sits = select(schema.seats.c.table_id).where(schema.seats.c.person == person)
        query = (
            select(schema.tables)
            .where(tables.id.in_(sits), tables.status != "closed")
            .order_by(tables.created.desc())
            .limit(MY_GAMES)
        )
        async with self._database.reading() as connection:
            return await infos_of(connection, (await connection.execute(query)).all())

    # Changing; each returns the table as it is then

    async def create(self, host: Person, plan: Plan, origin: str | None = None) -> TableInfo:
        """Make a table for somebody from a network with this mark; raises what is wrong with the plan, or TooMany."""
        options = check_plan(plan)
        for attempt in range(3):
            try:
                async with self._database.writing() as connection:
                    await self._refuse_hoarding(connection, host, plan, origin)
                    table_id = await _insert_table(connection, host, plan, options, origin)
                    await _insert_seats(connection, table_id, host, plan)
                    return await _start_when_full(connection, table_id)
            except IntegrityError:  # the random code is taken: once in millions of tables
                if attempt == 2:
                    raise
        raise AssertionError

    async def _refuse_hoarding(
        self, connection: AsyncConnection, host: Person, plan: Plan, origin: str | None
    ) -> None:
        bots_only = plan.seat is None and len(plan.bots) == plan.seats
        await refuse_hoarding(connection, self._budgets, host.id, origin, bots_only=bots_only)

    async def join(self, person: Person, table_id: str, seat: int | None = None) -> TableInfo:
        """Sit down; a person who sits already stays there. Raises NotOpen, SeatTaken, TableFull or BadSeat."""
        async with self._database.writing() as connection:
            table, seats = await _locked(connection, table_id)
            if any(one.person == person.id for one in seats):
                return await _info(connection, table_id)
            _must_be_open(table)
            free = _free_seat(seats, seat)
            await _refuse_removed(connection, table_id, person)
            await _sit(connection, table_id, free, person=person.id)
            return await _start_when_full(connection, table_id)

    async def leave(self, person: Person, table_id: str) -> TableInfo:
        """Leave a table before the start; the next person becomes host, the last one closes it."""
        async with self._database.writing() as connection:
            table, seats = await _locked(connection, table_id)
            _must_be_open(table)
            own = [one.seat for one in seats if one.person == person.id]
            if not own and table.host != person.id:
                raise NotAtTable("you do not sit at this table")
            for seat in own:
                await _sit(connection, table_id, seat)
            if table.host == person.id:
                others = [one.person for one in seats if one.person not in (None, person.id)]
                change = {"host": others[0]} if others else {"status": "closed"}
                await _change(connection, table_id, **change)
            return await _info(connection, table_id)

    async def remove(self, host: Person, table_id: str, seat: int) -> tuple[TableInfo, int | None]:
        """Free a seat before the start, and say who sat there; raises Forbidden, NotOpen or BadSeat."""
        async with self._database.writing() as connection:
            table, seats = await _locked(connection, table_id)
            _must_host(table, host)
            check_seat(seat, table.players)
            await _sit(connection, table_id, seat)
            gone = seats[seat].person
            if gone not in (None, host.id):
                await connection.execute(insert(schema.removed).values(table_id=table_id, person=gone))
            return await _info(connection, table_id), gone

    async def set_bot(self, host: Person, table_id: str, seat: int, bot: str) -> TableInfo:
        """Put a bot on a free seat; raises Forbidden, NotOpen, SeatTaken, BadSeat or UnknownBot."""
        async with self._database.writing() as connection:
            table, seats = await _locked(connection, table_id)
            _must_host(table, host)
            opponents.check(bot, table.game)
            check_seat(seat, table.players)
            if seats[seat].person is not None:
                raise SeatTaken(f"somebody sits on seat {seat}; remove them first")
            await _sit(connection, table_id, seat, bot=bot)
            return await _start_when_full(connection, table_id)

    async def order(self, host: Person, table_id: str, order: list[int]) -> TableInfo:
        """Seat everybody anew: ``order`` lists the old seats; raises Forbidden, NotOpen or BadSeat."""
        async with self._database.writing() as connection:
            table, seats = await _locked(connection, table_id)
            _must_host(table, host)
            if sorted(order) != list(range(table.players)):
                raise BadSeat(f"an order names each seat from 0 to {table.players - 1} once")
            for seat in order:  # first everybody gets up: nobody may sit on two seats, not even for a moment
                await _sit(connection, table_id, seat)
            for seat, old in enumerate(order):
                await _sit(connection, table_id, seat, person=seats[old].person, bot=seats[old].bot)
            return await _info(connection, table_id)

    async def start(self, host: Person, table_id: str) -> TableInfo:
        """Begin the game; raises Forbidden, NotOpen or TableFull (when seats are free)."""
        async with self._database.writing() as connection:
            table, seats = await _locked(connection, table_id)
            _must_host(table, host)
            if not _all_taken(seats):
                raise NotOpen("some seats are still free: fill them with people or bots")
            await _start(connection, table, seats)
            return await _info(connection, table_id)

    async def rematch(self, person: Person, table_id: str, origin: str | None = None) -> TableInfo:
        """Return the table for another game with the same settings, with this person at it."""
        async with self._database.writing() as connection:
            table, seats = await _locked(connection, table_id)
            own = [one.seat for one in seats if one.person == person.id]
            if table.status != "finished":
                raise NotFinished("a rematch comes after the end of the game")
            if not own:
                raise NotAtTable("only who played may ask for a rematch")
            if table.rematch is None or await _is_closed(connection, table.rematch):
                plan = _same_plan(table, seats, own[0])
                await self._refuse_hoarding(connection, person, plan, origin)
                new_id = await _insert_table(connection, person, plan, plan.options, origin)
                await _insert_seats(connection, new_id, person, plan)
                await _change(connection, table_id, rematch=new_id)
                return await _start_when_full(connection, new_id)
        return await self._join_rematch(person, table.rematch, own[0])

    async def _join_rematch(self, person: Person, table_id: str, old_seat: int) -> TableInfo:
        try:
            return await self.join(person, table_id, old_seat)
        except SeatTaken:
            return await self.join(person, table_id)


async def _refuse_removed(connection: AsyncConnection, table_id: str, person: Person) -> None:
    removed = schema.removed.c
    query = select(removed.person).where(removed.table_id == table_id, removed.person == person.id)
    if (await connection.execute(query)).first():
        raise Forbidden("the host has asked you to leave this table")


async def _is_closed(connection: AsyncConnection, table_id: str) -> bool:
    """Say whether nobody waits at a table any more."""
    query = select(schema.tables.c.status).where(schema.tables.c.id == table_id)
    return (await connection.execute(query)).scalar() in (None, "closed")


def _same_plan(table: Found, seats: list[Found], own: int) -> Plan:
    """Return the plan of a table again."""
    return Plan(
        game=table.game,
        seats=table.players,
        options=json.loads(table.options),
        bots={one.seat: one.bot for one in seats if one.bot is not None},
        seat=own,
        settings=replace(settings_of(table, TableSettings), autostart=True),
    )


async def _info(connection: AsyncConnection, table_id: str) -> TableInfo:
    found = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table_id))).all()
    if not found:
        raise NoSuchTable("there is no such table; check the link")
    return (await infos_of(connection, found))[0]


async def _locked(connection: AsyncConnection, table_id: str) -> tuple[Found, list[Found]]:
    """Return a table and its seats; on PostgreSQL nobody else changes them until the transaction ends."""
    query = select(schema.tables).where(schema.tables.c.id == table_id).with_for_update()
    table = (await connection.execute(query)).first()
    if table is None:
        raise NoSuchTable("there is no such table; check the link")
    return table, await read_seats(connection, table_id)


def _must_be_open(table: Found) -> None:
    if table.status != "open":
        raise NotOpen(f"this table is {table.status}; nobody can sit down or get up any more")


def _must_host(table: Found, person: Person) -> None:
    if table.host != person.id:
        raise Forbidden("only the host of the table may do this")
    _must_be_open(table)


def _free_seat(seats: list[Found], wanted: int | None) -> int:
    free = [one.seat for one in seats if one.person is None and one.bot is None]
    if not free:
        raise TableFull("every seat is taken; you can watch")
    if wanted is None:
        return int(free[0])
    check_seat(wanted, len(seats))
    if wanted not in free:
        raise SeatTaken(f"seat {wanted} is taken; free: {', '.join(map(str, free))}")
    return wanted


def _all_taken(seats: list[Found]) -> bool:
    return all(one.person is not None or one.bot is not None for one in seats)


async def _sit(
    connection: AsyncConnection, table_id: str, seat: int, person: int | None = None, bot: str | None = None
) -> None:
    seats = schema.seats.c
    change = update(schema.seats).where(seats.table_id == table_id, seats.seat == seat)
    await connection.execute(change.values(person=person, bot=bot))


async def _change(connection: AsyncConnection, table_id: str, **values: Any) -> None:
    await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**values))


async def _insert_table(
    connection: AsyncConnection, host: Person, plan: Plan, options: Json, origin: str | None
) -> str:
    table_id = secrets.token_urlsafe(12)
    values = {
        "id": table_id,
        "code": "".join(secrets.choice(_CODE_LETTERS) for _ in range(6)),
        "host": host.id,
        "game": plan.game,
        "rules": rules_of(plan.game, plan.rules).version,
        "options": json.dumps(options),
        "players": plan.seats,
        **columns_of(plan.settings),
        "secret": plan.daily.secret if plan.daily else chance.draw_secret(),
        "proof": proof.NEWEST,
        "status": "open",
        "created": now_ms(),
        "origin": origin,
        "position": plan.position,
        "past": json.dumps(asdict(plan.past)) if plan.past else None,
        "daily": json.dumps(asdict(plan.daily.mark)) if plan.daily else None,
    }
    await connection.execute(insert(schema.tables).values(values))
    if (
        plan.daily is not None
    ):  # with its table or not at all: nobody has two tries, and no try is without its table
        mine = {"chain": plan.daily.mark.chain, "day": plan.daily.day, "game": plan.game, "person": host.id}
        await connection.execute(insert(schema.daily_tries).values(**mine, table_id=table_id))
    return table_id


async def _insert_seats(connection: AsyncConnection, table_id: str, host: Person, plan: Plan) -> None:
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


async def _start_when_full(connection: AsyncConnection, table_id: str) -> TableInfo:
    table, seats = await _locked(connection, table_id)
    if table.autostart and _all_taken(seats):
        await _start(connection, table, seats)
    return await _info(connection, table_id)


async def _start(connection: AsyncConnection, table: Found, seats: list[Found]) -> None:
    """Write the first row of the game's log; from here on the game is made of its log."""
    at = now_ms()
    row = start_row(at)
    begun = match_of_rows(table, seats, [row])
    values = {"table_id": table.id, "seq": row.seq, "at": at, "kind": row.kind, "actions": ""}
    await connection.execute(insert(schema.log).values(values))
    await _change(
        connection, table.id, status="running", started=at, due=due(begun), clock=begun.next_deadline()
    )
