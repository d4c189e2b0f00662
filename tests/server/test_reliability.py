"""Kill the server, lose a process, lose the database: no accepted commit is lost, and everybody plays on.

The long forms of these run in ``make soak``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.harness import Postgres, ServerProcess, running
from server.players import Json, Person, Socket
from server.proxy import CuttableWay
from server.trials import (
    Trial,
    check_nothing_lost,
    kill_again_and_again,
    lose_one_process,
    lose_the_database,
    play_pairs,
)

KILLS = 6


def test_killed_at_random_moments_it_loses_nothing(tmp_path: Path) -> None:
    database = str(tmp_path / "killed.db")
    with running(database, tmp_path) as server:
        trial = asyncio.run(kill_again_and_again(server, KILLS, seed=1))
    assert trial.interruptions == KILLS
    assert sum(player.reconnects for player in trial.players) >= KILLS
    assert trial.accepted > 50
    asyncio.run(check_nothing_lost(database, trial))


def test_two_processes_share_a_database_and_one_is_killed(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database("two_processes")
    with running(database, tmp_path) as first, running(database, tmp_path) as second:
        trial = asyncio.run(lose_one_process([first, second], seed=3))
        assert trial.games_finished == 4
        asyncio.run(check_nothing_lost(database, trial))


def test_the_database_is_away_for_a_while(tmp_path: Path, postgres: Postgres) -> None:
    database = postgres.new_database("away")
    with running(database, tmp_path) as server:
        trial = asyncio.run(lose_the_database(server, postgres, seconds=3, seed=5))
        errors = {error["code"] for player in trial.players for error in player.errors}
        assert errors <= {"database-away"}
        assert trial.interruptions == 1
        asyncio.run(check_nothing_lost(database, trial))


def test_a_commit_whose_answer_is_lost_counts_once_and_reaches_the_opponent(
    tmp_path: Path, postgres: Postgres
) -> None:
    asyncio.run(_lose_an_answer(postgres.new_database("lost_answer"), postgres.port, tmp_path))


async def _lose_an_answer(database: str, port: int, folder: Path) -> None:
    async with CuttableWay.to(port) as way:
        server = ServerProcess(database.replace(str(port), str(way.port)), folder)
        await asyncio.to_thread(server.start)
        try:
            await _commit_into_the_void(server, way)
        finally:
            await asyncio.to_thread(server.stop)


async def _commit_into_the_void(server: ServerProcess, way: CuttableWay) -> None:
    ada, ben = await Person.arrive(server.url, "Ada"), await Person.arrive(server.url, "Ben")
    table = (await ada.table("superstar", 2))["id"]
    await ben.post(f"/api/tables/{table}/join", {})
    async with ada.socket() as first, ben.socket() as second:
        sockets = [first, second]
        for socket in sockets:
            await socket.send(type="watch", table=table)
            state = await socket.until("state")
        mine, theirs = sockets[:: 1 if state["to_act"][0] == 0 else -1]
        commit = await _first_turn(mine, table, state["version"])
        way.cut_after_next_commit()
        await mine.send(**commit)
        assert (await mine.until("error", "state"))["code"] == "database-away"
        assert way.cuts == 1
        told = await theirs.until("state")
        assert told["version"] == commit["version"] + 1, "it was stored, so everybody hears of it"
        await mine.send(**commit)
        again = await mine.until_stored(commit["id"])
        assert again["version"] == told["version"], "once"


async def _first_turn(socket: Socket, table: str, version: int) -> Json:
    """Return the commit of a whole turn, always the first choice."""
    actions: list[str] = []
    while True:
        await socket.send(type="try", table=table, version=version, actions=actions)
        tried = await socket.until("tried")
        if tried["done"]:
            return {"type": "commit", "table": table, "version": version, "id": "x", "actions": actions}
        actions.append(tried["legal"][0])


def test_several_workers_need_postgres(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "one.db"), tmp_path)
    with pytest.raises(AssertionError, match="--workers needs PostgreSQL"):
        server.start("--workers", "2")


def test_several_workers_play_on_postgres(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database("workers")
    server = ServerProcess(database, tmp_path).start("--workers", "2")
    try:
        trial = Trial()
        asyncio.run(play_pairs(trial, [server.url], 2, 7, until=lambda: True, bots=True))
        asyncio.run(check_nothing_lost(database, trial))
    finally:
        server.stop()
