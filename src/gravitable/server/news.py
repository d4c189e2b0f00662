"""News between processes: PostgreSQL's LISTEN/NOTIFY carries ids and numbers, never what a game is about.

With SQLite there is one process and nothing to carry.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from gravitable.server.database import Database
from gravitable.server.errors import ServerError

CHANNEL: Final = "gravitable"
PROCESS: Final = secrets.token_hex(4)
"""This process, so that it need not listen to itself."""

_RETRY_S: Final = 1.0
_LOG: Final = logging.getLogger("gravitable.news")


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news: the log of a table grew, a table changed, somebody spoke, came or went."""

    kind: str
    table_id: str = "-"
    number: int = 0
    detail: str = "-"
    process: str = PROCESS

    def payload(self) -> str:
        """Return the news as PostgreSQL carries it."""
        return f"{self.process} {self.kind} {self.table_id} {self.number} {self.detail}"


def read_payload(payload: str) -> Item | None:
    """Return news of another process; None for our own and for what we cannot read."""
    words = payload.split(" ")
    if len(words) != 5 or words[0] == PROCESS or not words[3].isdecimal():
        return None
    return Item(words[1], words[2], int(words[3]), words[4], words[0])


class News:
    """Sends news to the other processes and hears theirs."""

    def __init__(
        self,
        database: Database,
        hear: Callable[[Item], Awaitable[None]],
        reconnected: Callable[[], Awaitable[None]],
        lost: Callable[[], None],
    ) -> None:
        self._database = database
        self._hear = hear
        self._reconnected = reconnected
        """Called whenever news arrive again: some may have been missed before."""
        self._lost = lost
        """Called when news do not arrive any more."""
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

    async def send(self, item: Item) -> None:
        """Tell the other processes."""
        if not self._database.is_sqlite:
            async with self._database.writing() as connection:
                await connection.execute(
                    text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": item.payload()}
                )

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

        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(url)
        inbox: asyncio.Queue[str | None] = asyncio.Queue()
        try:
            connection.add_termination_listener(lambda *_: inbox.put_nowait(None))
            await connection.add_listener(CHANNEL, lambda *args: inbox.put_nowait(str(args[3])))
            listening.set()
            await self._reconnected()
            while (payload := await inbox.get()) is not None:
                await self._hear_safely(payload)
        finally:
            self._lost()
            await _close(connection)

    async def _hear_safely(self, payload: str) -> None:
        item = read_payload(payload)
        if item is not None:
            try:
                await self._hear(item)
            except ServerError as error:
                _LOG.warning("news not followed", extra={"code": error.code})


async def _close(connection: Any) -> None:
    try:
        await asyncio.wait_for(connection.close(), 2)
    except Exception:
        connection.terminate()
