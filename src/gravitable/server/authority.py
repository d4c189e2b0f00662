"""The authority: checks a wish against the rules once, appends it to the log, then tells everybody.

Nothing else changes a game. Matches are rebuilt from the log when needed and kept in memory in bounded number; a
process that lost a race reads what the winner wrote and decides anew.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sqlalchemy import select

from gravitable.core.errors import GameOver
from gravitable.core.game import Game
from gravitable.server import metrics, schema
from gravitable.server.database import Database, now_ms
from gravitable.server.errors import (
    DatabaseAway,
    IsAway,
    NoSuchTable,
    NotAtTable,
    NotRunning,
    Paused,
    Stale,
    WholeTurn,
)
from gravitable.server.game_log import GameLog
from gravitable.server.log_stores import NewRow
from gravitable.server.match import Match, Row, Step, due, turn_complete
from gravitable.server.protocol.parts import RowKind
from gravitable.server.table_rows import match_of_rows, read_seats
from gravitable.server.views import StateTexts

_MAX_RACES: Final = 20

Listener = Callable[[StateTexts, int], None]
"""Called with the new match and the version that listeners know."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to happen to a game."""

    kind: RowKind
    person: int | None = None
    """Who wants it; their seat is looked up. None: a bot or a clock."""
    seat: int | None = None
    """For which seat a bot or a clock acts."""
    version: int | None = None
    """Which version it was decided on; None: whatever it is by now."""
    actions: tuple[str, ...] = ()
    commit_id: str | None = None


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
    """An append failed, and perhaps it was stored all the same: only the log knows."""
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
        self._loading: dict[str, asyncio.Lock] = {}
        self.listeners: list[Listener] = []

    # Looking

    async def look(self, table_id: str) -> StateTexts:
        """Return a running or finished game; raises NotRunning or NoSuchTable."""
        slot = await self._slot(table_id)
        if slot.doubtful:
            async with slot.lock:
                await self._catch_up(slot)
        return slot.texts

    def cached(self, table_id: str) -> StateTexts | None:
        """Return a game if it is in memory."""
        slot = self._slots.get(table_id)
        return slot.texts if slot else None

    async def refresh(self, table_id: str) -> None:
        """Read what another process appended, and tell everybody here."""
        slot = self._slots.get(table_id)
        if slot is not None:
            async with slot.lock:
                await self._catch_up(slot)

    # Changing

    async def carry_out(self, table_id: str, wish: Wish) -> Done:
        """Do what somebody wants at a table, once, however often it is asked; return when it is stored.

        Everybody is told in the next turn of the event loop, so that whoever asked can be answered first.

        Raises Stale, NotAtTable, Paused, IsAway, WholeTurn, GameOver, or what the rules say.
        """
        began = time.perf_counter()
        slot = await self._slot(table_id)
        seat = _seat(slot.texts.match, wish)
        async with slot.lock:
            if slot.doubtful:
                await self._catch_up(slot)
            for _ in range(_MAX_RACES):
                if wish.commit_id and (known := slot.commits.get((seat, wish.commit_id))):
                    return Done(known, repeated=True, texts=slot.texts)
                after = _checked(slot.texts.match, seat, wish)
                if await self._append(slot, after):
                    self._announce(slot, after)
                    metrics.commits(after.game.name, wish.kind).inc()
                    metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
                    return Done(after.version, repeated=False, texts=slot.texts)
                metrics.CONFLICTS.inc()
                await self._catch_up(slot)
        raise DatabaseAway("too many processes write at once; try again")

    # Inside

    async def _slot(self, table_id: str) -> _Slot:
        slot = self._slots.get(table_id)
        if slot is None:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                slot = self._slots.get(table_id) or self._keep(table_id, await self._load(table_id))
            self._loading.pop(table_id, None)
        self._slots.move_to_end(table_id)
        return slot

    def _keep(self, table_id: str, match: Match) -> _Slot:
        slot = self._slots[table_id] = _Slot(StateTexts(match))
        while len(self._slots) > self._capacity:
            self._slots.popitem(last=False)
        metrics.CACHED_GAMES.set(len(self._slots))
        return slot

    async def _load(self, table_id: str) -> Match:
        async with self._database.reading() as connection:
            query = select(schema.tables).where(schema.tables.c.id == table_id)
            table = (await connection.execute(query)).first()
            if table is None:
                raise NoSuchTable("there is no such table; check the link")
            if table.status in ("open", "closed"):
                raise NotRunning("the game has not begun")
            seats = await read_seats(connection, table_id)
        return match_of_rows(table, seats, await self._log.rows(table_id))

    async def _append(self, slot: _Slot, after: Match) -> bool:
        """Store the newest row of a match; False when another process was faster."""
        next_due = due(after)
        new = NewRow(
            table_id=after.terms.table_id,
            row=after.steps[-1].row,
            due=next_due,
            due_changed=next_due != due(slot.texts.match),
            result=after.result,
        )
        try:
            return await self._log.append(new)
        except BaseException:
            slot.doubtful = True
            raise

    async def _catch_up(self, slot: _Slot) -> None:
        """Read what the log has beyond what is known here, and tell everybody."""
        match = slot.texts.match
        rows = await self._log.rows(match.terms.table_id, after=match.version)
        slot.doubtful = False
        for row in rows:
            match = match.after(row)
        if rows:
            self._announce(slot, match)

    def _announce(self, slot: _Slot, match: Match) -> None:
        """Take a newer match, and let the listeners know after whoever waits for it."""
        known, loop = slot.show(match), asyncio.get_running_loop()
        for listener in self.listeners:
            loop.call_soon(listener, slot.texts, known)


