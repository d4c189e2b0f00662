"""Bots' thinking time is shared fairly, clocks wait for nobody, and where nobody looks on bots take their time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gravitable.server.errors import TooMany
from gravitable.server.guard.budgets import Budgets
from gravitable.server.guard.fair import FairQueue
from gravitable.server.people.people import People
from gravitable.server.storage.database import Database
from gravitable.server.storage.database_url import database_url
from gravitable.server.tables.plans import Plan
from gravitable.server.tables.tables import Tables
from server.harness import running
from server.players import Json, Person
from server.test_play import seated

SLOW = "level:5"


def test_time_is_shared_between_networks_then_people_then_tables() -> None:
    async def run() -> list[str]:
        queue, order = FairQueue(), []
        for table in range(20):
            queue.add(("hall", 1, f"crowd-{table}"), urgent=True)
        queue.add(("hall", 2, "guest"), urgent=True)
        queue.add(("home", 3, "neighbour"), urgent=True)
        queue.add(("farm", 4, "unwatched"), urgent=False)
        while len(queue):
            path, urgent = await queue.next()
            order.append(str(path[-1]))
            queue.done(path, urgent, 1.0)
        return order

    order = asyncio.run(run())
    assert order.index("neighbour") <= 1
    assert order.index("guest") <= 3
    assert order[-1] == "unwatched"
    assert len(order) == 23


def test_who_used_much_time_waits_for_who_used_little() -> None:
    async def run() -> list[str]:
        queue, order = FairQueue(), []
        for turn in range(6):
            queue.add(("a", 1, f"slow-{turn}"), urgent=True)
            queue.add(("b", 2, f"quick-{turn}"), urgent=True)
        for _ in range(7):
            path, urgent = await queue.next()
            order.append(str(path[-1])[:5])
            queue.done(path, urgent, 10.0 if path[0] == "a" else 1.0)
        return order

    assert asyncio.run(run()).count("quick") == 6


def test_nobody_is_remembered_when_nobody_waits() -> None:
    async def run() -> FairQueue:
        queue = FairQueue()
        for number in range(1000):
            queue.add((f"net-{number}", number, "t"), urgent=True)
        for _ in range(1000):
            queue.done(*await queue.next(), 0.1)
        return queue

    queue = asyncio.run(run())
    assert not queue._urgent.members


async def bots_only(person: Person, bot: str = SLOW, seats: int = 4) -> Json:
    bots = [{"seat": seat, "bot": bot} for seat in range(seats)]
    return await person.table("superstar", seats, bots=bots, seat=None)


async def version(person: Person, table: str) -> int:
    return len((await person.get(f"/api/tables/{table}/replay"))["frames"])


def test_a_neighbours_bot_answers_before_the_crowds(tmp_path: Path) -> None:
    """A guest fills the queue with slow bots; a neighbour's quick one is next all the same."""
    with running(str(tmp_path / "crowd.db"), tmp_path, BOT_THREADS="1") as server:

        async def play() -> None:
            mallory, ada = [await Person.arrive(server.url, name) for name in ("Mallory", "Ada")]
            crowd = [(await bots_only(mallory))["id"] for _ in range(12)]
            async with mallory.socket() as eyes, ada.socket() as socket:
                for table in crowd:
                    await eyes.send(type="watch", table=table)
                mine = (await ada.table("superstar", 2, bots=[{"seat": 1, "bot": "random"}]))["id"]
                before = sum([await version(mallory, table) for table in crowd])
                state = await seated(ada, socket, mine)
                if state["to_act"] == [0]:
                    await socket.send(type="away", table=mine)  # bots play for both: two turns are one each
                await socket.until("state", version=state["version"] + (2 if state["to_act"] == [0] else 1))
                after = sum([await version(mallory, table) for table in crowd])
            assert after - before < len(crowd), "less than one turn of each of theirs"

        asyncio.run(play())


def test_bots_take_their_time_until_somebody_looks_on(tmp_path: Path) -> None:
    with running(str(tmp_path / "idle.db"), tmp_path, BOT_IDLE_PACE_MS="100000000") as server:

        async def play() -> None:
            ada = await Person.arrive(server.url, "Ada")
            table = (await bots_only(ada, "random", 2))["id"]
            other = (await bots_only(ada, "random", 2))["id"]
            async with ada.socket() as socket:
                await socket.send(type="watch", table=other)
                await socket.until("state", over=True)
            assert await version(ada, table) == 1, "nobody looked"
            async with ada.socket() as socket:
                await socket.send(type="watch", table=table)
                assert (await socket.until("state", over=True))["version"] > 2

        asyncio.run(play())


def test_clocks_do_not_wait_for_bots(tmp_path: Path) -> None:
    """Ada's clock runs out while every thread thinks for others: her seat is handed over before they are done."""
    with running(str(tmp_path / "clock.db"), tmp_path, BOT_THREADS="1") as server:

        async def play() -> None:
            mallory, ada = [await Person.arrive(server.url, name) for name in ("Mallory", "Ada")]
            ben = await Person.arrive(server.url, "Ben")
            clock = {"kind": "turn-seconds", "amount": 10}
            mine = (await ada.table("superstar", 2, clock=clock))["id"]
            await ben.post(f"/api/tables/{mine}/join", {})
            crowd = [(await bots_only(mallory))["id"] for _ in range(12)]
            async with mallory.socket() as eyes, ada.socket() as socket:
                for table in crowd:
                    await eyes.send(type="watch", table=table)
                state = await seated(ada, socket, mine)
                gone = await socket.until("state", version=2)
                late = gone["groups"][0]["seat"]
                assert (gone["groups"][0]["kind"], [late]) == ("away", state["to_act"])
                replay = (await ada.get(f"/api/tables/{mine}/replay"))["frames"]
                deadline = state["seats"][late]["deadline"]
                assert replay[1]["at"] - deadline < 5000, "a second or so, on a machine that does much else"

        asyncio.run(play())


@pytest.mark.parametrize(("kind", "most"), [("open", 2), ("running", 6), ("bots alone", 1), ("network", 15)])
def test_nobody_has_more_tables_than_one_may(tmp_path: Path, kind: str, most: int) -> None:
    """The limits are a tenth of the usual ones."""

    async def run() -> int:
        database = Database(database_url(str(tmp_path / "many.db")))
        await database.migrate()
        people, tables = People(database), Tables(database, Budgets(0.1))
        bots = {"open": {}, "bots alone": {0: "random", 1: "random"}}.get(kind, {1: "random"})
        seat = None if kind == "bots alone" else 0
        plan = Plan("superstar", 2, {}, bots, seat)
        made = 0
        ada, _ = await people.new_guest("Ada")
        try:
            while made < 30:
                if kind == "network" and made % 5 == 0:
                    ada, _ = await people.new_guest("Another")
                await tables.create(ada, plan, "the same")
                made += 1
        except TooMany:
            return made
        finally:
            await database.close()
        return -1

    assert asyncio.run(run()) == most
