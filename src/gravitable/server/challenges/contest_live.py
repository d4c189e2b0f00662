"""Contests while they go on: ends them in time, seals their games until then, and tells everybody who follows them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from gravitable.core.errors import GravitableError
from gravitable.server.challenges.contests import Contests
from gravitable.server.challenges.seals import Seals
from gravitable.server.errors import ContestGoesOn, ServerError
from gravitable.server.play.match import Match
from gravitable.server.protocol import encode
from gravitable.server.protocol.contests import ContestInfo
from gravitable.server.protocol.parts import Person, TableInfo
from gravitable.server.protocol.server import ContestChanged
from gravitable.server.sockets.live import Connection, Hub
from gravitable.server.sockets.news import Item, News
from gravitable.server.storage.database import now_ms

SWEEP_S: Final = 5.0
"""How often to look for contests whose time is over."""
_PAUSE_S: Final = 0.5
"""A contest is sent at most so often, however many of its tables end."""
_OVER: Final = 1
_LOG: Final = logging.getLogger("gravitable.contests")


class LiveContests:
    """What this process knows and tells about contests."""

    def __init__(
        self,
        contests: Contests,
        hub: Hub,
        news: News,
        table_ended: Callable[[str], Coroutine[Any, Any, None]],
        lobby_changed: Callable[[], None],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._contests = contests
        self._hub = hub
        self._news = news
        self._table_ended = table_ended
        """Called with each table of a contest that is over: it may have been closed."""
        self._lobby_changed = lobby_changed
        self._spawn = spawn
        self._to_tell: set[str] = set()
        self.seals = Seals()

    # Looking

    async def info(self, contest_id: str) -> ContestInfo:
        """Return a contest as everybody may see it; one whose time is over is ended first."""
        info = await self._contests.info(contest_id)
        if info.over is None and info.ends <= now_ms():
            await self.changed(contest_id)
            info = await self._contests.info(contest_id)
        return info

    async def follow(self, connection: Connection, contest_id: str) -> str:
        """Tell somebody about a contest from now on; return the first message."""
        self._hub.follow_contest(connection, contest_id)
        try:
            return encode(ContestChanged(contest=await self.info(contest_id)))
        except ServerError:
            self._hub.unfollow_contest(connection, contest_id)
            raise

    # Hiding

    async def is_sealed(self, contest_id: str | None) -> bool:
        """Say whether the games of a contest are still hidden; None: no contest."""
        if (
            contest_id is not None
            and self.seals.hold(contest_id)
            and await self._contests.is_over(contest_id)
        ):
            self.seals.open(contest_id)
        return self.seals.hold(contest_id)

    async def must_be_over(self, match: Match) -> None:
        """Raise ContestGoesOn while other tables may still play the same deals."""
        if await self.is_sealed(match.terms.contest):
            raise ContestGoesOn(
                "other tables still play the same deals; this is shown when the contest is over"
            )

    async def must_see(self, match: Match, person: int | None, viewer: int) -> None:
        """Raise ContestGoesOn unless somebody may look with these eyes: until the end only with their own."""
        own = match.seat_of(person)
        if own is None or viewer != own:
            await self.must_be_over(match)

    async def shown(self, info: TableInfo, person: int | None) -> TableInfo:
        """Return a table without its result, for people who sit elsewhere while the contest goes on."""
        if info.contest is None or _sits(info, person):
            return info
        return replace(info, result=None) if await self.is_sealed(info.contest.id) else info

    async def must_sit(self, info: TableInfo, person: int | None) -> None:
        """Raise ContestGoesOn for somebody who does not sit at a table of a contest that goes on."""
        if info.contest is None or _sits(info, person):
            return
        if await self.is_sealed(info.contest.id):
            raise ContestGoesOn("until the contest is over, only people who sit at a table can see its game")

    def table_told(self, info: TableInfo, people: set[int]) -> None:
        """Let nobody follow a sealed table who does not sit there any more."""
        if info.contest is not None and self.seals.hold(info.contest.id):
            self._hub.keep_only(info.id, people)

    # Telling

    async def changed(self, contest_id: str) -> None:
        """Hear that a contest or one of its tables changed: end it if it is time, and tell everybody."""
        await self._tell_all(contest_id, is_over=await self._contests.settle(contest_id))

    async def end(self, host: Person, contest_id: str) -> None:
        """End a contest now; raises Forbidden or ContestOver."""
        await self._contests.end(host, contest_id)
        await self._tell_all(contest_id, is_over=True)

    async def _tell_all(self, contest_id: str, *, is_over: bool) -> None:
        """Tell everybody, here and in the other processes."""
        if is_over:
            await self._opened(contest_id)
        self._tell_soon(contest_id)
        await self._news.send(Item("contest", contest_id, _OVER if is_over else 0))

    async def heard(self, item: Item) -> None:
        """Follow news of another process."""
        if item.number == _OVER:
            await self._opened(item.table_id)
        self._tell_soon(item.table_id)

    async def _opened(self, contest_id: str) -> None:
        """Show what was sealed to everybody who looks on."""
        self.seals.open(contest_id)
        for table_id in await self._contests.table_ids(contest_id):
            await self._table_ended(table_id)

    def _tell_soon(self, contest_id: str) -> None:
        self._lobby_changed()
        if contest_id in self._hub.contests and contest_id not in self._to_tell:
            self._to_tell.add(contest_id)
            self._spawn(self._tell(contest_id))

    async def _tell(self, contest_id: str) -> None:
        await asyncio.sleep(_PAUSE_S)
        self._to_tell.discard(contest_id)
        text = encode(ContestChanged(contest=await self._contests.info(contest_id)))
        self._hub.tell_contest(contest_id, text)

    async def sweep_forever(self) -> None:
        """End contests whose time is over, and those whose end nobody heard of."""
        while True:
            try:
                for contest_id in await self._contests.due():
                    await self.changed(contest_id)
            except ServerError:
                _LOG.warning("database away while looking after contests")
            except GravitableError as error:
                _LOG.warning("a contest could not be ended", extra={"code": error.code})
            await asyncio.sleep(SWEEP_S)


def _sits(info: TableInfo, person: int | None) -> bool:
    return person is not None and any(seat.person == person for seat in info.seats)