def _seat(match: Match, wish: Wish) -> int:
    """Return the seat that a wish is about; raises NotAtTable."""
    seat = wish.seat if wish.person is None else match.seat_of(wish.person)
    if seat is None:
        raise NotAtTable("you do not sit at this table")
    return seat


def _checked(match: Match, seat: int, wish: Wish) -> Match:
    """Return the match after a wish; raises when it may not be."""
    if match.over:
        raise GameOver("the game is over")
    played = None
    if wish.kind == "play":
        played = _played(match, seat, wish)
    else:
        _check_standing(match, seat, wish.kind)
    row = Row(match.version + 1, _row_time(match), wish.kind, seat, wish.actions, wish.commit_id)
    return match.after(row, played)


def _row_time(match: Match) -> int:
    """Return now, but never before the row before: clocks of several machines differ."""
    return max(now_ms(), match.steps[-1].row.at if match.steps else 0)


def _played(match: Match, seat: int, wish: Wish) -> Game:
    """Return the game after the wished turn or choice."""
    if wish.version is not None and not match.is_current(seat, wish.version):
        raise Stale(match.version)
    if match.standing.paused_at is not None:
        raise Paused("the game is paused; somebody has to resume it")
    if match.is_person(seat) != (wish.person is not None):
        raise IsAway("a bot plays for you: send 'back' to take your seat again")
    if not match.whole_turns and len(wish.actions) != 1:
        raise WholeTurn("here every choice is committed by itself: send exactly one action")
    game = match.played(seat, wish.actions)
    if match.whole_turns and not turn_complete(game, seat):
        raise WholeTurn(f"the turn is not complete; what may follow: {', '.join(game.legal(seat))}")
    return game


def _check_standing(match: Match, seat: int, kind: RowKind) -> None:
    """Refuse what would change nothing, so that retries add no rows."""
    useless = {
        "resign": seat in match.standing.resigned,
        "away": not match.is_person(seat),
        "back": seat not in match.standing.away,
        "pause": seat in match.standing.pause_wishes or not match.is_person(seat),
        "resume": not match.standing.pause_wishes,
    }
    if useless[kind]:
        raise Stale(match.version)
