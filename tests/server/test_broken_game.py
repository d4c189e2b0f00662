"""A game whose rules fail harms its own tables only: the server starts, says so in its log, and serves the others."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from third_game import installed, lay_out, lay_out_sunskim

from .harness import ServerProcess
from .players import Person

Json = dict[str, Any]

FAILS = "\ndef choose(*_: object) -> None:\n    raise RuntimeError('the sun has gone out')\n"
FAILS_FOR_BOTS = """
_fair_choose = choose
def choose(s: Any, seat: int, *rest: Any) -> Any:
    if seat == 1:
        raise RuntimeError("the sun has gone out")
    return _fair_choose(s, seat, *rest)
"""
ANNOUNCED = """
from gravitable.core.package import GamePackage
GAME = GamePackage(name="moody", title="Moody", rules="moody.rules:rules_for")
"""
KERNEL = """
from gravitable.core.jit import kernel
@kernel
def nothing() -> int:
    return 0
class Rules:
    title, min_players = "Moody", 2
    def settle(self, players: int, options: object) -> object:
        raise RuntimeError("not in the mood")
def rules_for(version: int) -> Rules:
    return Rules()
"""


@pytest.fixture
def sunskim(tmp_path: Path) -> Iterator[Path]:
    """Sunskim in a folder of its own, so that its rules can be broken."""
    folder = tmp_path / "installed"
    lay_out_sunskim(folder)
    with installed(folder):
        yield folder


async def _tables(server: ServerProcess) -> tuple[Person, str, str]:
    """Begin a table of each game; at that of Sunskim a choice is made, and its clock runs."""
    person = await Person.arrive(server.url, "Ada")
    clock = {"kind": "turn-days", "amount": 3}
    bots = [{"seat": 1, "bot": "random"}]
    odd = await person.table("sunskim", 2, bots=bots, seat=0, clock=clock)
    fine = await person.table("gravwell", 2, bots=bots, seat=0, clock=clock)
    async with person.socket() as socket:
        await socket.send(type="watch", table=odd["id"])
        state = await socket.until("state")
        while 0 not in state["to_act"]:
            state = await socket.until("state")
        choice = {"version": state["version"], "id": "one", "actions": ["thrust:1"]}
        await socket.send(type="commit", table=odd["id"], **choice)
        while state["version"] <= choice["version"]:
            state = await socket.until("state")
    return person, odd["id"], fine["id"]


async def _look(person: Person, table: str) -> Json:
    async with person.socket() as socket:
        await socket.send(type="watch", table=table)
        return await socket.until("state", "error")


def _let_the_server_have_been_away(database: Path) -> None:
    """Then it gives back the time of all clocks when it starts, and reads every running table."""
    with sqlite3.connect(database) as connection:
        assert connection.execute("UPDATE facts SET at = at - 60000 WHERE name = 'alive'").rowcount == 1


def test_rules_that_fail_break_their_own_tables_only(sunskim: Path, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    server = ServerProcess(str(database), tmp_path).start()
    try:
        person, odd, fine = asyncio.run(_tables(server))
    finally:
        server.stop()
    play = sunskim / "sunskim" / "play.py"
    play.write_text(play.read_text("utf-8") + FAILS)
    _let_the_server_have_been_away(database)
    server.start()
    try:
        assert asyncio.run(_look(person, fine))["type"] == "state"
        answer = asyncio.run(_look(person, odd))
        assert (answer["type"], answer["code"]) == ("error", "broken-table")
        mine = asyncio.run(person.get("/api/my-games"))["tables"]
        assert {table["id"] for table in mine} == {odd, fine}
    finally:
        server.stop()
    said = server.log.read_text()
    assert said.count(f"table {odd} is broken and left alone") == 1
    assert "the sun has gone out" in said
    assert f"table {fine} is broken" not in said


def test_whoever_looks_on_hears_at_once_that_a_bot_failed(sunskim: Path, tmp_path: Path) -> None:
    play = sunskim / "sunskim" / "play.py"
    play.write_text(play.read_text("utf-8") + FAILS_FOR_BOTS)
    server = ServerProcess(str(tmp_path / "games.db"), tmp_path).start()
    try:
        answer = asyncio.run(_play_until_the_bot_fails(server))
    finally:
        server.stop()
    assert answer["code"] == "broken-table"


async def _play_until_the_bot_fails(server: ServerProcess) -> Json:
    person = await Person.arrive(server.url, "Ada")
    table = await person.table("sunskim", 2, bots=[{"seat": 1, "bot": "greedy"}], seat=0)
    async with person.socket() as socket:
        await socket.send(type="watch", table=table["id"])
        while True:
            heard = await socket.until("state", "error")
            if heard["type"] == "error":
                return heard
            if 0 in heard["to_act"]:
                choice = {"version": heard["version"], "id": "one", "actions": [heard["legal"][0]]}
                await socket.send(type="commit", table=table["id"], **choice)


def test_tables_of_a_game_that_is_gone_are_still_listed(sunskim: Path, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    server = ServerProcess(str(database), tmp_path).start()
    try:
        person, odd, fine = asyncio.run(_tables(server))
    finally:
        server.stop()
    next(sunskim.glob("*.dist-info/entry_points.txt")).unlink()
    _let_the_server_have_been_away(database)
    server.start()
    try:
        mine = {table["id"]: table for table in asyncio.run(person.get("/api/my-games"))["tables"]}
        assert mine[odd]["title"] == "sunskim"
        assert mine[fine]["title"] == "Gravwell"
        assert asyncio.run(_look(person, odd))["code"] == "unknown-game"
        assert asyncio.run(_look(person, fine))["type"] == "state"
    finally:
        server.stop()


def test_a_game_that_cannot_even_be_compiled_is_left_out(tmp_path: Path) -> None:
    files = {"moody/__init__.py": ANNOUNCED, "moody/rules.py": KERNEL}
    lay_out(tmp_path / "installed", "moody", "moody:GAME", files)
    with installed(tmp_path / "installed"):
        server = ServerProcess(str(tmp_path / "games.db"), tmp_path).start()
        try:
            person = asyncio.run(Person.arrive(server.url, "Ada"))
            games = asyncio.run(person.get("/api/games"))["games"]
            assert [game["name"] for game in games] == ["superstar", "gravwell"]
        finally:
            server.stop()
    assert "the game 'moody' does not work and is left out" in server.log.read_text()
