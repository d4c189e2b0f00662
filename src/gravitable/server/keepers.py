"""What happens by itself at tables: bots move, clocks run out. Safe in several processes at once.

Who appended a row looks after the bots that come next. Should that process die, the column ``due`` tells any
other (or the same after its restart) that something is overdue.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from sqlalchemy import select

from gravitable.core.errors import GravitableError
from gravitable.server import metrics, opponents, schema
from gravitable.server.authority import Authority, Wish
from gravitable.server.database import Database, now_ms
from gravitable.server.errors import DatabaseAway, ServerError
from gravitable.server.match import BOT_LEASE_MS, Match
from gravitable.server.views import StateTexts

SWEEP_S: Final = 0.5
_AT_ONCE: Final = 200
_LOG: Final = logging.getLogger("gravitable.keepers")


class Keepers:
    """Moves for bots and watches the clocks."""

    def __init__(self, database: Database, authority: Authority, threads: int, pace_ms: int) -> None:
        self._database = database
        self._authority = authority
        self._pace_s = pace_ms / 1000
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after tables."""
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="sweeper")

    async def stop(self) -> None:
        """Stop; whoever thinks is not waited for, since the log lost nothing."""
        tasks = [*self._busy.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def noticed(self, texts: StateTexts, _since: int) -> None:
        """Hear of a change at a table: the authority calls this."""
        if texts.match.bots_to_act():
            self.wake(texts.match.terms.table_id)

    def wake(self, table_id: str) -> None:
        """Look after a table now, or once more if somebody does already."""
        self._woken.add(table_id)
        if table_id not in self._busy:
            self._busy[table_id] = asyncio.create_task(self._tend(table_id), name=f"tend {table_id}")

    async def _tend(self, table_id: str) -> None:
        """Move for bots and stop clocks until people have to act."""
        try:
            while table_id in self._woken:
                self._woken.discard(table_id)
                await self._all_steps(table_id)
        finally:
            self._woken.discard(table_id)
            del self._busy[table_id]

    async def _all_steps(self, table_id: str) -> None:
        try:
            while await self._one_step(table_id):
                pass
        except DatabaseAway:
            _LOG.warning("database away while tending a table")
        except GravitableError as error:
            # Somebody else was faster; whatever is left to do, their row has woken us for it.
            _LOG.info("a step was not needed any more", extra={"code": error.code})
        except Exception:
            _LOG.exception("tending a table failed")

    async def _one_step(self, table_id: str) -> bool:
        match = (await self._authority.look(table_id)).match
        if match.over:
            return False
        bots = match.bots_to_act()
        if bots:
            await self._move(table_id, match, bots[0])
            return True
        late = [seat for seat in match.to_act if (at := match.deadline(seat)) is not None and at <= now_ms()]
        for seat in late:
            await self._authority.carry_out(table_id, Wish("away", seat=seat))
        return bool(late)

    async def _move(self, table_id: str, match: Match, seat: int) -> None:
        spec = match.terms.bots[seat] or opponents.STAND_IN
        loop = asyncio.get_running_loop()
        began = loop.time()
        metrics.BOTS_THINKING.inc()
        try:
            actions = await loop.run_in_executor(
                self._pool,
                lambda: opponents.choose_turn(spec, match.game.copy(), seat, whole_turn=match.whole_turns),
            )
        finally:
            metrics.BOTS_THINKING.dec()
        metrics.BOT_SECONDS.observe(loop.time() - began)
        await asyncio.sleep(max(0.0, self._pace_s - (loop.time() - began)))
        wish = Wish("play", seat=seat, version=match.version, actions=tuple(actions))
        await self._authority.carry_out(table_id, wish)

    async def _sweep_forever(self) -> None:
        grace = BOT_LEASE_MS  # after a restart nobody else moves for the bots of this process
        while True:
            try:
                for table_id in await self._overdue(now_ms() + grace):
                    self.wake(table_id)
                grace = 0
            except ServerError:
                _LOG.warning("database away while looking for overdue tables")
            await asyncio.sleep(SWEEP_S)

    async def _overdue(self, until: int) -> list[str]:
        tables = schema.tables.c
        query = select(tables.id).where(tables.status == "running", tables.due <= until)
        async with self._database.reading() as connection:
            return list((await connection.execute(query.order_by(tables.due).limit(_AT_ONCE))).scalars())
