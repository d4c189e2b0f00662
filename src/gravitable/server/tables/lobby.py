"""The lobby: public tables and contests, read once for everybody and sent to those who follow it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from gravitable.server.challenges.contests import Contests
from gravitable.server.play.authority import Authority
from gravitable.server.play.standings import with_standings
from gravitable.server.protocol import encode
from gravitable.server.protocol.server import Lobby
from gravitable.server.sockets.live import Hub
from gravitable.server.tables.tables import Tables

_PAUSE_S: Final = 0.3
"""The lobby is sent at most so often, however busy it is."""


class LiveLobby:
    """What everybody is told who looks for a table."""

    def __init__(
        self,
        tables: Tables,
        contests: Contests,
        authority: Authority,
        hub: Hub,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._tables = tables
        self._contests = contests
        self._authority = authority
        self._hub = hub
        self._spawn = spawn
        self._is_due = False
        self._known: Lobby | None = None
        self._text = ""
        self._read_at = 0.0
        self._reading = asyncio.Lock()
        self.listed: set[str] = set()
        """The tables that were listed when it was read last."""

    async def now(self) -> Lobby:
        """Return what is listed; read again when something changed here, and every moment for other processes."""
        async with self._reading:
            now = asyncio.get_running_loop().time()
            if self._known is None or now - self._read_at > _PAUSE_S:
                self._read_at = now
                tables = await with_standings(await self._tables.lobby(), self._authority)
                self._known = Lobby(tables=tables, contests=await self._contests.lobby())
                self.listed = {info.id for info in tables}
                self._text = encode(self._known)
            return self._known

    async def text(self) -> str:
        """Return the message that goes out."""
        await self.now()
        return self._text

    def changed(self) -> None:
        """Hear that something in it changed, and soon tell those who follow it."""
        self._known = None
        if not self._is_due and self._hub.lobby:
            self._is_due = True
            self._spawn(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(_PAUSE_S)
        self._is_due = False
        self._hub.tell_lobby(await self.text())
