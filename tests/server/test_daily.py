"""The daily challenge on real servers whose clocks the tests move: tries, rankings, the end of a day, kills."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gravitable
from gravitable.core import links
from gravitable.server.challenges.daily import challenge_of
from gravitable.server.storage import backup
from gravitable.server.storage.database_url import database_url
from server.harness import Postgres, ServerProcess, running
from server.players import Json, Person, ScriptedPlayer
from soaking import moved_server
from soaking.moved_server import MovedClock

DAY_S = 24 * 3600
NOON = 20_463 * DAY_S + DAY_S // 2
"""Noon of a fixed day for the servers here, so that no test depends on when it runs."""
DATE, NEXT = "2026-01-10", "2026-01-11"


class Sundial:
    """A clock at noon of a fixed day, which a test moves on by hours."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "clock"
        self._clock = MovedClock(self.path)
        self._began = time.time()
        self.set(0)

    def set(self, hours: float) -> None:
        """Set the server's clock to so many hours after noon of the first day."""
        self._clock.move(hours * 3600, NOON - self._began)


def moved(database: str, folder: Path, dial: Sundial, **settings: str) -> ServerProcess:
    server = ServerProcess(database, folder, **settings)
    server.program = [moved_server.__file__, str(dial.path)]
    return server


@contextmanager
def days(folder: Path, **settings: str) -> Iterator[tuple[ServerProcess, Sundial]]:
    dial = Sundial(folder)
    server = moved(str(folder / "days.db"), folder, dial, **settings)
    server.start()
    try:
        yield server, dial
    finally:
        server.stop()


async def named(url: str, name: str) -> Person:
    person = await Person.arrive(url, name)
    await person.post("/api/claim", {"password": f"{name} has a password"})
    return person


async def begin(person: Person, game: str = "superstar") -> str:
    return str((await person.post(f"/api/daily/{game}"))["table"]["id"])


async def refused(
    person: Person, path: str, method: str = "GET", body: Json | None = None
) -> tuple[int, str]:
    answer = await person.call(method, path, body)
    return answer.status_code, answer.json()["error"]["code"]


async def play(person: Person, seed: int, game: str = "superstar") -> str:
    table = await begin(person, game)
    player = ScriptedPlayer(person, table, seed)
    await player.play()
    assert not player.errors
    return table


def test_a_day_from_the_first_try_to_its_proof(tmp_path: Path) -> None:
    asyncio.run(_one_day(tmp_path))


