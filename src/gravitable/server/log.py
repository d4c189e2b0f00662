"""The append-only log, the truth of every game.

An append is stored before anything is announced. Appends that arrive while another transaction is being written
share the next one ("group commit"): each is acknowledged only after its own data is safely on the disk, and the
disk is asked once for many. ``(table, seq)`` is unique, so of two processes that append at once only one wins.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, select, text
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core.contract import Json
from gravitable.server import metrics, schema
from gravitable.server.database import Database
from gravitable.server.errors import DatabaseAway
from gravitable.server.match import Row
from gravitable.server.news import Item

_MAX_BATCH = 200
"""Keeps one statement below SQLite's bound on parameters."""

_DUE = (
    schema.tables.update().where(schema.tables.c.id == bindparam("table_id")).values(due=bindparam("new_due"))
)
_FINISH = (
    schema.tables.update()
    .where(schema.tables.c.id == bindparam("table_id"))
    .values(status="finished", finished=bindparam("at"), result=bindparam("new_result"), due=None)
)


@dataclass(slots=True)
class Append:
    """One row to append, with what else changes if it wins."""

    table_id: str
    row: Row
    due: int | None
    """When a bot or clock has to act next."""
    due_changed: bool
    result: Json | None
    """Given when the row ends the game."""
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Log:
    """Appends to and reads from the log."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = sqlite_insert if database.is_sqlite else postgres_insert
        self._waiting: list[Append] = []
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

    async def append(self, wish: Append) -> bool:
        """Store a row for good; False: somebody else stored one with this number (or this commit id) before."""
        self._waiting.append(wish)
        self._news.set()
        return await wish.done

    async def rows(self, table_id: str, after: int = 0) -> list[Row]:
        """Return the rows of a game from a version on, in order."""
        log = schema.log.c
        query = select(schema.log).where(log.table_id == table_id, log.seq > after).order_by(log.seq)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).all()
        return [_row(line) for line in found]

    async def _write_forever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:_MAX_BATCH], self._waiting[_MAX_BATCH:]
                await self._settle(batch)

    async def _settle(self, batch: list[Append]) -> None:
        """Write a batch and tell everybody how it went."""
        try:
            won = await self._write(batch)
        except asyncio.CancelledError:
            _fail(batch, DatabaseAway("the server is stopping; try again"))
            raise
        except Exception as error:
            _fail(batch, error)
            return
        metrics.LOG_BATCH.observe(len(batch))
        for wish in batch:
            if not wish.done.done():
                wish.done.set_result((wish.table_id, wish.row.seq) in won)

    async def _write(self, batch: list[Append]) -> set[tuple[str, int]]:
        # In one order everywhere, so that two processes never wait for each other's rows in a circle.
        ordered = sorted(batch, key=lambda wish: (wish.table_id, wish.row.seq))
        insert = (
            self._insert(schema.log)
            .values([_values(wish) for wish in ordered])
            .on_conflict_do_nothing()
            .returning(schema.log.c.table_id, schema.log.c.seq)
        )
        async with self._database.writing() as connection:
            won = {(table_id, seq) for table_id, seq in await connection.execute(insert)}
            await self._follow_up(connection, [w for w in ordered if (w.table_id, w.row.seq) in won])
        return won

    async def _follow_up(self, connection: AsyncConnection, winners: Sequence[Append]) -> None:
        """Change what follows from the rows, in the same transaction."""
        finished = [wish for wish in winners if wish.result is not None]
        due = [wish for wish in winners if wish.result is None and wish.due_changed]
        if finished:
            await connection.execute(_FINISH, [_finish_values(wish) for wish in finished])
        if due:
            await connection.execute(_DUE, [{"table_id": wish.table_id, "new_due": wish.due} for wish in due])
        if winners and not self._database.is_sqlite:
            news = [{"news": Item("log", w.table_id, w.row.seq).payload()} for w in winners]
            await connection.execute(text("SELECT pg_notify('gravitable', :news)"), news)


def _fail(batch: list[Append], error: Exception) -> None:
    for wish in batch:
        if not wish.done.done():
            wish.done.set_exception(error)


def _values(wish: Append) -> dict[str, Any]:
    row = wish.row
    return {
        "table_id": wish.table_id,
        "seq": row.seq,
        "at": row.at,
        "kind": row.kind,
        "seat": row.seat,
        "actions": "\n".join(row.actions),
        "commit_id": row.commit_id,
    }


def _finish_values(wish: Append) -> dict[str, Any]:
    return {"table_id": wish.table_id, "at": wish.row.at, "new_result": json.dumps(wish.result)}


def _row(line: Any) -> Row:
    actions = tuple(line.actions.split("\n")) if line.actions else ()
    return Row(line.seq, line.at, line.kind, line.seat, actions, line.commit_id)
