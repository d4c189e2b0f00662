"""Ratings (openskill) of people with a claimed name, from rated tables. Each table counts once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import desc, insert, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.server.protocol.parts import Outcome, TableInfo
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

_MODEL: Final = PlackettLuce()
_BEST: Final = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is at a game; ``rating`` is a careful estimate that grows with proof."""

    game: str
    person: int
    name: str
    rating: float
    games: int


@dataclass(frozen=True, slots=True)
class _Standing:
    person: int
    mu: float
    sigma: float
    games: int


def ranks(result: Outcome, seats: list[int]) -> list[int]:
    """Return the rank of each of these seats, 0 the best: winners, the others by score, those who resigned."""
    scores = result.scores or [0] * (max(seats) + 1)
    resigned = set(result.resigned)
    winners = set(result.winners)

    def strength(seat: int) -> tuple[bool, bool, float]:
        return (seat in winners, seat not in resigned, 0 if seat in winners | resigned else scores[seat])

    ordered = sorted({strength(seat) for seat in seats}, reverse=True)
    return [ordered.index(strength(seat)) for seat in seats]


class Ratings:
    """Who has which rating."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = sqlite_insert if database.is_sqlite else postgres_insert

    async def unsettled(self) -> list[str]:
        """Return the rated tables that ended when nobody could count them any more."""
        tables = schema.tables.c
        counted = select(schema.rated_tables.c.table_id)
        query = select(tables.id).where(
            tables.rated.is_(True), tables.status == "finished", tables.id.not_in(counted)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def settle(self, info: TableInfo) -> None:
        """Count a finished rated table, once, for the claimed people at it."""
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(schema.rated_tables).values(table_id=info.id, at=now_ms()))
                await self._settle(connection, info)
        except IntegrityError:
            return  # another process counted it

    async def _settle(self, connection: AsyncConnection, info: TableInfo) -> None:
        people = [seat.person for seat in info.seats if seat.person is not None]
        before = await _standings(connection, info.game, people)
        seats = [seat.seat for seat in info.seats if seat.person in before]
        if len(seats) < 2 or info.result is None:
            return
        old = [before[person] for seat in seats if (person := info.seats[seat].person) is not None]
        teams = [[_MODEL.rating(mu=standing.mu, sigma=standing.sigma)] for standing in old]
        rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks(info.result, seats)])
        for standing, [new] in zip(old, rated, strict=True):
            values = {"mu": new.mu, "sigma": new.sigma, "games": standing.games + 1}
            add = self._insert(schema.ratings).values(person=standing.person, game=info.game, **values)
            await connection.execute(
                add.on_conflict_do_update(index_elements=["person", "game"], set_=values)
            )

    async def best(self, game: str) -> list[Rating]:
        """Return the best at a game."""
        ratings = schema.ratings.c
        careful = (ratings.mu - 3 * ratings.sigma).label("careful")
        query = _query().where(ratings.game == game).order_by(desc(careful)).limit(_BEST)
        async with self._database.reading() as connection:
            return [_rating(found) for found in await connection.execute(query)]

    async def of_person(self, person: int) -> list[Rating]:
        """Return somebody's ratings."""
        async with self._database.reading() as connection:
            return [
                _rating(found)
                for found in await connection.execute(_query().where(schema.ratings.c.person == person))
            ]


def _query() -> Any:
    return select(schema.ratings, schema.people.c.name).join(
        schema.people, schema.people.c.id == schema.ratings.c.person
    )


def _rating(found: Any) -> Rating:
    careful = round(found.mu - 3 * found.sigma, 2)
    return Rating(game=found.game, person=found.person, name=found.name, rating=careful, games=found.games)


async def _standings(connection: AsyncConnection, game: str, people: list[int]) -> dict[int, _Standing]:
    """Return the standings of the people with a claimed name."""
    ratings = schema.ratings.c
    query = (
        select(schema.people.c.id, ratings.mu, ratings.sigma, ratings.games)
        .join(schema.ratings, (ratings.person == schema.people.c.id) & (ratings.game == game), isouter=True)
        .where(schema.people.c.id.in_(people), schema.people.c.name_key.is_not(None))
    )
    fresh = _MODEL.rating()
    return {
        person: _Standing(person, mu or fresh.mu, sigma or fresh.sigma, games or 0)
        for person, mu, sigma, games in await connection.execute(query)
    }
