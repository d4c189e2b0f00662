"""How many tables and contests somebody may have at once, by person and by the network they come from."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.server.errors import TooMany
from gravitable.server.guard.budgets import Budgets
from gravitable.server.storage import schema

MAX_OPEN: Final = 20
"""Tables that wait for people, by host."""
MAX_RUNNING: Final = 60
"""Games that go on, by host."""
MAX_BOTS_ONLY: Final = 5
"""Games that go on in which no person sits, by host."""
MAX_OF_NETWORK: Final = 150
"""Tables that wait or go on, by the host's network."""

MAX_CONTESTS: Final = 5
"""Contests that are not over, by host. A contest is a row; its tables count for the person who sits down first."""
MAX_CONTESTS_OF_NETWORK: Final = 20
"""The same by the host's network."""


async def refuse_contests(
    connection: AsyncConnection, budgets: Budgets, host: int, origin: str | None
) -> None:
    """Raise TooMany when somebody has as many contests as one may."""
    contests = schema.contests.c
    text = "you host {} contests that are not over; end one first"
    mine = (contests.host == host, contests.over.is_(None))
    await _refuse(connection, budgets.bound(MAX_CONTESTS), text, *mine, of=schema.contests)
    if origin is not None:
        text = "your network has {} contests that are not over; end one first"
        theirs = (contests.origin == origin, contests.over.is_(None))
        await _refuse(connection, budgets.bound(MAX_CONTESTS_OF_NETWORK), text, *theirs, of=schema.contests)


async def refuse_hoarding(
    connection: AsyncConnection, budgets: Budgets, host: int, origin: str | None, *, bots_only: bool
) -> None:
    """Raise TooMany when somebody has as many tables as one may."""
    tables = schema.tables.c
    open_ = (tables.host == host, tables.status == "open")
    running = (tables.host == host, tables.status == "running")
    await _refuse(
        connection, budgets.bound(MAX_OPEN), "you host {} open tables already; leave some first", *open_
    )
    await _refuse(
        connection, budgets.bound(MAX_RUNNING), "you host {} games that go on; finish some first", *running
    )
    if bots_only:
        sits = select(schema.seats.c.table_id).where(schema.seats.c.person.is_not(None))
        text = "{} games of bots alone go on for you already; let them end first"
        await _refuse(connection, budgets.bound(MAX_BOTS_ONLY), text, *running, tables.id.not_in(sits))
    if origin is not None:
        text = "your network has {} tables already; finish or leave some first"
        mine = (tables.origin == origin, tables.status.in_(("open", "running")))
        await _refuse(connection, budgets.bound(MAX_OF_NETWORK), text, *mine)


async def _refuse(
    connection: AsyncConnection, bound: int | None, text: str, *where: Any, of: Table = schema.tables
) -> None:
    if bound is None:
        return
    found = (await connection.execute(select(func.count()).select_from(of).where(*where))).scalar_one()
    if found >= bound:
        raise TooMany(text.format(found))
