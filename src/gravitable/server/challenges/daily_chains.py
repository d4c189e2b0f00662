"""The secret chain of the daily challenge, in the database: drawn once, the same for all processes of a server.

A day is a day of UTC. Days never come twice: the newest one that was reached is written down, and its links are shown
only when it is over by that. See core/links.py for the chain itself, and docs/daily.md for what it proves.
"""

from __future__ import annotations

import datetime
import logging
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core import chance, links
from gravitable.server.errors import ClockBehind, NoDaily
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

DAY_MS: Final = 24 * 3600 * 1000
LENGTH: Final = 3653
"""Days of a chain: ten years."""
_RENEWED_BEFORE: Final = 60
"""How many days before the end of a chain the next one is drawn, so that its anchor is known in time."""
_REACHED: Final = "daily-day"
"""The fact that says which day was reached."""
_EPOCH: Final = datetime.date(1970, 1, 1).toordinal()
_LOG: Final = logging.getLogger("gravitable.daily")


class Day(NamedTuple):
    """One day of the challenge, with its secret."""

    number: int
    """Days since 1970."""
    chain: int
    first: int
    """The first day of its chain."""
    anchor: bytes
    link: bytes
    """Secret until the day is over."""

    @property
    def date(self) -> str:
        """As text, such as 2026-11-17."""
        return date_of(self.number)

    @property
    def starts(self) -> int:
        """When it begins, in milliseconds since 1970."""
        return self.number * DAY_MS

    @property
    def ends(self) -> int:
        """When the next one begins."""
        return self.starts + DAY_MS

    @property
    def shown(self) -> bytes:
        """The hash that is shown while the day's link is secret: the link of the day before, or the anchor."""
        return links.before(self.link)


def day_of(at: int) -> int:
    """Return the day of a time in milliseconds."""
    return at // DAY_MS


def date_of(day: int) -> str:
    """Return a day as text.

    >>> date_of(0), date_of(20_774)
    ('1970-01-01', '2026-11-17')
    """
    return datetime.date.fromordinal(_EPOCH + day).isoformat()


def day_named(text: str) -> int:
    """Return the day of a text such as 2026-11-17; raises NoDaily."""
    try:
        return datetime.date.fromisoformat(text).toordinal() - _EPOCH
    except ValueError:
        raise NoDaily(f"{text!r} is no day: write it as 2026-11-17") from None


class DailyChains:
    """All chains of a server; the newest one that covers a day counts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = sqlite_insert if database.is_sqlite else postgres_insert

    async def start(self) -> None:
        """Draw the first chain, and another one for the days from now on if the clock once stood far in the future."""
        today = day_of(now_ms())
        async with self._database.writing() as connection:
            reached = await _reached(connection, locked=True)
            if reached is not None and reached > today + 1:
                _LOG.warning(
                    "the clock stood at %s and is at %s now: links that may have been shown are not used again",
                    date_of(reached),
                    date_of(today),
                )
                await self._draw(connection, today)
                await self._reach(connection, today)
        await self.today()

    async def today(self) -> Day:
        """Return the day that is played now; raises ClockBehind."""
        clock = day_of(now_ms())
        async with self._database.reading() as connection:
            reached = await _reached(connection)
            found = await _covering(connection, clock)
        if reached is None or reached < clock or found is None:
            return await self._first_of(clock)
        return _day(found, clock) if reached == clock else await self._held(clock, reached)

    async def _held(self, clock: int, reached: int) -> Day:
        """Return the day that another process has begun already: it lasts until this clock is there too."""
        if reached > clock + 1:
            raise ClockBehind(
                f"this server's clock says {date_of(clock)}, but {date_of(reached)} has been played; "
                "whoever runs it has to set the clock right and start it again"
            )
        found = await self.on(reached)
        if found is None:
            raise NoDaily(f"there is no challenge on {date_of(reached)}")
        return found

    async def on(self, day: int) -> Day | None:
        """Return a day of the newest chain that covers it; its link may be secret still."""
        async with self._database.reading() as connection:
            found = await _covering(connection, day)
        return None if found is None else _day(found, day)

    async def of_chain(self, chain: int, day: int) -> Day | None:
        """Return a day of a certain chain."""
        chains = schema.daily_chains
        async with self._database.reading() as connection:
            found = (await connection.execute(select(chains).where(chains.c.number == chain))).first()
        return None if found is None else _day(found, day)

    async def _first_of(self, clock: int) -> Day:
        """Be the first to reach a day, or to need a chain."""
        async with self._database.writing() as connection:
            reached = await _reached(connection, locked=True)
            if reached is None or reached < clock:
                await self._reach(connection, clock)
            found = await _covering(connection, clock)
            if found is None:
                # A day early, so that a process whose clock is a little behind finds its day too.
                await self._draw(connection, clock - 1)
            elif _is_short(found, clock):
                await self._draw(connection, found.first_day + found.days)
            found = await _covering(connection, clock)
        if found is None:
            raise NoDaily(f"there is no challenge on {date_of(clock)}")
        return _day(found, clock) if reached is None or reached <= clock else await self._held(clock, reached)

    async def _draw(self, connection: AsyncConnection, first: int) -> None:
        """Draw a chain from the operating system. Of two processes that do so at once, one wins."""
        chains = schema.daily_chains
        newest = (await connection.execute(select(func.max(chains.c.number)))).scalar() or 0
        latest = await _covering(connection, first)
        if latest is not None and latest.number == newest and latest.first_day == first:
            return
        tip = chance.draw_secret()
        values = {"number": newest + 1, "first_day": first, "days": LENGTH, "tip": tip, "made": now_ms()}
        add = self._insert(chains).values(**values, anchor=links.before(tip, LENGTH))
        await connection.execute(add.on_conflict_do_nothing())

    async def _reach(self, connection: AsyncConnection, day: int) -> None:
        at = day * DAY_MS
        add = self._insert(schema.facts).values(name=_REACHED, at=at)
        await connection.execute(add.on_conflict_do_update(index_elements=["name"], set_={"at": at}))


async def _reached(connection: AsyncConnection, *, locked: bool = False) -> int | None:
    query = select(schema.facts.c.at).where(schema.facts.c.name == _REACHED)
    at = (await connection.execute(query.with_for_update() if locked else query)).scalar()
    return None if at is None else day_of(at)


async def _covering(connection: AsyncConnection, day: int) -> Any:
    chains = schema.daily_chains
    query = (
        select(chains)
        .where(chains.c.first_day <= day, chains.c.first_day + chains.c.days > day)
        .order_by(chains.c.number.desc())
        .limit(1)
    )
    return (await connection.execute(query)).first()


def _is_short(found: Any, day: int) -> bool:
    """Say whether a chain ends soon."""
    return bool(found.first_day + found.days - day <= _RENEWED_BEFORE)


def _day(found: Any, day: int) -> Day:
    link = _link(bytes(found.tip), found.first_day + found.days - 1 - day)
    return Day(day, found.number, found.first_day, bytes(found.anchor), link)


@lru_cache(maxsize=64)
def _link(tip: bytes, days: int) -> bytes:
    return links.before(tip, days)


def time_text(at: int) -> str:
    """Return a time of UTC for people who read English."""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
