"""A way to the database that can be cut at the worst moment: a commit has arrived, its answer never does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_CHUNK = 1 << 16
_STORES = re.compile(rb"COMMIT| log [A-Za-z0-9_-]{16} \d")
"""What a server sends to store rows: the news of them goes with them, as ``... log TABLE ...``."""


class CuttableWay:
    """Passes on every byte between a server and its PostgreSQL."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._writers: set[asyncio.StreamWriter] = set()
        self._armed = False
        self._blocked = False
        self.cuts = 0
        self.port = 0

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int) -> AsyncIterator[CuttableWay]:
        """Open a way to the database on this port, for a while."""
        way = cls(port)
        listener = await asyncio.start_server(way._pass_on, "127.0.0.1", 0)
        way.port = listener.sockets[0].getsockname()[1]
        try:
            yield way
        finally:
            listener.close()
            while way._writers:
                way.cut()
                await asyncio.sleep(0.01)

    def cut_after_next_commit(self) -> None:
        """Lose every connection when the database has stored the next rows, but nobody has heard it yet."""
        self._armed = True

    def block(self) -> None:
        """Lose every connection, and let no new one through."""
        self._blocked = True
        self.cut()

    def unblock(self) -> None:
        """Let connections through again."""
        self._blocked = False

    def cut(self) -> None:
        """Lose every connection."""
        for writer in self._writers:
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._blocked:
            writer.transport.abort()
            return
        answers, there = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers |= {writer, there}
        commits = asyncio.Event()
        await asyncio.gather(self._ask(reader, there, commits), self._answer(answers, writer, commits))
        self._writers -= {writer, there}

    async def _ask(
        self, reader: asyncio.StreamReader, there: asyncio.StreamWriter, commits: asyncio.Event
    ) -> None:
        try:
            while data := await reader.read(_CHUNK):
                if self._armed and _STORES.search(data):
                    self._armed = False
                    commits.set()
                there.write(data)
        except ConnectionError:
            pass
        there.transport.abort()

    async def _answer(
        self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter, commits: asyncio.Event
    ) -> None:
        try:
            while data := await answers.read(_CHUNK):
                if commits.is_set():
                    self.cuts += 1
                    self.cut()
                    break
                writer.write(data)
        except ConnectionError:
            pass
        writer.transport.abort()
