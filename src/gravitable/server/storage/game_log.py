"""The append-only log: a game is rebuilt from its rows alone, and nothing else of it is stored.

A row is stored before anything is announced. Rows that arrive while another transaction is being written
share the next one ("group commit"): each is acknowledged only after its own data is safely on the disk, and the
disk is asked once for many. ``(table, seq)`` is unique, so of two processes that append at once only one wins.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from sqlalchemy import select

from gravitable.server import metrics
from gravitable.server.errors import DatabaseAway
from gravitable.server.play.match import Row
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database
from gravitable.server.storage.log_stores import NewRow, SqliteStore, Store, Won
from gravitable.server.storage.postgres_store import PostgresStore

_LOG: Final = logging.getLogger("gravitable.log")
_MAX_BATCH = 200
"""Keeps one statement below SQLite's bound on parameters."""


class GameLog:
    """Appends rows to the log and reads them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store: Store = SqliteStore(database) if database.is_sqlite else PostgresStore(database)
        self._waiting: list[NewRow] = []
        self._news = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._writer = asyncio.create_task(self._write_forever(), name="log writer")

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        while self._waiting and self._writer is not None and not self._writer.done():
            await asyncio.sleep(0.01)
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        self._store.close()

    def append(self, new: NewRow) -> asyncio.Future[bool]:
        """Store a row for good; False: somebody else stored one with this number (or this commit id) before."""
        self._waiting.append(new)
        self._news.set()
        return new.done

    async def rows(self, table_id: str, after: int = 0) -> list[Row]:
        """Return the rows of a game from a version on, in order."""
        log = schema.log.c
        query = select(schema.log).where(log.table_id == table_id, log.seq > after).order_by(log.seq)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).all()
        return [_row(one) for one in found]

    async def _write_forever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:_MAX_BATCH], self._waiting[_MAX_BATCH:]
                await self._settle(batch)

    async def _settle(self, batch: list[NewRow]) -> None:
        """Write a batch and tell everybody how it went."""
        first = {new.key: new for new in reversed(batch)}
        # Of rows with the same number only one may hear that it was stored: the sender of the other has left.
        try:
            won = await self._write(list(first.values()))
        except asyncio.CancelledError:
            _fail(batch, DatabaseAway("the server is stopping; try again"))
            raise
        except Exception as error:
            _LOG.error(
                "rows could not be written",
                extra={"rows": len(batch), "error": type(error.__cause__ or error).__name__},
            )
            _fail(batch, error)
            return
        metrics.LOG_BATCH.observe(len(batch))
        for new in batch:
            new.settle(new.key in won and first[new.key] is new)

    async def _write(self, batch: list[NewRow]) -> Won:
        # In one order everywhere, so that two processes never wait for each other's rows in a circle.
        return await self._store.write(sorted(batch, key=lambda new: new.key))


def _fail(batch: list[NewRow], error: Exception) -> None:
    for new in batch:
        new.settle(error)


def _row(found: Any) -> Row:
    actions = tuple(found.actions.split("\n")) if found.actions else ()
    return Row(found.seq, found.at, found.kind, found.seat, actions, found.commit_id)
