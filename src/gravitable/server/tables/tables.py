"""Tables before and after play: made, joined, left, started, listed, played again."""

from __future__ import annotations

from typing import Final

from sqlalchemy import String, and_, cast, func, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core.errors import BadSeat
from gravitable.server.challenges.contest_rows import admit
from gravitable.server.errors import (
    Forbidden,
    NoSuchTable,
    NotAtTable,
    NotFinished,
    NotOpen,
    SeatTaken,
)
from gravitable.server.guard.budgets import Budgets
from gravitable.server.guard.hoarding import refuse_hoarding
from gravitable.server.play import opponents
from gravitable.server.protocol.parts import Person, TableInfo
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms
from gravitable.server.tables.plans import Plan, check_plan, check_seat
from gravitable.server.tables.table_rows import Found, infos_of
from gravitable.server.tables.table_writing import (
    all_taken,
    free_seat,
    info_of,
    insert_seats,
    insert_table,
    locked,
    must_be_open,
    same_plan,
    set_columns,
    sit,
    start,
    start_when_full,
    was_removed,
)

LOBBY_SIZE: Final = 60
MY_GAMES: Final = 100
_FORGOTTEN_MS: Final = 7 * 24 * 3600 * 1000
"""After this time an open table is no longer listed; people with its link can still join."""


class Tables:
    """All tables, in the database."""

    def __init__(self, database: Database, budgets: Budgets | None = None) -> None:
        self._database = database
        self._budgets = budgets or Budgets(1)

    # Finding

    async def info(self, table_id: str) -> TableInfo:
        """Return a table; raises NoSuchTable."""
        async with self._database.reading() as connection:
            return await info_of(connection, table_id)

    async def by_code(self, code: str) -> TableInfo:
        """Return the table of a six-letter code; raises NoSuchTable."""
        query = select(schema.tables.c.id).where(schema.tables.c.code == code.upper())
        async with self._database.reading() as connection:
            table_id = (await connection.execute(query)).scalar()
            if table_id is None:
                raise NoSuchTable(f"there is no table with the code {code.upper()}")
            return await info_of(connection, table_id)

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
                    table_id = await insert_table(connection, host, plan, options, origin)
                    await insert_seats(connection, table_id, host, plan)
                    return await start_when_full(connection, table_id)
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
            await admit(connection, table_id, person)
            table, seats = await locked(connection, table_id)
            if any(one.person == person.id for one in seats):
                return await info_of(connection, table_id)
            must_be_open(table)
            free = free_seat(seats, seat)
            await _refuse_removed(connection, table_id, person)
            await sit(connection, table_id, free, person=person.id)
            return await start_when_full(connection, table_id)

    async def leave(self, person: Person, table_id: str) -> TableInfo:
        """Leave a table before the start; the next person becomes host, the last one closes it."""
        async with self._database.writing() as connection:
            table, seats = await locked(connection, table_id)
            must_be_open(table)
            own = [one.seat for one in seats if one.person == person.id]
            if not own and table.host != person.id:
                raise NotAtTable("you do not sit at this table")
            for seat in own:
                await sit(connection, table_id, seat)
            if table.host == person.id:
                others = [one.person for one in seats if one.person not in (None, person.id)]
                change = {"host": others[0]} if others else {"status": "closed"}
                await set_columns(connection, table_id, **change)
            return await info_of(connection, table_id)

    async def remove(self, host: Person, table_id: str, seat: int) -> tuple[TableInfo, int | None]:
        """Free a seat before the start, and say who sat there; raises Forbidden, NotOpen or BadSeat."""
        async with self._database.writing() as connection:
            table, seats = await locked(connection, table_id)
            _must_host(table, host)
            check_seat(seat, table.players)
            await sit(connection, table_id, seat)
            gone = seats[seat].person
            if gone not in (None, host.id):
                await connection.execute(insert(schema.removed).values(table_id=table_id, person=gone))
            return await info_of(connection, table_id), gone

    async def set_bot(self, host: Person, table_id: str, seat: int, bot: str) -> TableInfo:
        """Put a bot on a free seat; raises Forbidden, NotOpen, SeatTaken, BadSeat or UnknownBot."""
        async with self._database.writing() as connection:
            table, seats = await locked(connection, table_id)
            _must_host(table, host)
            opponents.check(bot, table.game)
            check_seat(seat, table.players)
            if seats[seat].person is not None:
                raise SeatTaken(f"somebody sits on seat {seat}; remove them first")
            await sit(connection, table_id, seat, bot=bot)
            return await start_when_full(connection, table_id)

    async def order(self, host: Person, table_id: str, order: list[int]) -> TableInfo:
        """Seat everybody anew: ``order`` lists the old seats; raises Forbidden, NotOpen or BadSeat."""
        async with self._database.writing() as connection:
            table, seats = await locked(connection, table_id)
            _must_host(table, host)
            if sorted(order) != list(range(table.players)):
                raise BadSeat(f"an order names each seat from 0 to {table.players - 1} once")
            for seat in order:  # first everybody gets up: nobody may sit on two seats, not even for a moment
                await sit(connection, table_id, seat)
            for seat, old in enumerate(order):
                await sit(connection, table_id, seat, person=seats[old].person, bot=seats[old].bot)
            return await info_of(connection, table_id)

    async def start(self, host: Person, table_id: str) -> TableInfo:
        """Begin the game; raises Forbidden, NotOpen or TableFull (when seats are free)."""
        async with self._database.writing() as connection:
            table, seats = await locked(connection, table_id)
            _must_host(table, host)
            if not all_taken(seats):
                raise NotOpen("some seats are still free: fill them with people or bots")
            await start(connection, table, seats)
            return await info_of(connection, table_id)

    async def rematch(self, person: Person, table_id: str, origin: str | None = None) -> TableInfo:
        """Return the table for another game with the same settings, with this person at it."""
        async with self._database.writing() as connection:
            table, seats = await locked(connection, table_id)
            own = [one.seat for one in seats if one.person == person.id]
            if table.status != "finished":
                raise NotFinished("a rematch comes after the end of the game")
            if not own:
                raise NotAtTable("only who played may ask for a rematch")
            if table.rematch is None or await _is_closed(connection, table.rematch):
                plan = same_plan(table, seats, own[0])
                await self._refuse_hoarding(connection, person, plan, origin)
                new_id = await insert_table(connection, person, plan, plan.options, origin)
                await insert_seats(connection, new_id, person, plan)
                await set_columns(connection, table_id, rematch=new_id)
                return await start_when_full(connection, new_id)
        return await self._join_rematch(person, table.rematch, own[0])

    async def _join_rematch(self, person: Person, table_id: str, old_seat: int) -> TableInfo:
        try:
            return await self.join(person, table_id, old_seat)
        except SeatTaken:
            return await self.join(person, table_id)


async def _refuse_removed(connection: AsyncConnection, table_id: str, person: Person) -> None:
    if await was_removed(connection, table_id, person):
        raise Forbidden("the host has asked you to leave this table")


async def _is_closed(connection: AsyncConnection, table_id: str) -> bool:
    """Say whether nobody waits at a table any more."""
    query = select(schema.tables.c.status).where(schema.tables.c.id == table_id)
    return (await connection.execute(query)).scalar() in (None, "closed")


def _must_host(table: Found, person: Person) -> None:
    if table.host != person.id:
        raise Forbidden("only the host of the table may do this")
    must_be_open(table)
