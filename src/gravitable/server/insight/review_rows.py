"""Reviews in the database: asked for, taken up by a process, and stored when they are whole.

A row is the queue's memory. A process that works on a review renews its lease; should the process die, the lease runs
out and any process begins that review again. Nothing of a half one is ever written.
"""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from gravitable.server.errors import TooMany
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

LEASE_MS: Final = 15_000
AT_ONCE: Final = 3
"""How many reviews somebody may wait for at once."""
_LONGEST_QUEUE: Final = 500

Found = Any


class Key(NamedTuple):
    """What a review is of, and who made it: with another judge or budget it is another review."""

    table_id: str
    rules: int
    bot: str
    budget: str

    def where(self) -> ColumnElement[bool]:
        """Return the condition for the row of this review."""
        rows = schema.reviews.c
        return and_(*(getattr(rows, name) == value for name, value in self._asdict().items()))


class ReviewRows:
    """The rows of reviews."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, key: Key) -> Found | None:
        """Return a review's row, if somebody has asked for it."""
        async with self._database.reading() as connection:
            return (await connection.execute(select(schema.reviews).where(key.where()))).first()

    async def ask(self, key: Key, person: int) -> None:
        """Put a review into the queue unless it is there; one that failed is tried again. Raises TooMany."""
        rows = schema.reviews.c
        mine = select(func.count()).where(rows.person == person, rows.status.in_(("waiting", "running")))
        try:
            async with self._database.writing() as connection:
                await connection.execute(delete(schema.reviews).where(key.where(), rows.status == "failed"))
                found = (await connection.execute(select(rows.status).where(key.where()))).first()
                if found is not None:
                    return
                if (await connection.execute(mine)).scalar_one() >= AT_ONCE:
                    raise TooMany(f"you wait for {AT_ONCE} reviews already")
                values = {"status": "waiting", "person": person, "asked": now_ms(), "leased": 0}
                new = insert(schema.reviews).values(**key._asdict(), **values, done=0, total=0)
                await connection.execute(new)
        except IntegrityError:
            return  # another process was faster

    async def cancel(self, key: Key, person: int) -> bool:
        """Take a review out of the queue again, if this person asked for it; False: they did not."""
        rows = schema.reviews.c
        gone = delete(schema.reviews).where(
            key.where(), rows.person == person, rows.status.in_(("waiting", "running"))
        )
        async with self._database.writing() as connection:
            return (await connection.execute(gone)).rowcount > 0

    async def claim(self) -> Key | None:
        """Take up the next review that nobody works on."""
        rows = schema.reviews.c
        for found in await self.queue():
            key = _key(found)
            free = or_(rows.status == "waiting", rows.leased < now_ms())
            taken = update(schema.reviews).where(key.where(), rows.status != "done", free)
            values = {"status": "running", "leased": now_ms() + LEASE_MS, "done": 0, "total": 0}
            async with self._database.writing() as connection:
                if (await connection.execute(taken.values(**values))).rowcount:
                    return key
        return None

    async def queue(self) -> list[Found]:
        """Return the reviews that wait for a process, in turn: everybody's first one before anybody's second."""
        rows = schema.reviews.c
        is_free = or_(rows.status == "waiting", and_(rows.status == "running", rows.leased < now_ms()))
        query = (
            select(rows.table_id, rows.rules, rows.bot, rows.budget, rows.person)
            .where(is_free)
            .order_by(rows.asked, rows.table_id)
            .limit(_LONGEST_QUEUE)
        )
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).all()
        return in_turn(list(found))

    async def renew(self, key: Key, done: int, total: int) -> bool:
        """Say that this process still works on a review; False: nobody wants it any more."""
        rows = schema.reviews.c
        change = update(schema.reviews).where(key.where(), rows.status == "running")
        values = {"leased": now_ms() + LEASE_MS, "done": done, "total": total}
        async with self._database.writing() as connection:
            return (await connection.execute(change.values(**values))).rowcount > 0

    async def finish(self, key: Key, result: bytes) -> None:
        """Store a whole review, at once."""
        change = update(schema.reviews).where(key.where(), schema.reviews.c.status == "running")
        values = {"status": "done", "leased": 0, "result": zlib.compress(result, 6)}
        async with self._database.writing() as connection:
            await connection.execute(change.values(**values))

    async def fail(self, key: Key) -> None:
        """Note that a review cannot be made; asking again tries again."""
        change = update(schema.reviews).where(key.where(), schema.reviews.c.status == "running")
        async with self._database.writing() as connection:
            await connection.execute(change.values(status="failed", leased=0))

    async def free_all(self) -> None:
        """Let go of every lease: called at the start where there is no other process that could hold one."""
        change = update(schema.reviews).where(schema.reviews.c.status == "running")
        async with self._database.writing() as connection:
            await connection.execute(change.values(status="waiting", leased=0))


def unpacked(row: Found) -> bytes:
    """Return the JSON of a stored review."""
    return zlib.decompress(row.result)


def in_turn(found: list[Found]) -> list[Found]:
    """Return reviews in the order of their turns: everybody's first one before anybody's second."""
    seen: Counter[int | None] = Counter()
    turns = []
    for number, one in enumerate(found):
        turns.append((seen[one.person], number, one))
        seen[one.person] += 1
    return [one for _, _, one in sorted(turns, key=lambda turn: turn[:2])]


def _key(found: Found) -> Key:
    return Key(found.table_id, found.rules, found.bot, found.budget)
