"""What people have solved: ratings of people and puzzles (openskill, as for games) and streaks.

The first answer counts, once. Everybody with a session has a list of solved puzzles and a streak; ratings are for
people with a claimed name, as at tables, so that nobody moves a puzzle's rating with a row of guests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import case, func, insert, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.puzzles import Puzzle
from gravitable.server.protocol.parts import Person
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms

_MODEL: Final = PlackettLuce()
_STEP: Final = 4.0
"""How much stronger a puzzle is to begin with, for each step of difficulty."""
_MIDDLE: Final = 3
_KNOWN: Final = 0.5
"""We are so much surer about a new puzzle than about a new person: its difficulty was worked out."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How somebody does at a game's puzzles."""

    rating: float | None
    """A careful estimate that grows with proof, as for games; None for guests."""
    tried: int
    solved: int
    """By the first answer."""
    streak: int
    longest: int
    kinds: dict[str, tuple[int, int]]
    """By kind: tried and solved."""


@dataclass(frozen=True, slots=True)
class _Solver:
    mu: float
    sigma: float
    rated: int = 0
    streak: int = 0
    longest: int = 0


class PuzzleScores:
    """Who has solved what."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = sqlite_insert if database.is_sqlite else postgres_insert

    async def count(self, person: Person, puzzle: Puzzle, *, solved: bool) -> bool:
        """Count somebody's first answer to a puzzle; says whether it was the first."""
        tried = {"person": person.id, "game": puzzle.game, "puzzle": puzzle.id}
        try:
            async with self._database.writing() as connection:
                await connection.execute(
                    insert(schema.puzzle_tries).values(**tried, kind=puzzle.kind, solved=solved, at=now_ms())
                )
                await self._rate(connection, person, puzzle, solved)
        except IntegrityError:
            return False  # counted before, perhaps by another process a moment ago
        return True

    async def _rate(self, connection: AsyncConnection, person: Person, puzzle: Puzzle, solved: bool) -> None:
        before = await _solver(connection, person.id, puzzle.game)
        streak = before.streak + 1 if solved else 0
        values = {"mu": before.mu, "sigma": before.sigma, "rated": before.rated}
        values |= {"streak": streak, "longest": max(before.longest, streak)}
        if person.claimed:
            values |= await self._rated(connection, before, puzzle, solved)
        add = self._insert(schema.puzzle_solvers).values(person=person.id, game=puzzle.game, **values)
        await connection.execute(add.on_conflict_do_update(index_elements=["person", "game"], set_=values))

    async def _rated(
        self, connection: AsyncConnection, before: _Solver, puzzle: Puzzle, solved: bool
    ) -> dict[str, float]:
        """Rate person and puzzle against each other, store the puzzle's, and return the person's."""
        mu, sigma, tries = await _strength(connection, puzzle)
        teams = [[_MODEL.rating(mu=before.mu, sigma=before.sigma)], [_MODEL.rating(mu=mu, sigma=sigma)]]
        [mine], [theirs] = _MODEL.rate(teams, ranks=[0.0, 1.0] if solved else [1.0, 0.0])
        values = {"mu": theirs.mu, "sigma": theirs.sigma, "tries": tries + 1}
        add = self._insert(schema.puzzle_ratings).values(game=puzzle.game, puzzle=puzzle.id, **values)
        await connection.execute(add.on_conflict_do_update(index_elements=["game", "puzzle"], set_=values))
        return {"mu": mine.mu, "sigma": mine.sigma, "rated": before.rated + 1}

    async def progress(self, person: Person, game: str) -> Progress:
        """Return how somebody does."""
        tries = schema.puzzle_tries.c
        solved = func.sum(case((tries.solved.is_(True), 1), else_=0))
        query = select(tries.kind, func.count(), solved).where(tries.person == person.id, tries.game == game)
        async with self._database.reading() as connection:
            own = await _solver(connection, person.id, game)
            rows = await connection.execute(query.group_by(tries.kind))
            kinds = {kind: (int(count), int(right or 0)) for kind, count, right in rows}
        return Progress(
            rating=round(own.mu - 3 * own.sigma, 2) if person.claimed and own.rated else None,
            tried=sum(count for count, _ in kinds.values()),
            solved=sum(right for _, right in kinds.values()),
            streak=own.streak,
            longest=own.longest,
            kinds=kinds,
        )

    async def tried(self, person: Person, game: str) -> set[str]:
        """Return the puzzles that somebody has answered or given up."""
        tries = schema.puzzle_tries.c
        query = select(tries.puzzle).where(tries.person == person.id, tries.game == game)
        async with self._database.reading() as connection:
            return set((await connection.execute(query)).scalars())

    async def strength(self, person: Person | None, game: str) -> float:
        """Return how strong somebody is; whoever is new is as strong as a puzzle of middle difficulty."""
        if person is None:
            return float(fresh().mu)
        async with self._database.reading() as connection:
            return (await _solver(connection, person.id, game)).mu

    async def strengths(self, game: str) -> dict[str, float]:
        """Return how strong those puzzles are that have been tried; the others are as ``expected`` says."""
        ratings = schema.puzzle_ratings.c
        async with self._database.reading() as connection:
            found = await connection.execute(select(ratings.puzzle, ratings.mu).where(ratings.game == game))
            return {row.puzzle: row.mu for row in found}


def fresh() -> Any:
    """Return the rating of somebody new."""
    return _MODEL.rating()


def expected(puzzle: Puzzle) -> float:
    """Return how strong a puzzle is that nobody has tried yet."""
    return float(fresh().mu) + _STEP * (puzzle.difficulty - _MIDDLE)


async def _solver(connection: AsyncConnection, person: int, game: str) -> _Solver:
    own = schema.puzzle_solvers.c
    query = select(own.mu, own.sigma, own.rated, own.streak, own.longest)
    found = (await connection.execute(query.where(own.person == person, own.game == game))).first()
    return _Solver(*found) if found else _Solver(fresh().mu, fresh().sigma)


async def _strength(connection: AsyncConnection, puzzle: Puzzle) -> tuple[float, float, int]:
    ratings = schema.puzzle_ratings.c
    query = select(ratings.mu, ratings.sigma, ratings.tries)
    where = (ratings.game == puzzle.game) & (ratings.puzzle == puzzle.id)
    found = (await connection.execute(query.where(where))).first()
    return (*found,) if found else (expected(puzzle), fresh().sigma * _KNOWN, 0)
