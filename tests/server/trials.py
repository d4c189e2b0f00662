"""Trials of reliability: short in the tests, long in ``make soak`` (tests/soak.py)."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
from sqlalchemy import select

from gravitable.server.storage import schema
from gravitable.server.storage.database import Database
from gravitable.server.storage.database_url import database_url
from server.harness import Postgres, ServerProcess
from server.players import Json, Person, ScriptedPlayer

T = TypeVar("T")
GAMES = ("superstar", "gravwell")


@dataclass
class Trial:
    """What was played, to compare with what the log says."""

    players: list[ScriptedPlayer] = field(default_factory=list)
    games_finished: int = 0
    interruptions: int = 0

    @property
    def accepted(self) -> int:
        return sum(len(player.accepted) for player in self.players)


async def play_pairs(
    trial: Trial, urls: list[str], pairs: int, seed: int, until: Callable[[], bool], bots: bool = False
) -> None:
    """Let pairs of people play game after game until the trial is over, then finish the last ones."""
    await asyncio.gather(*(_pair(trial, urls, seed * 100 + pair, until, bots) for pair in range(pairs)))


async def _pair(trial: Trial, urls: list[str], seed: int, until: Callable[[], bool], bots: bool) -> None:
    people = [await patiently(lambda: Person.arrive(urls[0], "Ada"), urls) for _ in range(2)]
    game = GAMES[seed % 2]
    while True:
        players = await _sit_down(people, game, urls, seed, bots)
        trial.players += players
        await asyncio.gather(*(player.play() for player in players))
        trial.games_finished += 1
        if until():
            return
        seed += 1000


async def _sit_down(
    people: list[Person], game: str, urls: list[str], seed: int, bots: bool
) -> list[ScriptedPlayer]:
    more: Json = {"bots": [{"seat": 2, "bot": "random"}]} if bots else {}
    if game == "superstar":
        more["options"] = {"rounds": 6}  # short games, so that beginning and ending are interrupted as well
    table = await patiently(lambda: people[0].table(game, 3 if bots else 2, **more), urls, people)
    await patiently(lambda: people[1].post(f"/api/tables/{table['id']}/join", {}), urls, people)
    return [ScriptedPlayer(person, table["id"], seed + n, urls) for n, person in enumerate(people)]


async def patiently(
    attempt: Callable[[], Awaitable[T]], urls: list[str], people: list[Person] | None = None
) -> T:
    """Try again until a server answers, as a person would."""
    end = time.monotonic() + 180
    number = 0
    while True:
        try:
            return await attempt()
        except (httpx.HTTPError, AssertionError):
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.1)
            number += 1
            for person in people or []:
                person.url = urls[number % len(urls)]


async def kill_again_and_again(server: ServerProcess, kills: int, seed: int, pairs: int = 3) -> Trial:
    """Kill the server at random moments during play, start it again, and let everybody finish."""
    trial, rng = Trial(), random.Random(seed)

    async def kill() -> None:
        for _ in range(kills):
            before = trial.accepted
            await asyncio.sleep(rng.uniform(0.02, 0.6))
            server.kill()
            await asyncio.to_thread(server.start)
            trial.interruptions += 1
            end = time.monotonic() + 60  # let people come back, so that every kill interrupts something
            while trial.accepted <= before and time.monotonic() < end:
                await asyncio.sleep(0.02)

    killer = asyncio.create_task(kill())
    await play_pairs(trial, [server.url], pairs, seed, until=killer.done)
    await killer
    return trial


async def lose_one_process(servers: list[ServerProcess], seed: int) -> Trial:
    """Play through two processes on one database, and kill one of them in the middle."""
    trial = Trial()
    urls = [server.url for server in servers]

    async def kill() -> None:
        while trial.accepted < 12:
            await asyncio.sleep(0.01)
        servers[0].kill()
        trial.interruptions += 1

    killer = asyncio.create_task(kill())
    # Everybody begins at one of the two, so that every table is played through both.
    await asyncio.gather(
        play_pairs(trial, urls, 2, seed, until=lambda: True, bots=True),
        play_pairs(trial, urls[::-1], 2, seed + 1, until=lambda: True),
    )
    await killer
    return trial


async def lose_the_database(server: ServerProcess, postgres: Postgres, seconds: float, seed: int) -> Trial:
    """Take the database away for a while during play."""
    trial = Trial()

    async def take_away() -> None:
        while trial.accepted < 6:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(postgres.stop)
        try:
            await asyncio.sleep(seconds / 2)
            async with httpx.AsyncClient() as client:
                answer = await client.get(f"{server.url}/healthz", timeout=60)
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "database-away")
            await asyncio.sleep(seconds / 2)
        finally:
            await asyncio.to_thread(postgres.start)
        trial.interruptions += 1

    thief = asyncio.create_task(take_away())
    await play_pairs(trial, [server.url], 2, seed, until=thief.done, bots=True)
    await thief
    return trial


async def check_nothing_lost(database: str, trial: Trial) -> None:
    """Every commit that was acknowledged is in the log, once, as it was sent; no number is missing or twice."""
    logs = await _logs(database)
    for player in trial.players:
        rows = logs[player.table]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        own = [row for row in rows if row.commit_id and row.commit_id.startswith(f"{player.person.id}-")]
        assert len({row.commit_id for row in own}) == len(own), "a commit was played twice"
        stored = {row.commit_id: row.actions.split("\n") for row in own}
        lost = {key: value for key, value in player.accepted.items() if stored.get(key) != value}
        assert not lost, f"acknowledged but not stored: {lost}"
        assert player.result is not None


async def _logs(url: str) -> dict[str, list[Any]]:
    database = Database(database_url(url))
    logs: dict[str, list[Any]] = {}
    try:
        async with database.reading() as connection:
            for row in await connection.execute(select(schema.log).order_by(schema.log.c.seq)):
                logs.setdefault(row.table_id, []).append(row)
    finally:
        await database.close()
    return logs
