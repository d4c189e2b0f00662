"""Runs clocks out on time, however busy the bots are: in a task and a column of their own.

When one does, the turn that the person had put together is played (``drafts.py``); without one a bot takes the seat.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from sqlalchemy import select, update

from gravitable.core.errors import GravitableError
from gravitable.server.errors import ServerError
from gravitable.server.play.authority import Authority
from gravitable.server.play.drafts import Drafts
from gravitable.server.play.match import Match
from gravitable.server.play.wishes import Wish, clock_mark
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

AWAY_MS: Final = 15_000
"""Longer times in which no server was there do not count against anybody."""
LOOK_S: Final = 0.5
_AT_ONCE: Final = 200
_HANDS: Final = 8
_BROKEN_MS: Final = 60_000
"""After this time a table is looked at again whose clock could not be stopped: it must not keep the others waiting."""
_GRACE_MS: Final = 1500
"""How long a process waits before it stops the clock of a person who is connected to another one: that one knows what
they meant to play."""
_LOG: Final = logging.getLogger("gravitable.clocks")


class Clocks:
    """Plays what people who ran out of time had put together; without that, hands their seat to a bot."""

    def __init__(
        self, database: Database, authority: Authority, drafts: Drafts, is_here: Callable[[str, int], bool]
    ) -> None:
        self._database = database
        self._authority = authority
        self._drafts = drafts
        self._is_here = is_here
        """Says whether a person follows a table in this process."""
        self._task: asyncio.Task[None] | None = None
        self._hands = asyncio.Semaphore(_HANDS)

    def start(self) -> None:
        """Begin to watch."""
        self._task = asyncio.create_task(self._watch_forever(), name="clocks")

    async def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def give_back(self, since: int) -> None:
        """Give everybody the time back in which no server was there, or take it if the clock was set back."""
        tables, first = schema.tables.c, ""
        while True:
            query = select(tables.id).where(
                tables.status == "running", tables.clock.is_not(None), tables.id > first
            )
            async with self._database.reading() as connection:
                page = list((await connection.execute(query.order_by(tables.id).limit(_AT_ONCE))).scalars())
            for table_id in page:
                await self._give_back(table_id, since)
            if len(page) < _AT_ONCE:
                return
            first = page[-1]

    async def _give_back(self, table_id: str, since: int) -> None:
        try:
            await self._authority.give_back(table_id, since, AWAY_MS)
        except GravitableError:
            if table_id not in self._authority.broken:  # the log says already what is wrong with it
                raise

    async def _watch_forever(self) -> None:
        looked, worked_s = now_ms(), 0.0
        while True:
            began = time.monotonic()
            try:
                if now_ms() - looked - 1000 * (worked_s + LOOK_S) > AWAY_MS:
                    # The machine slept, or somebody set its clock forward: nobody could play in that time.
                    await self.give_back(looked)
                looked = now_ms()
                while len(late := await self._run_out()) == _AT_ONCE:
                    await self._stop_all(late)
                await self._stop_all(late)
            except ServerError:
                _LOG.warning("database away while looking at clocks")
            except Exception:
                _LOG.exception("looking at clocks failed")
            worked_s = time.monotonic() - began
            await asyncio.sleep(LOOK_S)

    async def _run_out(self) -> list[str]:
        tables = schema.tables.c
        query = select(tables.id).where(tables.status == "running", tables.clock <= now_ms())
        async with self._database.reading() as connection:
            return list((await connection.execute(query.order_by(tables.clock).limit(_AT_ONCE))).scalars())

    async def _stop_all(self, table_ids: list[str]) -> None:
        await asyncio.gather(*(self._stop(table_id) for table_id in table_ids))

    async def _stop(self, table_id: str) -> None:
        async with self._hands:
            try:
                await self._hand_over(table_id)
            except GravitableError as error:
                if table_id in self._authority.broken:
                    await self._write_down(table_id, now_ms() + _BROKEN_MS)
                # Somebody else was faster, or the database is away: then the next look finds it again.
                _LOG.info("a clock was not stopped", extra={"code": error.code})
            except Exception:
                _LOG.exception("a clock could not be stopped")
                await self._write_down(table_id, now_ms() + _BROKEN_MS)

    async def _hand_over(self, table_id: str) -> None:
        match = (await self._authority.look(table_id)).match
        late = [seat for seat in match.to_act if (at := match.deadline(seat)) is not None and at <= now_ms()]
        for seat in late:
            await self._run_out_for(match, seat)
        if not late:
            await self._write_down(table_id, match.next_deadline())

    async def _run_out_for(self, match: Match, seat: int) -> None:
        table_id, mark = match.terms.table_id, clock_mark(match)
        actions = self._drafts.take(match, seat)
        if actions:
            meant = Wish("play", match.terms.persons[seat], actions=actions, commit_id=mark)
            with suppress(GravitableError):  # it cannot be played any more: then as without it
                await self._authority.carry_out(table_id, meant)
                return
        elif self._is_left_to_others(match, seat):
            return
        await self._authority.carry_out(table_id, Wish("away", seat=seat, commit_id=mark))

    def _is_left_to_others(self, match: Match, seat: int) -> bool:
        """Say whether another process may know what the person meant to play, and shall have the first go."""
        person, deadline = match.terms.persons[seat], match.deadline(seat)
        if self._database.is_sqlite or person is None or deadline is None:
            return False
        return now_ms() < deadline + _GRACE_MS and not self._is_here(match.terms.table_id, person)

    async def _write_down(self, table_id: str, at: int | None) -> None:
        """Correct a clock that had not run out."""
        tables = schema.tables
        change = update(tables).where(tables.c.id == table_id, tables.c.clock <= now_ms()).values(clock=at)
        async with self._database.writing() as connection:
            await connection.execute(change)
