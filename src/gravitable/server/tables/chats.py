"""Chat at a table: short lines, few of them kept."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, insert, select

from gravitable.server.protocol.parts import ChatLine
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

KEPT_LINES: Final = 100


class Chats:
    """What is said at tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def say(self, table_id: str, person: int, text: str) -> int:
        """Add a line and return its number; the oldest ones go."""
        lines = schema.chat.c
        clean = "".join(letter for letter in text if letter.isprintable())
        values = {"table_id": table_id, "at": now_ms(), "person": person, "text": clean}
        newest = (
            select(lines.id).where(lines.table_id == table_id).order_by(lines.id.desc()).limit(KEPT_LINES)
        )
        async with self._database.writing() as connection:
            done = await connection.execute(insert(schema.chat).values(values))
            await connection.execute(
                delete(schema.chat).where(lines.table_id == table_id, lines.id.not_in(newest))
            )
        return int(done.inserted_primary_key[0]) if done.inserted_primary_key else 0

    async def lines(self, table_id: str, only: int | None = None) -> list[ChatLine]:
        """Return the lines of a table, the oldest first; ``only``: just that one."""
        lines, people, seats = schema.chat.c, schema.people.c, schema.seats.c
        query = (
            select(schema.chat, people.name, seats.seat)
            .join(schema.people, people.id == lines.person)
            .join(
                schema.seats,
                (seats.table_id == lines.table_id) & (seats.person == lines.person),
                isouter=True,
            )
            .where(lines.table_id == table_id)
            .order_by(lines.id)
        )
        if only is not None:
            query = query.where(lines.id == only)
        async with self._database.reading() as connection:
            return [_line(found) for found in await connection.execute(query)]


def _line(found: Any) -> ChatLine:
    return ChatLine(
        id=found.id, at=found.at, name=found.name, person=found.person, seat=found.seat, text=found.text
    )
