"""What is stored is announced, whatever happens to its sender; and nobody is refused because a process is behind.

Real databases, two authorities on each of them, and every order of events that a seed can think of.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gravitable.core.errors import GravitableError
from gravitable.server.people.people import People
from gravitable.server.play.authority import Authority
from gravitable.server.play.match import Match, Row, turn_complete
from gravitable.server.play.wishes import Wish
from gravitable.server.protocol.parts import Person
from gravitable.server.storage.database import Database
from gravitable.server.storage.database_url import database_url
from gravitable.server.storage.game_log import GameLog
from gravitable.server.storage.log_stores import NewRow
from gravitable.server.tables.plans import Plan
from gravitable.server.tables.tables import Tables
from server.harness import Postgres

PATIENCE_S = 30.0


class Process:
    """What one process of a server knows of the games, with a place for the news it was sent."""

    def __init__(self, database: Database, capacity: int) -> None:
        self.log = GameLog(database)
        self.authority = Authority(database, self.log, capacity)
        self.told: dict[str, int] = {}
        self.inbox: list[tuple[str, int, Row | None]] = []
        self.authority.listeners.append(self._note)

    def _note(self, texts: object, _since: int) -> None:
        match: Match = texts.match  # type: ignore[attr-defined]
        self.told[match.terms.table_id] = match.version

    async def hear_one(self) -> None:
        if self.inbox:
            await self.authority.heard(*self.inbox.pop(0))


@asynccontextmanager
async def processes(url: str, capacity: int = 100) -> AsyncIterator[tuple[Database, list[Process]]]:
    database = Database(database_url(url))
    await database.migrate()
    both = [Process(database, capacity) for _ in range(2)]
    for process in both:
        process.log.start()
    try:
        yield database, both
    finally:
        for process in both:
            await process.log.stop()
        await database.close()


async def new_table(database: Database) -> tuple[list[Person], str]:
    people, tables = People(database), Tables(database)
    ada, _ = await people.new_guest("Ada")
    ben, _ = await people.new_guest("Ben")
    plan = Plan("superstar", 2, {"rounds": 6}, {}, 0)
    info = await tables.create(ada, plan)
    await tables.join(ben, info.id)
    return [ada, ben], info.id


def turn_of(match: Match, rng: random.Random) -> list[str]:
    game, seat, actions = match.game.copy(), match.to_act[0], list[str]()
    while not actions or not turn_complete(game, seat):
        actions.append(rng.choice(game.legal(seat)))
        game.advance(seat, actions[-1])
    return actions


def next_turn(match: Match, people: list[Person], rng: random.Random) -> Wish:
    seat = match.to_act[0]
    number = f"{seat}-{match.version}"
    return Wish("play", people[seat].id, None, match.version, tuple(turn_of(match, rng)), number)


async def is_told(process: Process, table: str, version: int) -> None:
    """Wait until a process has told its listeners of a version."""
    async with asyncio.timeout(PATIENCE_S):
        while process.told.get(table) != version:
            await asyncio.sleep(0.01)


def test_a_sender_who_goes_at_any_moment_leaves_nothing_untold(tmp_path: Path) -> None:
    """Cancel the sender after each possible number of steps of the event loop: at some the row is half stored."""

    async def run() -> None:
        async with processes(str(tmp_path / "gone.db")) as (database, (process, _)):
            rng = random.Random(4)
            gone = 0
            for steps in range(24):
                people, table = await new_table(database)
                match = (await process.authority.look(table)).match
                sending = asyncio.create_task(
                    process.authority.carry_out(table, next_turn(match, people, rng))
                )
                for _ in range(steps):
                    await asyncio.sleep(0)
                gone += sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
                # Rows are stored one after the other: when this one is, so is whatever was sent before it.
                other, later = await new_table(database)
                match = (await process.authority.look(later)).match
                await process.authority.carry_out(later, next_turn(match, other, rng))
                stored = len(await process.log.rows(table))
                if stored > 1:
                    await is_told(process, table, stored)
            assert gone > 5, "the sender left while it was being stored"

    asyncio.run(run())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_processes_never_leave_a_player_behind(
    kind: str, seed: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Loads, commits, news late or lost, evictions, in any order: whoever is to move can, wherever they ask."""
    if kind == "sqlite":
        url = str(tmp_path / "two.db")
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.new_database(f"interleaved_{seed}")

    async def run() -> None:
        rng = random.Random(seed)
        async with processes(url, capacity=2) as (database, both):
            games = [await new_table(database) for _ in range(4)]
            await asyncio.gather(*(_live(both, games, random.Random(rng.random())) for _ in range(4)))
            for people, table in games:
                await _can_go_on(both, people, table, rng)

    asyncio.run(run())


async def _live(both: list[Process], games: list[tuple[list[Person], str]], rng: random.Random) -> None:
    for _ in range(25):
        people, table = rng.choice(games)
        here, there = rng.sample(both, 2)
        match rng.choice(("look", "commit", "commit", "commit", "hear", "miss", "leave")):
            case "look":
                await here.authority.look(table)
            case "commit" | "leave" as what:
                match = (await here.authority.look(table)).match
                if match.over:
                    continue
                sending = asyncio.create_task(here.authority.carry_out(table, next_turn(match, people, rng)))
                if what == "leave":
                    await asyncio.sleep(0)
                    sending.cancel()
                done = (await asyncio.gather(sending, return_exceptions=True))[0]
                if not isinstance(done, BaseException):
                    row = done.texts.match.steps[done.version - 1].row if rng.random() < 0.5 else None
                    there.inbox.append((table, done.version, row))
                elif not isinstance(done, (GravitableError, asyncio.CancelledError)):
                    raise done
            case "hear":
                await here.hear_one()
            case "miss":  # the connection that brings news broke, and is there again
                here.inbox.clear()
                here.authority.doubt_all()


async def _can_go_on(both: list[Process], people: list[Person], table: str, rng: random.Random) -> None:
    """Whatever a process missed, it takes the next turn of the game as the log has it."""
    for process in both:
        other = next(one for one in both if one is not process)
        match = (await other.authority.look_closely(table)).match
        if match.over:
            return
        done = await process.authority.carry_out(table, next_turn(match, people, rng))
        assert done.version == match.version + 1, (
            "perhaps stored already, for the sender who left; never refused"
        )
        await is_told(process, table, done.version)


def test_what_nobody_could_load_is_forgotten(tmp_path: Path) -> None:
    async def run() -> None:
        async with processes(str(tmp_path / "none.db")) as (_, (process, _)):
            for number in range(50):
                with pytest.raises(GravitableError):
                    await process.authority.look(f"{number:016}")
            assert not process.authority._loading

    asyncio.run(run())


def test_of_two_rows_with_one_number_one_hears_that_it_was_stored(tmp_path: Path) -> None:
    """The sender of the first left, so that the second was made before the first was stored."""

    async def run() -> None:
        async with processes(str(tmp_path / "one.db")) as (database, (process, _)):
            _, table = await new_table(database)
            rows = [NewRow(table, Row(2, 5, "pause", seat), None, None, False, None) for seat in (0, 1)]
            assert await asyncio.gather(*map(process.log.append, rows)) == [True, False]
            assert [row.seat for row in await process.log.rows(table)] == [None, 0]

    asyncio.run(run())
