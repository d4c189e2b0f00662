"""Kill the server, lose a process, lose the database: no accepted commit is lost, and everybody plays on.

The long forms of these run in ``make soak``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.harness import Postgres, ServerProcess, running
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
