"""What is cleared away and what never is; the lobby; health; time without a server."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from gravitable.server.people.people import People
from gravitable.server.protocol.parts import Person as Somebody
from gravitable.server.protocol.parts import TableSettings
from gravitable.server.settings import Settings
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database, now_ms
from gravitable.server.storage.database_url import database_url
from gravitable.server.storage.housekeeping import Housekeeping
from gravitable.server.tables.plans import Plan
from gravitable.server.tables.tables import LOBBY_SIZE, Tables
from server.harness import Postgres, ServerProcess, running
from server.players import Person
from server.test_play import seated, two_people
from soaking import moved_server
from soaking.moved_server import MovedClock

MOVED_SERVER = Path(moved_server.__file__)
YEARS_MS = 3 * 366 * 24 * 3600 * 1000


def place(kind: str, name: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return str(tmp_path / f"{name}.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database(name)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(database_url(url))
    await database.migrate()
    try:
        yield database
    finally:
        await database.close()


def plan(**more: Any) -> Plan:
    usual: dict[str, Any] = {
        "game": "superstar",
        "seats": 2,
        "options": {},
        "bots": {1: "random"},
        "seat": 0,
        "settings": TableSettings(public=True),
    }
    return Plan(**(usual | more))


async def age(database: Database) -> None:
    """Make everything three years older."""
    async with database.writing() as connection:
        for table in schema.metadata.sorted_tables:
            times = [
                table.c[name]
                for name in ("created", "started", "finished", "seen", "expires", "at")
                if name in table.c
            ]
            if times and table is not schema.facts:
                await connection.execute(update(table).values({time: time - YEARS_MS for time in times}))


async def count(database: Database, table: Any, *where: Any) -> int:
    async with database.reading() as connection:
        return int(
            (await connection.execute(select(func.count()).select_from(table).where(*where))).scalar_one()
        )


async def finish(database: Database, table_id: str) -> None:
    async with database.writing() as connection:
        tables = schema.tables
        change = update(tables).where(tables.c.id == table_id)
        await connection.execute(change.values(status="finished", finished=now_ms()))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_nobody_needs_goes_and_games_of_named_people_stay(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = place(kind, "old_things", tmp_path, request)

    async def run() -> None:
        async with opened(url) as database:
            people, tables = People(database), Tables(database)
            guest, _ = await people.new_guest("Guest")
            await people.new_guest("Nobody")
            named, _ = await people.new_guest("Named")
            await people.claim(named, "a good password")
            empty = await tables.create(guest, plan(bots={}))
            left = await tables.create(guest, plan())
            theirs = await tables.create(guest, plan())
            kept = await tables.create(named, plan())
            for info in (theirs, kept):
                await finish(database, info.id)
            closed: list[str] = []

            async def note(table_id: str) -> None:
                closed.append(table_id)

            keeping = Housekeeping(database, Settings(), note)
            assert set((await keeping.once()).values()) == {0}, "nothing is old yet"
            await age(database)
            never = Settings(keep_guests_days=0, keep_guest_games_days=0, abandoned_days=0)
            assert await Housekeeping(database, never, note).once() == {"sessions": 3}, (
                "these end by themselves"
            )
            assert await count(database, schema.tables) == 4
            done = await keeping.once()
            assert sorted(closed) == sorted([empty.id, left.id])
            assert done == {"sessions": 0, "abandoned": 2, "games": 3, "guests": 2}
            assert await count(database, schema.tables, schema.tables.c.id == kept.id) == 1
            assert await count(database, schema.log, schema.log.c.table_id == kept.id) == 1
            assert await count(database, schema.people) == 1

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_many_tables_of_one_network_hide_nobody_elses(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = place(kind, "crowded_lobby", tmp_path, request)

    async def run() -> list[str]:
        async with opened(url) as database:
            people, tables = People(database), Tables(database)
            ada, _ = await people.new_guest("Ada")
            mine = await tables.create(ada, plan(bots={}), "home")
            crowd: list[Somebody] = []
            for number in range(LOBBY_SIZE + 10):
                if number % 15 == 0:
                    crowd.append((await people.new_guest("Crowd"))[0])
                await tables.create(crowd[-1], plan(bots={}), "hall")
            shown = await tables.lobby()
            assert len(shown) == LOBBY_SIZE
            assert [table.created for table in shown] == sorted((t.created for t in shown), reverse=True)
            return [table.id for table in shown if table.id == mine.id]

    assert len(asyncio.run(run())) == 1


def test_health_notices_a_full_disk_and_a_damaged_file(tmp_path: Path) -> None:
    with running(str(tmp_path / "full.db"), tmp_path) as server:
        _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (8192, hard))  # enough for the log file
        _wait_for(server, 503)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
        _wait_for(server, 200)
        assert "cannot be written" in server.log.read_text()
        with Path(server.database).open("r+b") as file:
            file.write(b"nonsense" * 20_000)
        _wait_for(server, 503)


def _wait_for(server: ServerProcess, status: int) -> None:
    while httpx.get(f"{server.url}/healthz", timeout=60).status_code != status:
        time.sleep(0.3)


@pytest.mark.parametrize("hours", [1, -2], ids=["away for an hour", "clock set back by two hours"])
def test_time_without_a_server_does_not_count(hours: int, tmp_path: Path) -> None:
    """Whatever the machine's clock says at the next start: whoever had ten minutes still has what was left of them."""
    database = str(tmp_path / "away.db")
    server = ServerProcess(database, tmp_path, BOT_IDLE_PACE_MS="400")
    server.start()
    try:

        async def begin() -> tuple[Person, str, str, str]:
            clock = {"kind": "turn-seconds", "amount": 600}
            ada, _, table = await two_people(server, "superstar", clock=clock)
            _, _, newer = await two_people(server, "superstar", clock=clock)
            host = await Person.arrive(server.url, "Host")
            bots = [{"seat": seat, "bot": "random"} for seat in range(2)]
            alone = (await host.table("gravwell", 2, seat=None, bots=bots))["id"]
            return ada, table, newer, alone

        ada, table, newer, alone = asyncio.run(begin())
        server.kill()
        moved = hours * 3_600_000
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE facts SET at = at - ? WHERE name = 'alive'", (moved,))
            connection.execute("UPDATE log SET at = at - ?", (moved,))
            connection.execute("UPDATE tables SET clock = clock - ?, due = due - ?", (moved, moved))
            connection.execute("UPDATE tables SET rules = 99 WHERE id = ?", (newer,))
            played = _rows(connection, alone)
        server.start()

        async def look() -> None:
            async with ada.socket() as socket:
                state = await seated(ada, socket, table)
                (seat,) = state["to_act"]
                assert state["seats"][seat].get("away") is None
                assert 0 < state["seats"][seat]["deadline"] - now_ms() <= 600_000
                assert (state["version"], state.get("paused", False)) == (3, False)

        asyncio.run(look())
        with sqlite3.connect(database) as connection:
            end = time.monotonic() + 60
            while _rows(connection, alone) <= played and time.monotonic() < end:
                time.sleep(0.1)
            assert _rows(connection, alone) > played, "bots go on, though nobody looks"
    finally:
        server.stop()


