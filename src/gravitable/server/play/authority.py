"""The authority: checks a wish against the rules once, appends it to the log, then tells everybody.

Nothing else changes a game. Matches are rebuilt from the log when needed and kept in memory in bounded number; a
process that lost a race reads what the winner wrote and decides anew. Nobody is refused because this process is behind:
before it says no, it reads the log. What is stored is announced, even if its sender has left meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import select

from gravitable.core.errors import GravitableError
from gravitable.server import metrics
from gravitable.server.errors import BrokenTable, DatabaseAway, NoSuchTable, NotRunning
from gravitable.server.play.match import Match, Row, Step, due
from gravitable.server.play.views import StateTexts
from gravitable.server.play.wishes import Wish, checked, seat_for
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms
from gravitable.server.storage.game_log import GameLog
from gravitable.server.storage.log_stores import NewRow
from gravitable.server.tables.table_rows import Found, match_of_rows, read_seats

_MAX_RACES: Final = 20
_BROKEN: Final = "the rules of this game failed here; whoever runs this server finds the reason in its log"
_LOG: Final = logging.getLogger("gravitable.server")

Listener = Callable[[StateTexts, int], None]
"""Called with the new match and the version that listeners know."""


class Done(NamedTuple):
    """A wish that is in the log."""

    version: int
    """The version that it made."""
    repeated: bool
    """It had been in the log before."""
    texts: StateTexts
    """The game as it is now."""


@dataclass(slots=True)
class _Slot:
    """A cached match and the lock that lets one wish at a time work on it."""

    texts: StateTexts
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    doubtful: bool = False
    """The log may know more: an append failed and was perhaps stored all the same, or news may have been missed."""
    users: int = 0
    """How many work on it now. Until they are done it stays in memory: a second slot would not know this one's rows."""
    commits: dict[tuple[int | None, str], int] = field(default_factory=dict)
    """All commits of the match, by seat and commit id: which version each made."""

    def __post_init__(self) -> None:
        self._note(self.texts.match.steps)

    def show(self, match: Match) -> int:
        """Take a newer match; return the version that was known before."""
        known = self.texts.match.version
        self.texts = StateTexts(match)
        self._note(match.steps[known:])
        return known

    def _note(self, steps: Iterable[Step]) -> None:
        for row, _ in steps:
            if row.commit_id:
                self.commits[row.seat, row.commit_id] = row.seq


