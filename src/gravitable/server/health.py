"""Whether the server can do its work: it writes and reads, at most once a second however often somebody asks.

With SQLite on a connection of its own, so that a damaged file shows; and it fails like the log would when the disk is
full. What it writes is the time, by which the next start knows how long the server was away.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from gravitable.server.errors import DatabaseAway, ServerError
from gravitable.server.storage.database import Database, now_ms, prepare_sqlite
from gravitable.server.storage.facts import ALIVE, Facts

BEAT_S: Final = 5.0
_FRESH_S: Final = 1.0
_LOG: Final = logging.getLogger("gravitable.health")


class Health:
    """Writes down again and again that the server lives."""

    def __init__(self, database: Database, facts: Facts) -> None:
        self._path = database.url.database or ""
        self._write: Callable[[], Awaitable[None]] = (
            self._write_file if database.is_sqlite else facts.say_alive
        )
        self._checked_at = -_FRESH_S
        self._problem: DatabaseAway | None = None
        self._checking = asyncio.Lock()

    async def check(self) -> None:
        """Raise DatabaseAway unless something could be written and read a moment ago."""
        async with self._checking:
            if time.monotonic() - self._checked_at >= _FRESH_S:
                await self._look()
        if self._problem is not None:
            raise self._problem

    async def beat_forever(self) -> None:
        """Check every few seconds."""
        while True:
            await asyncio.sleep(BEAT_S)
            with suppress(ServerError):  # it is logged
                await self.check()

    async def _look(self) -> None:
        try:
            async with asyncio.timeout(10):
                await self._write()
        except (DatabaseAway, TimeoutError) as error:
            _LOG.error(
                "the database cannot be written", extra={"error": type(error.__cause__ or error).__name__}
            )
            self._problem = DatabaseAway("the database cannot be written")
        else:
            self._problem = None
        self._checked_at = time.monotonic()

    async def _write_file(self) -> None:
        try:
            await asyncio.to_thread(_write_and_read, self._path, now_ms())
        except sqlite3.Error as error:
            raise DatabaseAway("the database cannot be written") from error


def _write_and_read(path: str, now: int) -> None:
    connection = sqlite3.connect(path)
    try:
        prepare_sqlite(connection)
        connection.execute(
            "INSERT INTO facts (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
            (ALIVE, now),
        )
        connection.execute("SELECT at FROM facts WHERE name = ?", (ALIVE,)).fetchone()
    finally:
        connection.close()