async def _one_day(tmp_path: Path) -> None:
    with days(tmp_path) as (server, dial):
        ada, ben = await named(server.url, "Ada"), await named(server.url, "Ben")
        gus, cid = await Person.arrive(server.url, "Gus"), await named(server.url, "Cid")
        before = await ada.get("/api/daily")
        assert (before["date"], before["ends"]) == (DATE, (NOON + DAY_S // 2) * 1000)
        assert before["link"]["link"] is None
        # However often and from however many tabs one asks: it is one try.
        tables = await asyncio.gather(*(begin(ada) for _ in range(4)))
        assert len({*tables, await begin(ada)}) == 1
        late = await begin(cid)
        assert (await ada.get(f"/api/tables/{tables[0]}"))["table"]["commitment"] == (
            await cid.get(f"/api/tables/{late}")
        )["table"]["commitment"]
        await asyncio.gather(play(ada, 1), play(ben, 2), play(gus, 3))
        await _kept_secret(ada, gus, tables[0])
        await _ranked(ada, gus)
        await _turn_the_page(dial, cid, late)
        await _shown_afterwards(ada, tables[0], before["link"])


async def _kept_secret(ada: Person, gus: Person, table: str) -> None:
    """Before the day is over nobody is shown more than they saw while they played."""
    hidden = [
        f"/api/tables/{table}/{what}" for what in ("record", "proof", "verify", "review", "replay?eyes=all")
    ]
    for path in (*hidden, f"/api/tables/{table}/moments/3", f"/api/tables/{table}/drawing?eyes=1"):
        assert await refused(ada, path) == (409, "day-running"), path
    for action in ("review", "moments/3/play-on"):
        assert await refused(ada, f"/api/tables/{table}/{action}", "POST", {}) == (409, "day-running")
    for person in (ada, gus):
        async with person.socket() as socket:
            await socket.send(type="watch", table=table)
            state = await socket.until("state")
            assert state["over"]
            assert "proof" not in state
            assert not state.get("hints")
    assert (await ada.get("/api/daily/link"))["link"] is None
    assert await refused(ada, f"/api/daily/link?date={NEXT}") == (404, "no-daily")
    assert await refused(ada, "/api/daily/link?date=2026-02-31") == (404, "no-daily")
    assert await refused(ada, "/api/daily/superstar/ranking?date=1999-01-01") == (404, "no-daily")


async def _ranked(ada: Person, gus: Person) -> None:
    """Named people are ranked, guests see where they would stand, and nobody can send a result in."""
    told = await gus.get("/api/daily/superstar/ranking")
    assert {line["name"] for line in told["lines"]} == {"Ada", "Ben"}
    assert [line["table"] for line in told["lines"]] == [None, None]
    key = [(-line["points"], -line["lead"]) for line in told["lines"]]
    assert key == sorted(key)
    mine = told["mine"]
    better = sum((-mine["points"], -mine["lead"]) > one for one in key)
    assert (mine["status"], mine["place"], mine["of"]) == ("finished", better + 1, 3)
    for path in ("/api/daily/superstar/ranking", "/api/daily/superstar/history", "/api/daily"):
        assert (await refused(ada, path, "POST", {"points": 99}))[0] == 405
    assert await refused(ada, "/api/daily/chess", "POST") == (422, "unknown-game")


async def _turn_the_page(dial: Sundial, cid: Person, late: str) -> None:
    """A try that is open when the day ends counts as unfinished, and nothing of it comes later."""
    async with cid.socket() as socket:
        await socket.send(type="watch", table=late)
        state = await socket.until("state")
        while state["seat"] not in state["to_act"]:
            state = await socket.until("state")
        await socket.send(type="try", table=late, version=state["version"], actions=[])
        tried = await socket.until("tried")
        actions: list[str] = []
        while not tried["done"]:
            actions.append(tried["legal"][0])
            await socket.send(type="try", table=late, version=state["version"], actions=actions)
            tried = await socket.until("tried")
        dial.set(12.1)
        await socket.send(type="commit", table=late, version=state["version"], id="late", actions=actions)
        error = await socket.until("error")
        assert error["code"] in ("day-over", "not-running")
    while (await cid.get(f"/api/tables/{late}"))["table"]["status"] == "running":
        await asyncio.sleep(0.2)
    history = await cid.get("/api/daily/superstar/history")
    assert [(one["date"], one["status"]) for one in history["tries"]] == [(DATE, "unfinished")]
    assert history["streak"] == 0


async def _shown_afterwards(ada: Person, table: str, before: Json) -> None:
    """The link of the day fits what was shown before it, and the record is fair by it."""
    told = await ada.get("/api/daily")
    assert told["date"] == NEXT
    assert [one["streak"] for one in told["games"] if one["game"] == "superstar"] == [1]
    link = await ada.get(f"/api/daily/link?date={DATE}")
    assert links.before(bytes.fromhex(link["link"])).hex() == before["shown"]
    assert told["link"]["shown"] == link["link"]  # a day's link is the hash of the next one's
    record = await ada.get(f"/api/tables/{table}/record")
    for seen in (before["shown"], before["anchor"]):
        assert gravitable.verify(record, daily=seen).word == "fair"
    ranking = await ada.get(f"/api/daily/superstar/ranking?date={DATE}")
    assert ranking["over"]
    score = challenge_of("superstar").score(gravitable.replay(record).states, 0)
    mine = next(line for line in ranking["lines"] if line["table"] == table)
    assert (mine["points"], mine["lead"]) == score
    assert (await ada.get(f"/api/tables/{table}/verify"))["verdict"] == "fair"
    assert await begin(ada) != table  # a new day, a new try


def test_killed_while_results_come_in_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    asyncio.run(_killed(tmp_path))


async def _killed(tmp_path: Path) -> None:
    with days(tmp_path) as (server, _):
        ada = await named(server.url, "Ada")
        table = await begin(ada, "gravwell")
        player = ScriptedPlayer(ada, table, 5)
        playing = asyncio.create_task(player.play())
        for _ in range(2):
            await asyncio.sleep(0.5)
            server.kill()
            await asyncio.to_thread(server.start)
        await playing
        server.kill()  # perhaps before the points were kept
        with sqlite3.connect(tmp_path / "days.db") as database:
            database.execute("UPDATE daily_tries SET counted = NULL, points = NULL, lead = NULL")
        database.close()
        await asyncio.to_thread(server.start)
        told = await ada.get("/api/daily/gravwell/ranking")
        assert [(line["name"], line["place"]) for line in told["lines"]] == [("Ada", 1)]
        assert told["mine"]["points"] == told["lines"][0]["points"] is not None
        assert await begin(ada, "gravwell") == table
        assert (await ada.get("/api/daily/gravwell/ranking"))["total"] == 1


def test_two_servers_with_the_same_chain_deal_and_answer_the_same(tmp_path: Path) -> None:
    asyncio.run(_two_servers(tmp_path))


async def _two_servers(tmp_path: Path) -> None:
    """The second server is restored from a backup of the first: a backup keeps the chain."""
    with days(tmp_path) as (first, dial):
        await _backed_up(first, tmp_path)
        second = moved(str(tmp_path / "second.db"), tmp_path, dial)
        second.start()
        try:
            tables = [await play(await named(one.url, "Ada"), 7, "gravwell") for one in (first, second)]
            dial.set(12.1)
            records = [
                await (await Person.arrive(one.url, "Eve")).get(f"/api/tables/{table}/record")
                for one, table in zip((first, second), tables, strict=True)
            ]
            assert _choices(records[0]) == _choices(records[1])
            assert records[0]["result"] == records[1]["result"]
        finally:
            second.stop()


def _choices(record: Json) -> dict[str, list[str]]:
    """Return what each seat and chance decided, in order. Who of those that choose at once was quicker may differ."""
    found: dict[str, list[str]] = {}
    for who, what in record["log"]:
        found.setdefault(str(who), []).append(what)
    return found


async def _backed_up(server: ServerProcess, folder: Path) -> None:
    await backup.save(database_url(server.database), folder / "kept.gz")
    await backup.load(database_url(str(folder / "second.db")), folder / "kept.gz", replace=False)


def test_processes_on_one_database_agree_and_a_person_has_one_try(postgres: Postgres, tmp_path: Path) -> None:
    asyncio.run(_agree(postgres.new_database("daily"), tmp_path))


async def _agree(database: str, tmp_path: Path) -> None:
    with running(database, tmp_path) as first, running(database, tmp_path) as second:
        ada = await named(first.url, "Ada")
        also_ada = Person(second.url, "Ada", ada.cookies)
        today, also_today = await ada.get("/api/daily"), await also_ada.get("/api/daily")
        assert today["link"] == also_today["link"]
        tables = await asyncio.gather(*(begin(one) for one in (ada, also_ada, ada, also_ada)))
        assert len(set(tables)) == 1


def test_a_clock_that_is_set_back_brings_no_day_again(tmp_path: Path) -> None:
    asyncio.run(_set_back(tmp_path))


async def _set_back(tmp_path: Path) -> None:
    with days(tmp_path) as (server, dial):
        ada = await named(server.url, "Ada")
        first = await ada.get("/api/daily")
        dial.set(13)
        assert (await ada.get("/api/daily"))["date"] == NEXT
        server.stop()
        dial.set(11)  # an hour before the day that had begun: it goes on
        await asyncio.to_thread(server.start)
        held = await ada.get("/api/daily")
        assert (held["date"], held["link"]["anchor"]) == (NEXT, first["link"]["anchor"])
        server.stop()
        dial.set(24 * 90)
        await asyncio.to_thread(server.start)
        assert (await ada.get("/api/daily"))["date"] == "2026-04-10"
        server.stop()
        dial.set(24)  # links of three months may have been shown: from here on there is another chain
        await asyncio.to_thread(server.start)
        anew = await ada.get("/api/daily")
        assert anew["date"] == NEXT
        assert anew["link"]["anchor"] != first["link"]["anchor"]
        assert (anew["link"]["first"], anew["link"]["shown"]) == (NEXT, anew["link"]["anchor"])
        assert await begin(ada)
        assert "are not used again" in server.log.read_text()