class Authority:
    """All games that are played or looked at in this process."""

    def __init__(self, database: Database, log: GameLog, capacity: int) -> None:
        self._database = database
        self._log = log
        self._capacity = capacity
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        self._loading: dict[str, asyncio.Task[_Slot]] = {}
        self._heard: dict[str, int] = {}
        """Of games that are being loaded: the newest version that another process told of meanwhile."""
        self._finishing: set[asyncio.Task[None]] = set()
        self.broken: dict[str, GravitableError] = {}
        """Tables that cannot be played since their rules fail or are not there; tried again after a restart."""
        self.listeners: list[Listener] = []
        self.workers: list[Listener] = []
        """Called as well, but not for rows that another process told of: that one does what is to be done next."""
        self.tell_broken: Callable[[str, GravitableError], None] = lambda _table_id, _error: None
        """Tells whoever follows a table that it cannot go on."""
        self.hears: Callable[[str], bool] = lambda _table_id: True
        """Says whether every change that another process makes to a table is heard of; if not, only the log knows."""

    # Looking

    async def look(self, table_id: str) -> StateTexts:
        """Return a running or finished game; raises NotRunning or NoSuchTable."""
        is_old = table_id in self._slots or table_id in self._loading
        slot = await self._slot(table_id)
        if slot.doubtful or (is_old and not self.hears(table_id)):
            await self._read_log(slot)
        return slot.texts

    async def look_closely(self, table_id: str) -> StateTexts:
        """Return a game as the log has it now: called before somebody is refused, in case this process is behind."""
        slot = await self._slot(table_id)
        await self._read_log(slot)
        return slot.texts

    def cached(self, table_id: str) -> StateTexts | None:
        """Return a game if it is in memory."""
        slot = self._slots.get(table_id)
        return slot.texts if slot else None

    async def refresh(self, table_id: str) -> None:
        """Read what another process appended, and tell everybody here."""
        slot = self._slots.get(table_id)
        if slot is not None:
            await self._read_log(slot)

    async def heard(self, table_id: str, version: int, row: Row | None = None) -> None:
        """Hear that another process appended a row, and perhaps which."""
        slot = self._slots.get(table_id)
        if slot is None and table_id in self._loading:
            self._heard[table_id] = max(version, self._heard.get(table_id, 0))
        elif slot is not None and slot.texts.match.version < version:
            await self._take(slot, version, row)

    async def _take(self, slot: _Slot, version: int, row: Row | None) -> None:
        """Go on by the row that was told, if it is the next one; else as the log says."""
        slot.users += 1
        try:
            async with slot.lock:
                match = slot.texts.match
                if row is not None and not slot.doubtful and row.seq == match.version + 1:
                    self._announce(slot, match.after(row), is_own=False)
                elif match.version < version:
                    await self._catch_up(slot, is_own=False)
        finally:
            slot.users -= 1

    def doubt(self, table_id: str) -> None:
        """Hear that news of a game may have been missed."""
        if slot := self._slots.get(table_id):
            slot.doubtful = True
        if table_id in self._loading:
            self._heard[table_id] = sys.maxsize

    def doubt_all(self) -> None:
        """Hear that news may have been missed: every game is read from the log before anybody is told about it."""
        for table_id in (*self._slots, *self._loading):
            self.doubt(table_id)

    def forget(self, table_id: str) -> None:
        """Let go of a game that was closed."""
        self._slots.pop(table_id, None)

    # Changing

    async def carry_out(self, table_id: str, wish: Wish) -> Done:
        """Do what somebody wants at a table, once, however often it is asked; return when it is stored.

        Everybody is told in the next turn of the event loop, so that whoever asked can be answered first.

        Raises Stale, NotAtTable, Paused, IsAway, WholeTurn, GameOver, or what the rules say.
        """
        began = time.perf_counter()
        slot = await self._slot(table_id)
        seat = seat_for(slot.texts.match, wish)
        slot.users += 1
        try:
            async with slot.lock:
                done = await self._carry_out(slot, seat, wish)
        finally:
            slot.users -= 1
        if not done.repeated:
            metrics.commits(done.texts.match.game.name, wish.kind).inc()
            metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
        return done

    async def _carry_out(self, slot: _Slot, seat: int, wish: Wish) -> Done:
        if slot.doubtful or not self.hears(slot.texts.match.terms.table_id):
            await self._catch_up(slot)
        for _ in range(_MAX_RACES):
            if wish.commit_id and (known := slot.commits.get((seat, wish.commit_id))):
                return Done(known, repeated=True, texts=slot.texts)
            try:
                after = checked(slot.texts.match, seat, wish)
            except GravitableError:
                if await self._catch_up(slot):
                    continue
                raise
            if await self._append(slot, after):
                self._announce(slot, after)
                return Done(after.version, repeated=False, texts=slot.texts)
            metrics.CONFLICTS.inc()
            await self._catch_up(slot)
        raise DatabaseAway("too many processes write at once; try again")

    async def give_back(self, table_id: str, since: int, least_ms: int) -> None:
        """Give the time back in which no server was there: as a pause that nobody wished for.

        Less than ``least_ms`` since the last row is nothing to give back: another process has done it already.
        """
        slot = await self._slot(table_id)
        slot.users += 1
        try:
            async with slot.lock:
                await self._catch_up(slot)
                match = slot.texts.match
                if match.next_deadline() is None:
                    return
                began = max(since, match.steps[-1].row.at)
                if abs(now_ms() - began) <= least_ms:
                    return
                for row in (
                    Row(match.version + 1, began, "pause"),
                    Row(match.version + 2, now_ms(), "resume"),
                ):
                    match = match.after(row)
                    if not await self._append(slot, match):
                        return  # another process did it
                    self._announce(slot, match)
        finally:
            slot.users -= 1

    # Inside

    def mark_broken(self, table_id: str, error: Exception) -> GravitableError:
        """Note that a table cannot be played, say so in the log once, and return what to tell people."""
        told = error if isinstance(error, GravitableError) else BrokenTable(_BROKEN)
        if table_id not in self.broken:
            _LOG.error("table %s is broken and left alone: %r", table_id, error, exc_info=error)
            self.tell_broken(table_id, told)
        self._slots.pop(table_id, None)
        return self.broken.setdefault(table_id, told)

    async def _slot(self, table_id: str) -> _Slot:
        if known := self.broken.get(table_id):
            raise type(known)(*known.args)
        slot = self._slots.get(table_id)
        if slot is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load_slot(table_id))
            return await asyncio.shield(loading)  # others may wait for it too
        self._slots.move_to_end(table_id)
        return slot

    async def _load_slot(self, table_id: str) -> _Slot:
        try:
            match = await self._loaded(table_id)
            slot = self._slots[table_id] = _Slot(StateTexts(match))
            slot.doubtful = self._heard.get(table_id, 0) > match.version
        finally:
            self._loading.pop(table_id, None)
            self._heard.pop(table_id, None)
        self._make_room(table_id)
        return slot

    def _make_room(self, newest: str) -> None:
        """Forget the games that were not looked at for the longest time and that nobody works on."""
        excess = len(self._slots) - self._capacity
        if excess > 0:
            idle = (key for key, slot in self._slots.items() if not slot.users and key != newest)
            for table_id in list(islice(idle, excess)):
                del self._slots[table_id]
        metrics.CACHED_GAMES.set(len(self._slots))

    async def _loaded(self, table_id: str) -> Match:
        table, seats, rows = await self._read(table_id)
        try:
            return match_of_rows(table, seats, rows)
        except Exception as error:  # somebody else's rules, perhaps: the other tables must not suffer
            raise self.mark_broken(table_id, error) from error

    async def _read(self, table_id: str) -> tuple[Found, list[Found], list[Row]]:
        async with self._database.reading() as connection:
            query = select(schema.tables).where(schema.tables.c.id == table_id)
            table = (await connection.execute(query)).first()
            if table is None:
                raise NoSuchTable("there is no such table; check the link")
            if table.status in ("open", "closed"):
                raise NotRunning(
                    "this table was closed" if table.status == "closed" else "the game has not begun"
                )
            seats = await read_seats(connection, table_id)
        return table, seats, await self._log.rows(table_id)

    async def _append(self, slot: _Slot, after: Match) -> bool:
        """Store the newest row of a match; False when another process was faster."""
        before, next_due, next_clock = slot.texts.match, due(after), after.next_deadline()
        new = NewRow(
            table_id=after.terms.table_id,
            row=after.steps[-1].row,
            due=next_due,
            clock=next_clock,
            due_changed=next_due != due(before) or next_clock != before.next_deadline(),
            result=after.result,
        )
        try:
            return await self._log.append(new)
        except asyncio.CancelledError:
            self._finish_without(slot, new)
            raise
        except BaseException:
            slot.doubtful = True
            raise

    def _finish_without(self, slot: _Slot, new: NewRow) -> None:
        """See to it that everybody hears of a row whose sender left while it was being stored."""
        settled = asyncio.Event()
        new.on_settled = settled.set
        if new.is_settled:
            settled.set()

        async def finish() -> None:
            await settled.wait()
            with suppress(GravitableError):  # it stays doubtful: the next look reads the log
                await self._read_log(slot)

        slot.doubtful = True
        slot.users += 1
        task = asyncio.create_task(finish())
        self._finishing.add(task)

        def finished(task: asyncio.Task[None]) -> None:
            slot.users -= 1
            self._finishing.discard(task)

        task.add_done_callback(finished)

    async def _read_log(self, slot: _Slot) -> None:
        """Catch up, when nobody else works on the game."""
        slot.users += 1
        try:
            async with slot.lock:
                await self._catch_up(slot)
        finally:
            slot.users -= 1

    async def _catch_up(self, slot: _Slot, *, is_own: bool = True) -> bool:
        """Read rows of the log that are not known here yet, and tell everybody; False: there were none."""
        match = slot.texts.match
        slot.doubtful = False  # before reading: what is doubted from now on may not be in what is read
        try:
            rows = await self._log.rows(match.terms.table_id, after=match.version)
        except BaseException:
            slot.doubtful = True
            raise
        for row in rows:
            match = match.after(row)
        if rows:
            self._announce(slot, match, is_own=is_own)
        return bool(rows)

    def _announce(self, slot: _Slot, match: Match, *, is_own: bool = True) -> None:
        """Take a newer match. Listeners are told after the caller, who waits for it, went on.

        ``is_own``: no other process has told of it, so that what comes next is perhaps to be done here.
        """
        known, loop = slot.show(match), asyncio.get_running_loop()
        for listener in (*self.listeners, *(self.workers if is_own else ())):
            loop.call_soon(listener, slot.texts, known)
