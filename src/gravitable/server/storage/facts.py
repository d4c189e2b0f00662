"""What the server keeps about itself in the database: when it was last running, and a key for marks of networks."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from gravitable.server.guard.budgets import origin_of
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

_KEY: Final = "origin-key"
ALIVE: Final = "alive"
"""The fact whose time says when the server lived last."""


class Facts:
    """The table of facts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = sqlite_insert if database.is_sqlite else postgres_insert
        self._key = secrets.token_bytes(32)

    async def start(self) -> None:
        """Take the key of all processes, or draw it if this is the first."""
        async with self._database.writing() as connection:
            add = self._insert(schema.facts).values(name=_KEY, at=now_ms(), value=self._key)
            await connection.execute(add.on_conflict_do_nothing())
            query = select(schema.facts.c.value).where(schema.facts.c.name == _KEY)
            self._key = (await connection.execute(query)).scalar_one()

    def origin(self, network: str) -> str:
        """Return a network's mark: the same for the same network, and no address."""
        return origin_of(network, self._key)

    async def say_alive(self) -> None:
        """Write down that the server lives: a real write, and a real read."""
        await self.wake_up()

    async def wake_up(self) -> int | None:
        """Write down that the server lives, and return when it did last; one process hears of old times."""
        facts, now = schema.facts, now_ms()
        async with self._database.writing() as connection:
            query = select(facts.c.at).where(facts.c.name == ALIVE).with_for_update()
            before = (await connection.execute(query)).scalar()
            add = self._insert(facts).values(name=ALIVE, at=now)
            await connection.execute(add.on_conflict_do_update(index_elements=["name"], set_={"at": now}))
        return before
