"""Moves for the bots, safely with several server processes at once.

The process that appended a row moves for the bots that come next. Should it die, the column ``due`` tells any other (or
the same after its restart) that something is overdue. Thinking is what costs most here, so it is shared fairly between
networks, people and tables. Where nobody looks on and nobody waits for a turn, bots take their time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

from sqlalchemy import select, tuple_

from gravitable.core.errors import GravitableError
from gravitable.server import metrics
from gravitable.server.compiling import Compiling, until_ready
from gravitable.server.errors import DatabaseAway, ServerError
from gravitable.server.guard.fair import FairQueue, Path
from gravitable.server.play import opponents
from gravitable.server.play.authority import Authority
from gravitable.server.play.match import BOT_LEASE_MS, IDLE_LEASE_MS, Match
from gravitable.server.play.views import StateTexts
from gravitable.server.play.wishes import Wish
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

SWEEP_S: Final = 0.5
_AT_ONCE: Final = 200
_LOG: Final = logging.getLogger("gravitable.keepers")


class _Turn(NamedTuple):
    """What a bot wants to play, and when it began to think."""

    wish: Wish
    began: float


class Keepers:
    """Moves for bots."""

    def __init__(
        self,
        database: Database,
        authority: Authority,
        threads: int,
        pace_ms: int,
        idle_pace_ms: int,
        is_followed: Callable[[str], bool],
        compiling: Compiling | None = None,
    ) -> None:
        self._database = database
        self._authority = authority
        self._pace_s = pace_ms / 1000
        self._idle_s = idle_pace_ms / 1000
        self._is_followed = is_followed
        self._compiling = compiling
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._threads = threads
        self._queue = FairQueue()
        self._cared_for: set[str] = set()
        """The tables that wait for a thread, think or play."""
        self._again: set[str] = set()
        """Those of them that have to be looked at once more."""
        self._asleep: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._page: tuple[int, str] = (0, "")

    def start(self, set_back_ms: int = 0) -> None:
        """Begin to look after tables; ``set_back_ms``: by how much the machine's clock was set back meanwhile."""
        self._spawn(self._sweep_forever(set_back_ms))
        for _ in range(self._threads):
            self._spawn(self._work_forever())

    async def stop(self) -> None:
        """Stop without waiting for bots that think: nothing of theirs is in the log yet."""
        for timer in self._asleep.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def noticed(self, texts: StateTexts, _since: int) -> None:
        """Hear of a change at a table, or of somebody who begins to look on."""
        match = texts.match
        if not match.bots_to_act():
            return
        terms = match.terms
        path = (terms.origin or terms.host, terms.host, terms.table_id)
        if self._is_idle(match):
            self._sleep(path, self._idle_s)
        else:
            self.wake(path, urgent=True)

    def _is_idle(self, match: Match) -> bool:
        return not match.people_left and not self._is_followed(match.terms.table_id)

    def _sleep(self, path: Path, seconds: float) -> None:
        table_id = str(path[-1])
        if table_id not in self._asleep and table_id not in self._cared_for:
            loop = asyncio.get_running_loop()
            self._asleep[table_id] = loop.call_later(seconds, lambda: self.wake(path, urgent=False))

    def wake(self, path: Path, *, urgent: bool) -> None:
        """Look after a table now, or once more if somebody does already."""
        table_id = str(path[-1])
        if timer := self._asleep.pop(table_id, None):
            timer.cancel()
        if table_id in self._cared_for:
            self._again.add(table_id)
            return
        self._cared_for.add(table_id)
        self._queue.add(path, urgent=urgent)
        metrics.BOTS_THINKING.set(len(self._cared_for))

    async def _work_forever(self) -> None:
        """Let one bot after the other think."""
        loop = asyncio.get_running_loop()
        while True:
            path, urgent = await self._queue.next()
            began = loop.time()
            turn = None
            try:
                turn = await self._think(str(path[-1]))
            except Exception as error:
                _note(error)
            finally:
                self._queue.done(path, urgent, loop.time() - began)
            self._spawn(self._finish(path, turn))

    async def _think(self, table_id: str) -> _Turn | None:
        """Return what the next bot of a table wants to play."""
        match = (await self._authority.look(table_id)).match
        bots = match.bots_to_act()
        if not bots:
            return None
        seat = bots[0]
        spec = match.terms.bots[seat] or opponents.STAND_IN
        if opponents.thinks(spec):
            await until_ready(self._compiling, match.game.name)
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            actions = await loop.run_in_executor(self._pool, _chosen, match, seat, spec)
        except Exception as error:  # it would fail again at every try
            raise self._authority.mark_broken(table_id, error) from error
        metrics.BOT_SECONDS.observe(loop.time() - began)
        return _Turn(Wish("play", seat=seat, version=match.version, actions=tuple(actions)), began)

    async def _finish(self, path: Path, turn: _Turn | None) -> None:
        """Play what a bot thought of, when people had time to see what was before."""
        table_id = str(path[-1])
        try:
            if turn is not None:
                waited = asyncio.get_running_loop().time() - turn.began
                await asyncio.sleep(max(0.0, self._pace_s - waited))
                await self._authority.carry_out(table_id, turn.wish)
        except Exception as error:
            _note(error)
        finally:
            self._cared_for.discard(table_id)
            metrics.BOTS_THINKING.set(len(self._cared_for))
            if table_id in self._again:
                self._again.discard(table_id)
                self.wake(path, urgent=True)

    async def _sweep_forever(self, set_back_ms: int) -> None:
        grace = BOT_LEASE_MS  # after a restart nobody else moves for the bots of this process
        if set_back_ms:
            # What was due then lies in the future now; the last sign of life came a moment before the end.
            grace = set_back_ms + 2 * IDLE_LEASE_MS
        while True:
            try:
                overdue = await self._overdue(now_ms() + grace)
                for path in overdue:
                    if str(path[-1]) not in self._cared_for and path[-1] not in self._authority.broken:
                        self.wake(path, urgent=False)
                grace = grace if len(overdue) == _AT_ONCE else 0
            except ServerError:
                _LOG.warning("database away while looking for overdue tables")
            await asyncio.sleep(SWEEP_S)

    async def _overdue(self, until: int) -> list[Path]:
        """Return some overdue tables: at the next call the next ones, so that many cannot hide a few."""
        tables = schema.tables.c
        query = (
            select(tables.id, tables.host, tables.origin, tables.due)
            .where(tables.status == "running", tables.due <= until)
            .where(tuple_(tables.due, tables.id) > tuple_(*self._page))
            .order_by(tables.due, tables.id)
            .limit(_AT_ONCE)
        )
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).all()
        self._page = (found[-1].due, found[-1].id) if len(found) == _AT_ONCE else (0, "")
        return [(one.origin or one.host, one.host, one.id) for one in found]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _chosen(match: Match, seat: int, spec: str) -> list[str]:
    """Return what a bot plays. Slow.

    Where all should meet the same play, it may not depend on who was quicker: then a bot chooses from what there was
    when its choice came up.
    """
    seed = match.terms.bot_seed
    game = match.game if seed is None else match.when_asked(seat)
    return opponents.choose_turn(spec, game.copy(), seat, whole_turn=match.whole_turns, seed=seed)


def _note(error: Exception) -> None:
    if isinstance(error, DatabaseAway):
        _LOG.warning("database away while tending a table")
    elif isinstance(error, GravitableError):
        # Somebody else was faster; whatever is left to do, their row has woken us for it.
        _LOG.info("a step was not needed any more", extra={"code": error.code})
    else:
        _LOG.error("tending a table failed", exc_info=error)
