"""SIGKILLs during play, on SQLite and on PostgreSQL by turns; and lost connections to the database."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

from server.harness import Postgres, ServerProcess
from server.proxy import CuttableWay
from server.trials import Trial, check_nothing_lost, kill_again_and_again, play_pairs
from soaking.progress import Json, add

KILLS_A_PIECE = 25
CUTS_A_PIECE = 10


def kills(kept: Json, left: int, folder: Path, postgres: Postgres) -> None:
    """Kill a server again and again while three pairs play; then compare what was acknowledged with the log."""
    piece = kept.get("pieces", 0) + len(kept["failures"])
    on_postgres = piece % 2 == 1
    name = f"kills_{time.time_ns()}"
    database = postgres.new_database(name) if on_postgres else str(folder / f"{name}.db")
    server = ServerProcess(database, folder)
    server.start()
    try:
        number = min(KILLS_A_PIECE, left)
        trial = asyncio.run(kill_again_and_again(server, number, seed=piece))
    finally:
        server.stop()
    asyncio.run(check_nothing_lost(database, trial))
    add(kept, pieces=1, done=trial.interruptions, accepted=trial.accepted, games=trial.games_finished)
    add(kept, **{"on_postgres" if on_postgres else "on_sqlite": trial.interruptions})
    _clear(folder, server, database, postgres, on_postgres)


def cuts(kept: Json, left: int, folder: Path, postgres: Postgres) -> None:
    """Cut all of a server's connections to PostgreSQL during play, some when a commit is stored but not answered."""
    piece = kept.get("pieces", 0) + len(kept["failures"])
    name = f"cuts_{time.time_ns()}"
    database = postgres.new_database(name)
    server = ServerProcess(database, folder)
    trial = asyncio.run(_cut_again_and_again(server, postgres.port, min(CUTS_A_PIECE, left), piece))
    told = {error["code"] for player in trial.players for error in player.errors}
    assert told <= {"database-away"}, f"people were told {told}"
    asyncio.run(check_nothing_lost(database, trial))
    add(kept, pieces=1, done=trial.interruptions, accepted=trial.accepted, games=trial.games_finished)
    _clear(folder, server, database, postgres, on_postgres=True)


async def _cut_again_and_again(server: ServerProcess, port: int, cuts: int, seed: int) -> Trial:
    trial, rng = Trial(), random.Random(seed)
    async with CuttableWay.to(port) as way:
        server.database = server.database.replace(f":{port}/", f":{way.port}/")
        await asyncio.to_thread(server.start)
        try:
            cutting = asyncio.create_task(_cut(trial, way, cuts, rng))
            await play_pairs(trial, [server.url], 3, seed, until=cutting.done, bots=True)
            await cutting
        finally:
            await asyncio.to_thread(server.stop)
    return trial


async def _cut(trial: Trial, way: CuttableWay, cuts: int, rng: random.Random) -> None:
    for number in range(cuts):
        before = trial.accepted
        await asyncio.sleep(rng.uniform(0.02, 0.5))
        if number % 3 == 0:
            had = way.cuts
            way.cut_after_next_commit()
            await _until(lambda had=had: way.cuts > had)  # type: ignore[misc]
        elif number % 3 == 1:
            way.cut()
        else:
            way.block()
            await asyncio.sleep(rng.uniform(0.5, 1.5))
            way.unblock()
        trial.interruptions += 1
        await _until(lambda before=before: trial.accepted > before)  # type: ignore[misc]


async def _until(happened: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something; people need a moment to come back, so that every cut interrupts something."""
    end = time.monotonic() + seconds
    while not happened() and time.monotonic() < end:
        await asyncio.sleep(0.02)


def _clear(folder: Path, server: ServerProcess, database: str, postgres: Postgres, on_postgres: bool) -> None:
    """What went well need not be kept."""
    server.log.unlink(missing_ok=True)
    if on_postgres:
        postgres.drop_database(database.rpartition("/")[2])
    else:
        for path in folder.glob(f"{Path(database).name}*"):
            path.unlink()
