"""News between processes: PostgreSQL's LISTEN/NOTIFY.

Every table has a channel of its own, and a process listens to those of the tables that somebody follows there: what
nobody looks at here costs nothing here. What concerns everybody (sessions that ended, the lobby, who lives) goes over
one more channel. A new row of a log travels whole, so that nobody has to read it; a process that
is not sure that all rows arrived reads the log. With SQLite there is one process and nothing to carry.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import text

from gravitable.server.errors import ServerError
from gravitable.server.play.match import Row
from gravitable.server.storage.database import Database

CHANNEL: Final = "gravitable"
"""What concerns all processes; a table's own channel has its id behind a point."""
_OF_A_TABLE: Final = frozenset({"log", "table", "chat", "here", "who"})
_RETRY_S: Final = 1.0
_TUNE_S: Final = 2.0
"""How long somebody waits for a table's channel; after that the log is read for every answer."""
_MOST_BYTES: Final = 7000
"""The largest piece of news that carries its row; PostgreSQL takes up to 8,000 bytes."""
_NOTHING: Final = "-"
_ROWS: Final = msgspec.json.Decoder(Row)
_LOG: Final = logging.getLogger("gravitable.news")


@cache
def this_process() -> str:
    """Name this process, so that it need not listen to itself; only now, so that forks of a loaded one differ."""
    return secrets.token_hex(4)


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news: the log of a table grew, a table changed, somebody spoke, came or went."""

    kind: str
    table_id: str = _NOTHING
    number: int = 0
    detail: str = _NOTHING
    process: str = field(default_factory=this_process)

    @classmethod
    def of_row(cls, table_id: str, row: Row) -> Item:
        """Return the news of a row, which it carries."""
        told = msgspec.json.encode(row).decode()
        return cls("log", table_id, row.seq, told if len(told.encode()) < _MOST_BYTES else _NOTHING)

    @property
    def channel(self) -> str:
        """Where it is sent."""
        return f"{CHANNEL}.{self.table_id}" if self.kind in _OF_A_TABLE else CHANNEL

    def payload(self) -> str:
        """Return the news as PostgreSQL carries it."""
        return f"{self.process} {self.kind} {self.table_id} {self.number} {self.detail}"

    def row(self) -> Row | None:
        """Return the row that it carries, if any."""
        try:
            return _ROWS.decode(self.detail)
        except msgspec.MsgspecError:
            return None


def read_payload(payload: str) -> Item | None:
    """Return news of another process; None for our own and for what we cannot read."""
    words = payload.split(" ", 4)
    if len(words) != 5 or words[0] == this_process() or not words[3].isdecimal():
        return None
    return Item(words[1], words[2], int(words[3]), words[4], words[0])


class News:
    """Sends news to the other processes and hears theirs."""

    def __init__(
        self,
        database: Database,
        hear: Callable[[Item], Awaitable[None]],
        reconnected: Callable[[], Awaitable[None]],
        tuned_in: Callable[[str], None],
    ) -> None:
        self._database = database
        self._hear = hear
        self._reconnected = reconnected
        """Called whenever news arrive again: some may have been missed before."""
        self._tuned_in = tuned_in
        """Called with every table whose changes are heard of from now on: not of those before."""
        self._wanted: set[str] = set()
        self._tables: set[str] = set()
        """The tables whose channels are listened to."""
        self._to_tune = asyncio.Event()
        self._tuned = asyncio.Event()
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen."""
        if not self._database.is_sqlite:
            listening = asyncio.Event()
            self._task = asyncio.create_task(self._listen_forever(listening), name="news")
            await asyncio.wait_for(listening.wait(), 10)

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def send(self, *items: Item) -> None:
        """Tell the other processes."""
        if not self._database.is_sqlite:
            told = {"channels": [one.channel for one in items], "news": [one.payload() for one in items]}
            async with self._database.writing() as connection:
                await connection.execute(_SEND, told)

    # What is listened to

    def follow(self, table_id: str, wanted: bool) -> None:
        """Listen to a table's channel from now on, or not any more."""
        if self._database.is_sqlite:
            return
        if wanted:
            self._wanted.add(table_id)
        else:
            self._wanted.discard(table_id)
        self._to_tune.set()

    def hears(self, table_id: str) -> bool:
        """Say whether every change of a table is heard of here."""
        return self._database.is_sqlite or table_id in self._tables

    async def hearing(self, table_id: str) -> None:
        """Wait until changes of a table that was asked for are heard of; not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_TUNE_S):
                while not self.hears(table_id):
                    await self._tuned.wait()

    # Inside

    async def _listen_forever(self, listening: asyncio.Event) -> None:
        while True:
            try:
                await self._listen(listening)
            except (ServerError, OSError, ImportError) as error:
                _LOG.warning("not listening to the database: %s", type(error).__name__)
            except Exception:  # asyncpg has many errors of its own; losing the news for good would be worse
                _LOG.exception("listening to the database failed")
            await asyncio.sleep(_RETRY_S)

    async def _listen(self, listening: asyncio.Event) -> None:
        """Listen on a connection of its own until it breaks."""
        import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - an extra, only with PostgreSQL

        connection = await asyncpg.connect(self._database.plain_url)
        inbox = self._inbox = asyncio.Queue()
        tuning = None
        try:
            connection.add_termination_listener(lambda *_: inbox.put_nowait(None))
            await connection.add_listener(CHANNEL, self._arrived)
            await self._tune(connection)
            listening.set()
            await self._reconnected()
            tuning = asyncio.create_task(self._tune_forever(connection))
            tuning.add_done_callback(lambda _: inbox.put_nowait(None))
            while (payload := await inbox.get()) is not None:
                await self._hear_safely(payload)
        finally:
            self._tables.clear()
            if tuning is not None:
                tuning.cancel()
                await asyncio.gather(tuning, return_exceptions=True)
            await _close(connection)

    def _arrived(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        """Take what PostgreSQL brings; our own comes back to us too."""
        if not str(payload).startswith(this_process()):
            self._inbox.put_nowait(str(payload))

    async def _tune_forever(self, connection: Any) -> None:
        while True:
            await self._to_tune.wait()
            await self._tune(connection)

    async def _tune(self, connection: Any) -> None:
        """Listen to the channels that are wanted, and to no others."""
        self._to_tune.clear()
        for table_id in self._tables - self._wanted:
            self._tables.discard(table_id)  # first: from now on its log is read
            await connection.remove_listener(f"{CHANNEL}.{table_id}", self._arrived)
        for table_id in self._wanted - self._tables:
            await connection.add_listener(f"{CHANNEL}.{table_id}", self._arrived)
            self._tuned_in(table_id)
            self._tables.add(table_id)
        self._tuned.set()
        self._tuned = asyncio.Event()

    async def _hear_safely(self, payload: str) -> None:
        item = read_payload(payload)
        if item is not None:
            try:
                await self._hear(item)
            except ServerError as error:
                _LOG.warning("news not followed", extra={"code": error.code})


_SEND: Final = text(
    "SELECT pg_notify(channel, news) "
    "FROM unnest(CAST(:channels AS text[]), CAST(:news AS text[])) AS told (channel, news)"
)


async def _close(connection: Any) -> None:
    try:
        await asyncio.wait_for(connection.close(), 2)
    except Exception:
        connection.terminate()
