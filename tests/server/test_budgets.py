"""Every cost is charged to a person and to a network: whoever spends too much is refused, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from gravitable.server.errors import TooFast, TooMany
from gravitable.server.guard import door, hoarding
from gravitable.server.guard.budgets import Budgets, Holdings, Payer, Rate, network_of
from gravitable.server.guard.limits import Limit
from gravitable.server.guard.middleware import MAX_BODY, MAX_HEADERS
from server.harness import ServerProcess, running
from server.players import Person
from server.test_play import seated, two_people

ROWS_BESIDE_TURNS = 310
"""How many rows beside the turns one seat can make in one game; docs/hosting.md names it."""


def test_a_person_has_one_account_and_so_has_a_network() -> None:
    rate = Rate(1, person=Limit(2, 1000), network=Limit(3, 1000), clock=lambda: 0.0)
    home, ada, ben = "203.0.113.7", Payer("203.0.113.7", 1), Payer("203.0.113.7", 2)
    rate.charge(ada)
    rate.charge(Payer("198.51.100.1", 1))
    with pytest.raises(TooFast):
        rate.charge(ada)
    rate.charge(ben)
    rate.charge(Payer(home))
    with pytest.raises(TooFast):
        rate.charge(Payer(home, 3))
    rate.charge(Payer("198.51.100.2", 3))


def test_who_is_refused_is_not_charged() -> None:
    rate = Rate(1, person=Limit(10, 1000), network=Limit(1, 1000), clock=lambda: 0.0)
    rate.charge(Payer("a", 1))
    for _ in range(50):
        with pytest.raises(TooFast):
            rate.charge(Payer("a", 1))
    rate.charge(Payer("b", 1), 9)


def test_what_costs_more_than_there_ever_is_takes_all_and_leaves_a_debt() -> None:
    now = [0.0]
    rate = Rate(1, network=Limit(10, 1), clock=lambda: now[0])
    rate.charge(Payer("a"), 25)
    now[0] = 15
    with pytest.raises(TooFast):
        rate.charge(Payer("a"))
    now[0] = 16
    rate.charge(Payer("a"))


def test_one_home_has_one_network_and_a_site_has_a_sum() -> None:
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::2")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("unknown") == "unknown"
    budgets = Budgets(1)
    refused = 0
    for network in range(64):
        for _ in range(20):
            try:
                budgets.guests.charge(Payer(network_of(f"2001:db8:9:{network:x}::1")))
            except TooFast:
                refused += 1
    assert refused >= 64 * 20 - 8 * 20 - 8, "eight networks' worth, and a little that came back meanwhile"


def test_what_is_held_is_given_back() -> None:
    held = Holdings(1, "things", person=2, network=3)
    with held.one(Payer("a", 1)), held.one(Payer("a", 1)):
        with pytest.raises(TooMany), held.one(Payer("b", 1)):
            pass
        with held.one(Payer("a", 2)), pytest.raises(TooMany), held.one(Payer("a", 3)):
            pass
    assert len(held) == 0
    with held.one(Payer("a", 1)):
        assert len(held) == 2


def rows(database: str, table: str) -> int:
    with sqlite3.connect(database) as connection:
        return int(connection.execute("SELECT count(*) FROM log WHERE table_id = ?", (table,)).fetchone()[0])


async def storm(person: Person, table: str, messages: int) -> None:
    """Pause and go on, as often as can be, and wait until everything has been followed."""
    async with person.socket() as socket:
        for number in range(messages):
            await socket.send(type=("pause", "resume", "away", "back")[number % 4], table=table)
        await socket.send(type="ping", ref="end")
        await socket.until("pong", ref="end")


def test_pausing_and_resuming_is_charged_to_the_person_not_the_tab(tmp_path: Path) -> None:
    database = str(tmp_path / "storm.db")
    with running(database, tmp_path, LIMIT_SCALE="1") as server:

        async def play() -> str:
            ada, _, table = await two_people(server, "superstar")
            await asyncio.gather(*(storm(ada, table, 60) for _ in range(8)))
            return table

        assert rows(database, asyncio.run(play())) < 60, "of 480 wishes"


def test_a_game_has_a_bounded_number_of_rows_even_without_limits(server: ServerProcess) -> None:
    async def play() -> str:
        ada, _, table = await two_people(server, "superstar")
        await storm(ada, table, 900)
        await storm(ada, table, 100)
        async with ada.socket() as socket:
            state = await seated(ada, socket, table)
            assert not state.get("paused")
        return table

    table = asyncio.run(play())
    assert 100 < rows(server.database, table) <= ROWS_BESIDE_TURNS


def peak_kb(server: ServerProcess) -> int:
    status = Path(f"/proc/{server.pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1])


def test_a_long_game_is_shown_in_pieces_and_charged_to_who_asks(tmp_path: Path) -> None:
    """A log as it could grow before rows were bounded: the answer is long, the memory for it is not."""
    database = str(tmp_path / "long.db")
    server = ServerProcess(database, tmp_path, LIMIT_SCALE="1")
    server.start()
    try:
        ada, _, table = asyncio.run(two_people(server, "superstar"))
        server.kill()
        _make_long(database, table, 12_000)
        server.start()
        asyncio.run(_look(ada, table))
        before = peak_kb(server)
        size, last = _replay(server, table)
        assert last["version"] == 12_001
        assert size > 12_000_000
        assert (peak_kb(server) - before) * 1024 < size / 2, "it was not in memory at once"
        refused = httpx.get(f"{server.url}/api/tables/{table}/replay")
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-fast")
    finally:
        server.stop()


def _make_long(database: str, table: str, number: int) -> None:
    with sqlite3.connect(database) as connection:
        values = [(table, 2 + n, 10**13 + n, ("pause", "resume")[n % 2], 0, "") for n in range(number)]
        connection.executemany(
            "INSERT INTO log (table_id, seq, at, kind, seat, actions) VALUES (?, ?, ?, ?, ?, ?)", values
        )


async def _look(person: Person, table: str) -> None:
    async with person.socket() as socket:
        await seated(person, socket, table)


def _replay(server: ServerProcess, table: str) -> tuple[int, Any]:
    """Read a replay piece by piece; return its size and its last step."""
    size, end = 0, b""
    with httpx.stream("GET", f"{server.url}/api/tables/{table}/replay", timeout=300) as answer:
        assert answer.status_code == 200
        for piece in answer.iter_bytes():
            size += len(piece)
            end = (end + piece)[-200_000:]
    assert end.endswith(b"]}")
    return size, json.loads(end[end.rindex(b'{"version":') : -2])


def test_a_finished_replay_is_the_same_the_second_time(server: ServerProcess) -> None:
    async def play() -> None:
        ada, _, table = await two_people(server, "gravwell")
        async with ada.socket() as socket:
            await seated(ada, socket, table)
            await socket.send(type="resign", table=table)
            await socket.until("state", over=True)
        first, second = [await ada.get(f"/api/tables/{table}/replay") for _ in range(2)]
        assert first == second
        assert first["frames"][-1]["kind"] == "resign"
        everything = await ada.get(f"/api/tables/{table}/replay?eyes=all")
        assert everything["frames"][0]["view"] != first["frames"][0]["view"], "kept apart by who looks"

    asyncio.run(play())


def test_a_person_has_so_many_sockets_and_others_still_come_in(tmp_path: Path) -> None:
    """The limits are a tenth of the usual ones: two for a person."""
    with running(str(tmp_path / "sockets.db"), tmp_path, LIMIT_SCALE="0.1") as server:

        async def play() -> None:
            ada = await Person.arrive(server.url, "Ada")
            async with ada.socket(), ada.socket():
                with pytest.raises(websockets.InvalidStatus):
                    async with ada.socket():
                        pass
                async with Person(server.url, "Nobody").socket():
                    pass
            async with ada.socket():
                pass

        asyncio.run(play())


def test_who_asks_for_tables_without_end_is_slowed_down(tmp_path: Path) -> None:
    """Through several tabs: what is answered is what the person's budget holds."""
    with running(str(tmp_path / "looks.db"), tmp_path, LIMIT_SCALE="1") as server:

        async def flood(person: Person, table: str) -> int:
            async with person.socket() as socket:
                for _ in range(80):
                    await socket.send(type="watch", table=table)
                await socket.send(type="ping", ref="end")
                await socket.until("pong", ref="end")
                return sum('"type":"table"' in text for text in socket.texts)

        async def play() -> tuple[int, float]:
            ada = await Person.arrive(server.url, "Ada")
            table = (await ada.table("superstar", 2))["id"]
            began = time.monotonic()
            answered = sum(await asyncio.gather(*(flood(ada, table) for _ in range(6))))
            return answered, time.monotonic() - began

        answered, seconds = asyncio.run(play())
        assert answered <= 60 + 5 * seconds + 1, "of 480"


def test_the_hosting_page_has_these_figures() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    budgets = Budgets(1)
    sockets = budgets.sockets._bounds
    for text in (
        f"a seat makes at most {ROWS_BESIDE_TURNS} rows",
        f"{hoarding.MAX_OPEN} open tables, {hoarding.MAX_RUNNING} games, {hoarding.MAX_BOTS_ONLY} games of bots alone",
        f"{hoarding.MAX_OF_NETWORK} for a network",
        f"{door.MAX_OF_NETWORK} for a network without a proxy",
        f"{sockets['network']} WebSockets in any case, {sockets['person']} for a person",
        f"{door.MAX_HEADERS_BYTES // 1024} KB and {MAX_HEADERS} headers are read, bodies of {MAX_BODY // 1024} KB",
    ):
        assert text in page
    for name in re.findall(r"`(test_\w+)`", page):
        assert (Path(__file__).parent / f"{name}.py").is_file(), name
