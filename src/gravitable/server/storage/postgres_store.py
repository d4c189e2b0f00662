"""A batch of log rows into PostgreSQL: one statement, one round trip, whatever the number of rows.

The statement is a transaction of its own, and the news of its rows goes out with it. Its connection is its own too,
without SQLAlchemy, which built a new statement for every number of rows and asked the database five times.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from gravitable.server.errors import DatabaseAway
from gravitable.server.sockets.news import Item
from gravitable.server.storage.database import Database
from gravitable.server.storage.log_stores import NewRow, Won

_ANSWER_S: Final = 10.0
_INSERT: Final = """
    WITH fresh AS (
        SELECT * FROM unnest(
            $1::text[], $2::int[], $3::bigint[], $4::text[], $5::smallint[], $6::text[], $7::text[],
            $8::text[], $9::text[]
        ) AS row (table_id, seq, at, kind, seat, actions, commit_id, channel, news)
    ), won AS (
        INSERT INTO log (table_id, seq, at, kind, seat, actions, commit_id)
        SELECT table_id, seq, at, kind, seat, actions, commit_id FROM fresh
        ON CONFLICT DO NOTHING
        RETURNING table_id, seq
    )
    SELECT table_id, seq, pg_notify(channel, news) FROM won JOIN fresh USING (table_id, seq)
"""
_DUE: Final = "UPDATE tables SET due = $2, clock = $3 WHERE id = $1"
_FINISH: Final = (
    "UPDATE tables SET status = 'finished', finished = $2, result = $3, due = NULL, clock = NULL, "
    "origin = NULL WHERE id = $1"
)


class PostgresStore:
    """One connection, used by one writer."""

    def __init__(self, database: Database) -> None:
        self._url = database.plain_url
        self._connection: Any = None

    async def write(self, batch: Sequence[NewRow]) -> Won:
        """Store what is new, with everything that follows from it; raises DatabaseAway."""
        import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - an extra, only with PostgreSQL

        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(self._url, timeout=5, command_timeout=_ANSWER_S)
            return await self._store(batch)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError, OSError) as error:
            self.close()
            raise DatabaseAway("the database does not answer; try again in a few seconds") from error
        except BaseException:
            self.close()  # it may be in the middle of something
            raise

    def close(self) -> None:
        """Let go of the database."""
        if self._connection is not None:
            self._connection.terminate()
        self._connection = None

    async def _store(self, batch: Sequence[NewRow]) -> Won:
        if not any(new.due_changed or new.result is not None for new in batch):
            return await self._insert(batch)
        async with self._connection.transaction():
            won = await self._insert(batch)
            await self._follow_up([new for new in batch if new.key in won])
        return won

    async def _insert(self, batch: Sequence[NewRow]) -> Won:
        news = [Item.of_row(new.table_id, new.row) for new in batch]
        columns = [list(column) for column in zip(*(new.values() for new in batch), strict=True)]
        columns += [[one.channel for one in news], [one.payload() for one in news]]
        return {(row[0], row[1]) for row in await self._connection.fetch(_INSERT, *columns)}

    async def _follow_up(self, winners: Sequence[NewRow]) -> None:
        finished = [(n.table_id, n.row.at, json.dumps(n.result)) for n in winners if n.result is not None]
        due = [(n.table_id, n.due, n.clock) for n in winners if n.result is None and n.due_changed]
        if finished:
            await self._connection.executemany(_FINISH, finished)
        if due:
            await self._connection.executemany(_DUE, due)
