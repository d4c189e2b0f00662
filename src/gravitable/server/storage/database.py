"""The database: SQLite in one file by default, PostgreSQL by URL; migrated when the server starts."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gravitable.server.errors import BadDatabase, DatabaseAway
from gravitable.server.storage import upgrades

_SQLITE = b"SQLite format 3\0"
"""How every SQLite file begins; an empty one is a database without tables."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_MIGRATION_LOCK = 4_715_001
"""Any fixed number: PostgreSQL lets one process migrate while the others wait."""


_ahead_ns = time.time_ns() - time.monotonic_ns()
"""How far the clock on the wall is ahead of the one that is never set."""


def now_ms() -> int:
    """Return the time in milliseconds since 1970. It never goes back, also when somebody sets the machine's clock."""
    global _ahead_ns  # noqa: PLW0603 - there is one time
    _ahead_ns = max(_ahead_ns, time.time_ns() - time.monotonic_ns())
    return (time.monotonic_ns() + _ahead_ns) // 1_000_000


class Database:
    """Connections for reading and for writing.

    SQLite has one writer: all writes go through one connection, whose pool is the queue. PostgreSQL uses one
    pool for both.
    """

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            _make_private(Path(self.url.database or ""))
            self._reader = _sqlite_engine(url, "BEGIN", size=4)
            self._writer = _sqlite_engine(url, "BEGIN IMMEDIATE", size=1)
        else:
            self._reader = self._writer = create_async_engine(
                url, pool_size=10, max_overflow=10, pool_timeout=5, pool_pre_ping=True
            )

    @property
    def plain_url(self) -> str:
        """The URL as PostgreSQL's own programs and drivers read it, the password included."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def migrate(self) -> None:
        """Bring the tables to their newest form; raises NewerDatabase or BadDatabase."""
        async with self.migrating() as connection:
            await connection.run_sync(upgrades.upgrade)

    @asynccontextmanager
    async def migrating(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection to change the tables' form with, alone, all or nothing."""
        async with self.writing() as connection:
            if not self.is_sqlite:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection to read with; raises DatabaseAway."""
        async with _translated(), self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection in a transaction that is committed at the end; raises DatabaseAway."""
        async with _translated(), self._writer.begin() as connection:
            yield connection

    async def close(self) -> None:
        """Close all connections."""
        await self._reader.dispose()
        if self._writer is not self._reader:
            await self._writer.dispose()


@asynccontextmanager
async def _translated() -> AsyncIterator[None]:
    """Tell a database that is away from a mistake of ours."""
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise
    except (TimeoutError, DBAPIError, PoolTimeout, OSError) as error:
        if getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) in _DAMAGED:
            raise BadDatabase("the database file is damaged; restore a backup") from error
        raise DatabaseAway("the database does not answer; try again in a few seconds") from error


def _make_private(path: Path) -> None:
    """Create the database file readable for its owner only: it holds the secrets of running games."""
    if path.is_dir():
        raise BadDatabase(f"{path} is a folder; name a file in it, such as {path / 'gravitable.db'}")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        return
    with path.open("rb") as file:
        if file.read(len(_SQLITE)) not in (b"", _SQLITE):
            raise BadDatabase(f"{path} is a file of another kind, no database of Gravitable")


def prepare_sqlite(connection: Any) -> None:
    """Set a new SQLite connection up: safe on the disk after every commit, many readers beside one writer."""
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _sqlite_engine(url: str, begin: str, size: int) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0, pool_timeout=30)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        prepare_sqlite(connection)

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