def test_a_clock_set_forward_costs_nobody_a_turn(tmp_path: Path) -> None:
    """As after a machine slept, or when a wrong clock is put right after the start."""
    server = ServerProcess(str(tmp_path / "forward.db"), tmp_path)
    server.program = [str(MOVED_SERVER), str(tmp_path / "clock")]
    clock = MovedClock(tmp_path / "clock")
    server.start()
    try:

        async def play() -> None:
            turn = {"kind": "turn-seconds", "amount": 600}
            ada, _, table = await two_people(server, "superstar", clock=turn)
            async with ada.socket() as socket:
                before = await seated(ada, socket, table)
                clock.move(0.0, wall_s=7200.0)
                while (state := await socket.until("state"))["version"] < 3:
                    pass
                (seat,) = state["to_act"]
                assert (state["to_act"], state.get("paused", False)) == (before["to_act"], False)
                assert not any(somebody.get("away") for somebody in state["seats"])
                await socket.send(type="ping")
                now = (await socket.until("pong"))["now"]
                assert now - now_ms() > 7_000_000
                assert 500_000 < state["seats"][seat]["deadline"] - now <= 600_000

        asyncio.run(play())
    finally:
        server.stop()


def _rows(connection: sqlite3.Connection, table: str) -> int:
    (count,) = connection.execute("SELECT count(*) FROM log WHERE table_id = ?", (table,)).fetchone()
    return int(count)
