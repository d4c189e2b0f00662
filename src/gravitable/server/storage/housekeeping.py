"""What is deleted once an hour: old sessions, guests who did not come back, tables that nobody joined.

Finished games in which somebody with a claimed name sat are never touched.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.server.errors import ServerError
from gravitable.server.settings import Settings
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

EVERY_S: Final = 3600.0
_DAY_MS: Final = 24 * 3600 * 1000
_AT_ONCE: Final = 500
_LOG: Final = logging.getLogger("gravitable.housekeeping")


class Housekeeping:
    """Clears away what nobody needs any more."""

    def __init__(
        self, database: Database, settings: Settings, closed: Callable[[str], Awaitable[None]]
    ) -> None:
        self._database = database
        self._settings = settings
        self._closed = closed
        """Called with each table that was closed."""

    async def forever(self) -> None:
        """Clear away again and again."""
        while True:
            try:
                counts = await self.once()
                _LOG.info("cleared away", extra=counts)
            except ServerError:
                _LOG.warning("database away while clearing away")
            await asyncio.sleep(EVERY_S)

    async def once(self) -> dict[str, int]:
        """Clear away what is old enough now; return how many of what."""
        settings, now = self._settings, now_ms()
        counts = {"sessions": await self._sessions(now)}
        if settings.abandoned_days:
            counts["abandoned"] = await self._abandoned(now - settings.abandoned_days * _DAY_MS)
        if settings.keep_guest_games_days:
            counts["games"] = await self._games(now - settings.keep_guest_games_days * _DAY_MS)
        if settings.keep_guests_days:
            counts["guests"] = await self._guests(now - settings.keep_guests_days * _DAY_MS)
        return counts

    async def _sessions(self, now: int) -> int:
        async with self._database.writing() as connection:
            gone = delete(schema.sessions).where(schema.sessions.c.expires < now)
            return (await connection.execute(gone)).rowcount

    async def _abandoned(self, before: int) -> int:
        """Close tables where nobody has done anything for so long; what was played stays in the log."""
        tables, log = schema.tables.c, schema.log.c
        latest = select(func.max(log.at)).where(log.table_id == tables.id).scalar_subquery()
        is_open = (tables.status == "open") & (tables.created < before)
        is_running = (tables.status == "running") & (tables.started < before) & (latest < before)
        values = {"status": "closed", "due": None, "clock": None, "origin": None}
        async with self._database.writing() as connection:
            change = update(schema.tables).where(or_(is_open, is_running)).values(values)
            closed = list((await connection.execute(change.returning(tables.id))).scalars())
        for table_id in closed:
            await self._closed(table_id)
        return len(closed)

    async def _games(self, before: int) -> int:
        """Delete old tables of guests alone, and closed ones that were never played."""
        tables, seats, people, log = schema.tables.c, schema.seats.c, schema.people.c, schema.log.c
        named = exists().where(
            seats.table_id == tables.id, seats.person == people.id, people.name_key.is_not(None)
        )
        hosted = exists().where(people.id == tables.host, people.name_key.is_not(None))
        played = exists().where(log.table_id == tables.id)
        is_old = (tables.status == "finished") & (tables.finished < before) & ~named & ~hosted
        is_empty = (tables.status == "closed") & (tables.created < before) & (~played | (~named & ~hosted))
        gone = await self._delete(schema.tables.c.id, or_(is_old, is_empty))
        contests = schema.contests.c
        has_tables = exists().where(tables.contest == contests.id)
        async with self._database.writing() as connection:
            await connection.execute(delete(schema.contests).where(contests.over < before, ~has_tables))
        return gone

    async def _guests(self, before: int) -> int:
        """Delete guests who have not come for so long and have left nothing behind."""
        people, sessions = schema.people.c, schema.sessions.c
        async with self._database.writing() as connection:
            guests = select(people.id).where(people.name_key.is_(None))
            old = func.coalesce(sessions.seen, sessions.created) < before
            await connection.execute(delete(schema.sessions).where(old, sessions.person.in_(guests)))
        is_here = exists().where(sessions.person == people.id)
        left = [
            exists().where(column == people.id)
            for column in (
                schema.seats.c.person,
                schema.tables.c.host,
                schema.chat.c.person,
                schema.contests.c.host,
            )
        ]
        is_forgotten = people.name_key.is_(None) & (people.created < before) & ~is_here & ~or_(*left)
        return await self._delete(people.id, is_forgotten)

    async def _delete(self, key: ColumnElement[object], where: ColumnElement[bool]) -> int:
        """Delete a few at a time, so that nobody who plays waits for it."""
        total = 0
        while True:
            async with self._database.writing() as connection:
                found = await _delete_some(connection, key, where)
            total += found
            if found < _AT_ONCE:
                return total


async def _delete_some(
    connection: AsyncConnection, key: ColumnElement[object], where: ColumnElement[bool]
) -> int:
    table = schema.tables if key is schema.tables.c.id else schema.people
    some = list((await connection.execute(select(key).where(where).limit(_AT_ONCE))).scalars())
    if some:
        await connection.execute(delete(table).where(key.in_(some)))
    return len(some)
