"""Contests: up to fifty tables with the same deals, by one link.

A contest is a row; everything else follows from its tables. A table is made when somebody sits down at it, hosted and
paid for by that person, so a link by itself costs nothing. Whoever joins is seated under the contest's lock: nobody
sits at two of its tables, and there is never one too many.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from sqlalchemy import String, cast, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core import chance, proof
from gravitable.core.errors import BadOption
from gravitable.core.registry import package_of, rules_of
from gravitable.server.challenges.contest_rows import (
    find,
    info_of,
    lines_of,
    must_take_people,
    plan_of,
    seat_in,
    tables_of,
)
from gravitable.server.errors import ContestFull, ContestOver, Forbidden, TableFull
from gravitable.server.guard.budgets import Budgets
from gravitable.server.guard.hoarding import refuse_contests, refuse_hoarding
from gravitable.server.protocol.contests import MAX_TABLES, ContestInfo, ContestLine
from gravitable.server.protocol.parts import Person, TableInfo
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms
from gravitable.server.tables.plans import Plan, check_plan
from gravitable.server.tables.table_rows import Found, read_seats
from gravitable.server.tables.table_writing import (
    all_taken,
    free_seat,
    insert_seats,
    insert_table,
    sit,
    start_when_full,
    was_removed,
)
from gravitable.server.tables.table_writing import info_of as table_info

IN_LOBBY: Final = 20
_HOUR_MS: Final = 3600 * 1000


class Contests:
    """All contests, in the database."""

    def __init__(self, database: Database, budgets: Budgets) -> None:
        self._database = database
        self._budgets = budgets

    # Finding

    async def info(self, contest_id: str) -> ContestInfo:
        """Return everything about a contest that anybody may know now; raises NoSuchContest."""
        async with self._database.reading() as connection:
            return await info_of(connection, await find(connection, contest_id))

    async def is_over(self, contest_id: str) -> bool:
        """Say whether everything about a contest may be shown."""
        async with self._database.reading() as connection:
            return (await find(connection, contest_id)).over is not None

    async def table_ids(self, contest_id: str) -> list[str]:
        """Return the ids of all its tables."""
        query = select(schema.tables.c.id).where(schema.tables.c.contest == contest_id)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def lobby(self) -> list[ContestLine]:
        """Return the public contests that people may join; when there are too many, no network has all places."""
        contests = schema.contests.c
        owner = func.coalesce(contests.origin, cast(contests.host, String))
        place = func.row_number().over(partition_by=owner, order_by=contests.created.desc())
        query = (
            select(schema.contests)
            .where(contests.public.is_(True), contests.over.is_(None), contests.closed.is_(None))
            .where(contests.ends > now_ms())
            .order_by(place, contests.created.desc())
            .limit(IN_LOBBY)
        )
        async with self._database.reading() as connection:
            return await lines_of(connection, (await connection.execute(query)).all())

    # Changing

    async def create(self, host: Person, plan: Plan, hours: int, origin: str | None = None) -> ContestInfo:
        """Make a contest of tables that all follow a plan; raises what is wrong with it, or TooMany."""
        options = check_plan(plan)
        _check_contest(plan)
        at, contest_id = now_ms(), secrets.token_urlsafe(12)
        values = {
            "id": contest_id,
            "host": host.id,
            "game": plan.game,
            "rules": rules_of(plan.game).version,
            "players": plan.seats,
            "options": json.dumps(options),
            "bots": json.dumps(plan.bots),
            "settings": msgspec.json.encode(plan.settings).decode(),
            "public": plan.settings.public,
            "secret": chance.draw_secret(),
            "proof": proof.NEWEST,
            "created": at,
            "ends": at + hours * _HOUR_MS,
            "origin": origin,
        }
        async with self._database.writing() as connection:
            await refuse_contests(connection, self._budgets, host.id, origin)
            await connection.execute(insert(schema.contests).values(values))
            return await info_of(connection, await find(connection, contest_id))

    async def join(
        self,
        person: Person,
        contest_id: str,
        number: int | None,
        origin: str | None = None,
        charge: Callable[[], None] = lambda: None,
    ) -> tuple[TableInfo, bool]:
        """Seat somebody: at the table of that number, else where a seat is free, else at a new table.

        Return the table, and whether they have just sat down: somebody who sits already stays there. ``charge`` is
        called before a table is made. Raises ContestOver, ContestClosed, ContestFull, TableFull, Forbidden or TooMany.
        """
        for attempt in range(3):
            try:
                async with self._database.writing() as connection:
                    row = await find(connection, contest_id, lock=True)
                    own = await seat_in(connection, contest_id, person.id)
                    if own is not None:
                        return await table_info(connection, own), False
                    must_take_people(row)
                    tables = await tables_of(connection, contest_id)
                    table_id = await _free_table(connection, person, tables, number)
                    if table_id is None:
                        charge()
                        await refuse_hoarding(connection, self._budgets, person.id, origin, bots_only=False)
                        table_id = await _open_table(connection, row, person, tables, number, origin)
                    free = free_seat(await read_seats(connection, table_id), None)
                    await sit(connection, table_id, free, person=person.id)
                    return await start_when_full(connection, table_id), True
            except IntegrityError:  # the random code is taken: once in millions of tables
                if attempt == 2:
                    raise
        raise AssertionError

    async def close_entry(self, host: Person, contest_id: str) -> None:
        """Let nobody new sit down (host only); it is over when the last table is finished."""
        async with self._database.writing() as connection:
            row = await find(connection, contest_id, lock=True)
            _must_host(row, host)
            if row.closed is None:
                await _change(connection, contest_id, closed=now_ms())

    async def end(self, host: Person, contest_id: str) -> None:
        """End a contest now (host only): tables that are not finished are closed and do not count."""
        async with self._database.writing() as connection:
            row = await find(connection, contest_id, lock=True)
            _must_host(row, host)
            await _end(connection, contest_id, now_ms())

    async def settle(self, contest_id: str) -> bool:
        """End a contest whose time is over or that nobody plays in any more; say whether this call did."""
        async with self._database.writing() as connection:
            row = await find(connection, contest_id, lock=True)
            if row.over is not None:
                return False
            tables = await tables_of(connection, contest_id)
            statuses = [table.status for table in tables]
            is_full = len(tables) >= MAX_TABLES and "open" not in statuses
            is_closed = row.closed is not None or is_full
            is_played = is_closed and not {"open", "running"} & set(statuses)
            if is_played or row.ends <= now_ms():
                await _end(connection, contest_id, min(now_ms(), row.ends))
                return True
            if is_closed and row.closed is None:
                await _change(connection, contest_id, closed=now_ms())
            return False

    async def due(self) -> list[str]:
        """Return contests that ``settle`` would end."""
        contests, tables = schema.contests.c, schema.tables.c
        playing = exists().where(tables.contest == contests.id, tables.status.in_(("open", "running")))
        is_played = contests.closed.is_not(None) & ~playing
        query = select(contests.id).where(contests.over.is_(None), or_(contests.ends <= now_ms(), is_played))
        async with self._database.reading() as connection:
            return list((await connection.execute(query.limit(100))).scalars())


def _check_contest(plan: Plan) -> None:
    """Raise BadOption for what is allowed at a table, but not in a contest."""
    package = package_of(plan.game)
    if package.compared is None:
        raise BadOption(f"{package.title} cannot be played in contests: it does not say how results compare")
    if len(plan.bots) == plan.seats:
        raise BadOption("bots: leave at least one seat of each table to people")
    if plan.settings.rated:
        raise BadOption("rated: contests do not count for ratings, since a second guest can know the deals")
    if plan.settings.hints:
        raise BadOption("hints: in a contest everybody plays without")


def _must_host(row: Found, person: Person) -> None:
    if row.host != person.id:
        raise Forbidden("only the host of the contest may do this")
    if row.over is not None:
        raise ContestOver("this contest is over already")


async def _free_table(
    connection: AsyncConnection, person: Person, tables: Sequence[Found], number: int | None
) -> str | None:
    """Return a table with a free seat, of that number if one is given; None: it has to be made."""
    for table in tables:
        if number not in (None, table.number):
            continue
        is_free = table.status == "open" and not all_taken(await read_seats(connection, table.id))
        if is_free and not await was_removed(connection, table.id, person):
            return str(table.id)
        if number is not None:
            raise TableFull(f"table {number} is taken: choose another number, or none to get any free seat")
    return None


async def _open_table(
    connection: AsyncConnection,
    row: Found,
    person: Person,
    tables: Sequence[Found],
    number: int | None,
    origin: str | None,
) -> str:
    """Make one more table; whoever sits down at it first is its host."""
    used = {table.number for table in tables}
    free = [one for one in range(1, MAX_TABLES + 1) if one not in used]
    if not free:
        raise ContestFull(f"all {MAX_TABLES} tables of this contest are taken")
    plan = plan_of(row, number or free[0])
    table_id = await insert_table(connection, person, plan, plan.options, origin)
    await insert_seats(connection, table_id, person, plan)
    return table_id


async def _change(connection: AsyncConnection, contest_id: str, **values: int | None) -> None:
    where = schema.contests.c.id == contest_id
    await connection.execute(update(schema.contests).where(where).values(**values))


async def _end(connection: AsyncConnection, contest_id: str, at: int) -> None:
    """Make the standing final and close what is not finished: from now on everybody may know the deals."""
    tables = schema.tables.c
    values = {"status": "closed", "due": None, "clock": None, "origin": None}
    unfinished = (tables.contest == contest_id, tables.status.in_(("open", "running")))
    await connection.execute(update(schema.tables).where(*unfinished).values(values))
    await _change(connection, contest_id, over=at, origin=None)
