"""How a batch of log rows gets into the database, in one transaction.

SQLite: plain statements in a thread of their own, since this is the server's hottest path and SQLAlchemy's round
trips would cost more than the writing. PostgreSQL: ``postgres_store.py``.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from gravitable.core.contract import Json
from gravitable.server.errors import DatabaseAway
from gravitable.server.play.match import Row
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, prepare_sqlite

Won = set[tuple[str, int]]
"""Which rows were stored, by table and number; the others were there before."""


@dataclass(slots=True)
class NewRow:
    """A row to append, with what else changes if it wins."""

    table_id: str
    row: Row
    due: int | None
    """When any process may move for the bots."""
    clock: int | None
    """When the next clock runs out."""
    due_changed: bool
    """Whether ``due`` or ``clock`` changed."""
    result: Json | None
    """Given when the row ends the game."""
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """Whether it was stored; cancelled when the caller stops waiting; the row is stored all the same."""
    is_settled: bool = False
    """Whether the log has finished with it: stored, refused or failed."""
    on_settled: Callable[[], None] | None = None
    """Called when the log has finished with it."""

    def settle(self, outcome: bool | Exception) -> None:
        """Tell the caller how it went."""
        self.is_settled = True
        if not self.done.done():
            if isinstance(outcome, Exception):
                self.done.set_exception(outcome)
            else:
                self.done.set_result(outcome)
        if self.on_settled is not None:
            self.on_settled()

    @property
    def key(self) -> tuple[str, int]:
        """What must be unique."""
        return self.table_id, self.row.seq

    def values(self) -> tuple[Any, ...]:
        """Return the row as the database stores it."""
        row = self.row
        return (self.table_id, row.seq, row.at, row.kind, row.seat, "\n".join(row.actions), row.commit_id)


class Store(Protocol):
    """Writes a batch for good."""

    async def write(self, batch: Sequence[NewRow]) -> Won:
        """Store what is new, with everything that follows from it; raises DatabaseAway."""

    def close(self) -> None:
        """Let go of the database."""


_COLUMNS: Final = tuple(column.name for column in schema.log.columns)
_ROW: Final = f"({', '.join('?' * len(_COLUMNS))})"


def _insert(rows: int) -> str:
    return f"INSERT INTO log ({', '.join(_COLUMNS)}) VALUES {', '.join([_ROW] * rows)}"  # noqa: S608


_INSERT_IF_NEW: Final = f"{_insert(1)} ON CONFLICT DO NOTHING"


class SqliteStore:
    """One connection in one thread."""

    def __init__(self, database: Database) -> None:
        self._path = database.url.database or ""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: Sequence[NewRow]) -> Won:
        """Store what is new, with everything that follows from it; raises DatabaseAway."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    def close(self) -> None:
        """Let go of the database."""
        self._thread.submit(self._disconnect)
        self._thread.shutdown()

    def _write(self, batch: Sequence[NewRow]) -> Won:
        try:
            return self._store(self._connect(), batch)
        except sqlite3.Error as error:
            self._disconnect()
            raise DatabaseAway("the database does not answer; try again in a few seconds") from error

    def _store(self, connection: sqlite3.Connection, batch: Sequence[NewRow]) -> Won:
        """Store all rows with as few statements as can be.

        Each statement lets the event loop's thread run and then has to wait for its own turn again. Nearly always all
        rows are new and nothing follows from them: then one statement does, which is a transaction of its own.
        """
        values = [value for new in batch for value in new.values()]
        is_simple = not any(new.due_changed or new.result is not None for new in batch)
        if not is_simple:
            connection.execute("BEGIN IMMEDIATE")
        winners = batch
        try:
            connection.execute(_insert(len(batch)), values)  # all or nothing
        except sqlite3.IntegrityError:
            if is_simple:
                connection.execute("BEGIN IMMEDIATE")
            winners = [new for new in batch if connection.execute(_INSERT_IF_NEW, new.values()).rowcount]
        for new in winners:
            self._follow_up(connection, new)
        if connection.in_transaction:
            connection.execute("COMMIT")
        return {new.key for new in winners}

    def _follow_up(self, connection: sqlite3.Connection, new: NewRow) -> None:
        if new.result is not None:
            connection.execute(
                "UPDATE tables SET status = 'finished', finished = ?, result = ?, due = NULL, clock = NULL, "
                "origin = NULL WHERE id = ?",
                (new.row.at, json.dumps(new.result), new.table_id),
            )
        elif new.due_changed:
            connection.execute(
                "UPDATE tables SET due = ?, clock = ? WHERE id = ?", (new.due, new.clock, new.table_id)
            )

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path)
            prepare_sqlite(self._connection)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None
