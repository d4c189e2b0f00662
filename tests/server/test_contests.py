"""Contests: several tables with the same deals, sealed until the end, and compared seat by seat."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gravitable
from gravitable.server.challenges.contest_rows import value_of
from gravitable.server.challenges.field import GAVE_UP, percents, ranks
from gravitable.server.protocol.contests import MAX_TABLES
from server.harness import Postgres, ServerProcess, running
from server.players import Json, Person, ScriptedPlayer, Socket
from server.test_people import refused

SHORT: dict[str, Json] = {"superstar": {"rounds": 6}, "gravwell": {}}
GAMES = pytest.mark.parametrize("game", list(SHORT))


# What is compared


def test_percent_of_the_points_of_the_field_by_hand() -> None:
    # Five tables, one seat: 31, 27, 27, 12, and somebody who gave up. Of four others each:
    # 31 beats 4; 27 beats 2 and ties with 1; 12 beats 1; somebody who gave up beats nobody.
    field = [(31,), (27,), (27,), (12,), GAVE_UP]
    assert percents(field) == [100.0, 62.5, 62.5, 25.0, 0.0]
    assert ranks(percents(field)) == [1, 2, 2, 4, 5]
    assert percents([(31,), None]) == [None, None], "nobody to compare with"


@given(st.lists(st.one_of(st.none(), st.tuples(st.integers(0, 3), st.integers(0, 9))), max_size=50))
def test_percents_sum_to_half_of_what_there_is(values: list[tuple[int, int] | None]) -> None:
    told = percents(values)
    counted = [one for one in told if one is not None]
    n = sum(value is not None for value in values)
    assert len(counted) == (n if n > 1 else 0)
    assert sum(counted) == pytest.approx(50 * len(counted), abs=0.01 * n)
    for value, percent in zip(values, told, strict=True):
        for other, theirs in zip(values, told, strict=True):
            if percent is not None and theirs is not None and value is not None and other is not None:
                assert (value > other) == (percent > theirs)


def test_each_game_says_what_is_compared() -> None:
    stars = {"scores": [9, 12], "winners": [1], "reason": "rounds"}
    assert [value_of("superstar", stars, seat) for seat in (0, 1)] == [(9,), (12,)]
    ships = {"scores": [40, 54], "winners": [1], "reason": "gate"}
    assert [value_of("gravwell", ships, seat) for seat in (0, 1)] == [(0, 40), (1, 54)]
    alone = {"scores": None, "winners": [0], "resigned": [1], "reason": "resigned"}
    assert [value_of("gravwell", alone, seat) for seat in (0, 1)] == [None, GAVE_UP]


# Playing


async def contest(host: Person, game: str, seats: int, **more: Any) -> Json:
    form = {"game": game, "seats": seats, "options": SHORT[game], **more}
    return dict((await host.post("/api/contests", form))["contest"])


async def take_seat(person: Person, contest_id: str, table: int | None = None) -> Json:
    return dict((await person.post(f"/api/contests/{contest_id}/join", {"table": table}))["table"])


async def arrive(server: ServerProcess, *names: str) -> list[Person]:
    return [await Person.arrive(server.url, name) for name in names]


async def finish(people: list[Person], table: str, seed: int = 0) -> None:
    await asyncio.gather(*(ScriptedPlayer(one, table, seed + n).play() for n, one in enumerate(people)))


HIDDEN = [
    "record",
    "proof",
    "verify",
    "review",
    "moments/0",
    "analysis",
    "replay?eyes=all",
    "replay?eyes=0",
    "drawing?eyes=all",
]


async def sees_nothing(person: Person, table: str) -> None:
    """Somebody of another table, or of none: no look, no replay, no record, no result."""
    codes = {"contest-goes-on", "not-finished"} | ({"no-session"} if not person.cookies else set())
    for path in (*HIDDEN, "replay", "drawing"):
        _, code = await refused(person, "GET", f"/api/tables/{table}/{path}")
        assert code in codes, path
    for path in ("review", "moments/0/play-on"):
        _, code = await refused(person, "POST", f"/api/tables/{table}/{path}", {})
        assert code in codes, path
    assert (await person.get(f"/api/tables/{table}"))["table"]["result"] is None
    async with person.socket() as socket:
        await socket.send(type="watch", table=table)
        assert (await socket.until("error", "state"))["code"] == "contest-goes-on"


def chances(record: Json) -> list[list[str]]:
    return [line for line in record["log"] if isinstance(line[0], str)]


@GAMES
def test_a_contest_from_the_link_to_the_standing(server: ServerProcess, game: str) -> None:
    async def live() -> None:
        ada, ben, cyd, dan = await arrive(server, "Ada", "Ben", "Cyd", "Dan")
        info = await contest(ada, game, 2, public=True)
        where = f"/api/contests/{info['id']}"
        first = await take_seat(ada, info["id"])
        assert (await take_seat(ada, info["id"]))["id"] == first["id"], "who sits stays"
        second = await take_seat(cyd, info["id"], table=7)
        assert (await take_seat(ben, info["id"]))["id"] == first["id"], "where a seat is free"
        assert (await take_seat(dan, info["id"]))["id"] == second["id"]
        assert {table["commitment"] for table in (first, second)} == {info["commitment"]}
        [line] = [one for one in (await dan.get("/api/lobby"))["contests"] if one["id"] == info["id"]]
        assert (line["tables"], line["people"]) == (2, 4)
        assert not {first["id"], second["id"]} & {t["id"] for t in (await dan.get("/api/lobby"))["tables"]}
        async with dan.socket() as watcher:
            await watcher.send(type="contest", contest=info["id"], follow=True)
            assert (await watcher.until("contest"))["contest"]["standing"] == []
            await finish([ada, ben], first["id"])
            shown = await until_standing(watcher, 2)
            await sealed(shown, ada, dan, first["id"], second["id"])
            await ada.post(f"{where}/close")
            late = await Person.arrive(server.url, "Late")
            assert await refused(late, "POST", f"{where}/join", {}) == (409, "contest-closed")
            await finish([cyd, dan], second["id"], seed=50)
            shown = await until_standing(watcher, 4, over=True)
            assert await refused(late, "POST", f"{where}/join", {}) == (409, "contest-over")
        await opened(shown, dan, {ada.id, ben.id, cyd.id, dan.id})

    asyncio.run(live())


async def until_standing(socket: Socket, people: int, *, over: bool = False) -> Json:
    """Return the contest as soon as so many people have a place in it."""
    while True:
        shown = dict((await socket.until("contest"))["contest"])
        if len(shown["standing"]) == people and (shown["over"] is not None) == over:
            return shown


async def sealed(shown: Json, ada: Person, dan: Person, first: str, second: str) -> None:
    """One table has finished, the other plays the same deals."""
    assert [(one["percent"], one["rank"], one["score"]) for one in shown["standing"]] == [(None,) * 3] * 2
    assert all(table["id"] is None and table["result"] is None for table in shown["seated"])
    assert [table["status"] for table in shown["seated"]] == ["finished", "running"]
    await sees_nothing(dan, first)
    await sees_nothing(ada, second)
    await sees_nothing(Person(dan.url, "nobody"), first)
    assert (await ada.get(f"/api/tables/{first}"))["table"]["result"] is not None
    assert (await ada.get(f"/api/tables/{first}/replay"))["frames"], "their own game, with their own eyes"
    for path in HIDDEN[:-3]:
        assert await refused(ada, "GET", f"/api/tables/{first}/{path}") == (409, "contest-goes-on"), path
    async with ada.socket() as socket:
        await socket.send(type="watch", table=first)
        state = await socket.until("state")
        assert state["over"]
        assert "proof" not in state, "the secret would tell the other table's deals"


async def opened(shown: Json, anybody: Person, people: set[int]) -> None:
    """It is over: everybody may see everything, and it fits together."""
    assert {one["person"] for one in shown["standing"]} == people
    tables = [table["id"] for table in shown["seated"]]
    records = [await anybody.get(f"/api/tables/{table}/record") for table in tables]
    assert len({record["secret"] for record in records}) == 1
    dealt = sorted((chances(record) for record in records), key=len)
    assert dealt[0] == dealt[1][: len(dealt[0])], "the same deals"
    assert dealt[0]
    for record in records:
        verdict = gravitable.verify(record, commitment=shown["commitment"])
        assert verdict.word == "fair"
        assert "table" in verdict.notes[0]
    for seat in (0, 1):
        mine, theirs = [one for one in shown["standing"] if one["seat"] == seat]
        assert (mine["percent"], theirs["percent"]) in {(100.0, 0.0), (50.0, 50.0)}
        assert mine["compared"] == 1
    async with anybody.socket() as socket:
        await socket.send(type="watch", table=tables[0])
        assert (await socket.until("state"))["proof"]["secret"] == records[0]["secret"]


def test_who_looked_on_before_hears_nothing_of_the_game(server: ServerProcess) -> None:
    async def live() -> None:
        ada, ben, eve = await arrive(server, "Ada", "Ben", "Eve")
        info = await contest(ada, "gravwell", 2)
        table = (await take_seat(eve, info["id"]))["id"]
        async with eve.socket() as socket:
            await socket.send(type="watch", table=table)
            await socket.until("chat")
            await take_seat(ada, info["id"], table=2)
            await ben.post(f"/api/contests/{info['id']}/join", {"table": 2})
            await eve.post(f"/api/tables/{table}/leave")
            await eve.post(f"/api/contests/{info['id']}/join", {"table": 3})
            await socket.send(type="ping")
            await socket.until("pong")
        assert not any('"state"' in text for text in socket.texts)
        code = (await ada.get(f"/api/tables/{table}"))["table"]["code"]
        assert await refused(ada, "POST", "/api/join", {"code": code}) == (409, "too-many"), "one table each"

    asyncio.run(live())


def test_bots_answer_the_same_play_alike(server: ServerProcess) -> None:
    async def live() -> None:
        ada, ben = await arrive(server, "Ada", "Ben")
        info = await contest(ada, "superstar", 2, bots=[{"seat": 1, "bot": "level:2"}])
        tables = [(await take_seat(one, info["id"]))["id"] for one in (ada, ben)]
        await asyncio.gather(finish([ada], tables[0], seed=3), finish([ben], tables[1], seed=3))
        await ada.post(f"/api/contests/{info['id']}/end")
        logs = [(await ada.get(f"/api/tables/{table}/record"))["log"] for table in tables]
        assert logs[0] == logs[1], "the same person, twice"
        shown = (await ada.get(f"/api/contests/{info['id']}"))["contest"]
        assert [(one["rank"], one["percent"]) for one in shown["standing"]] == [(1, 50.0), (1, 50.0)]

    asyncio.run(live())


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"game": "chess", "seats": 2}, "unknown-game"),
        ({"game": "superstar", "seats": 2, "rated": True}, "bad-option"),
        ({"game": "superstar", "seats": 2, "hints": True}, "bad-option"),
        (
            {"game": "superstar", "seats": 2, "bots": [{"seat": n, "bot": "random"} for n in (0, 1)]},
            "bad-option",
        ),
        ({"game": "superstar", "seats": 2, "hours": 0}, "bad-request"),
        ({"game": "superstar", "seats": 2, "seat": 0}, "bad-request"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(server: ServerProcess, form: Json, code: str) -> None:
    async def live() -> None:
        [host] = await arrive(server, "Host")
        assert await refused(host, "POST", "/api/contests", form) == (422, code)

    asyncio.run(live())


def test_fifty_tables_and_no_more(server: ServerProcess) -> None:
    async def live() -> None:
        host, *crowd = await arrive(server, "Host", *(f"Guest {n}" for n in range(MAX_TABLES + 1)))
        info = await contest(host, "gravwell", 1)
        joined = await asyncio.gather(*(take_seat(one, info["id"]) for one in crowd[:-1]))
        assert sorted(table["contest"]["number"] for table in joined) == list(range(1, MAX_TABLES + 1))
        where = f"/api/contests/{info['id']}/join"
        assert await refused(crowd[-1], "POST", where, {}) == (409, "contest-closed")
        assert await refused(crowd[-1], "POST", where, {"table": 51}) == (422, "bad-request")
        lobby = await host.get("/api/lobby")
        assert info["id"] not in {one["id"] for one in lobby["contests"]}, "not public"

    asyncio.run(live())


def test_only_the_host_ends_it_and_unfinished_tables_do_not_count(server: ServerProcess) -> None:
    async def live() -> None:
        host, ada, ben = await arrive(server, "Host", "Ada", "Ben")
        info = await contest(host, "gravwell", 1)
        where = f"/api/contests/{info['id']}"
        table, other = [(await take_seat(one, info["id"]))["id"] for one in (ada, ben)]
        assert (await take_seat(ada, info["id"], table=2))["id"] == table, "who sits stays"
        assert await refused(host, "POST", f"{where}/join", {"table": 2}) == (409, "table-full")
        assert await refused(ada, "POST", f"{where}/end") == (403, "forbidden")
        assert await refused(ada, "GET", "/api/contests/" + "x" * 16) == (404, "no-such-contest")
        async with ben.socket() as socket:
            await socket.send(type="watch", table=other)
            await socket.until("state")
            await finish([ada], table)
            shown = (await host.post(f"{where}/end"))["contest"]
            assert (await socket.until("table"))["table"]["status"] == "closed"
        assert [one["person"] for one in shown["standing"]] == [ada.id]
        assert [one["status"] for one in shown["seated"]] == ["finished", "closed"]
        assert await refused(host, "POST", f"{where}/end") == (409, "contest-over")

    asyncio.run(live())


def test_a_guest_cannot_flood_a_server_with_contests(tmp_path: Path) -> None:
    with running(str(tmp_path / "limited.db"), tmp_path, LIMIT_SCALE="1") as server:

        async def live() -> None:
            [host] = await arrive(server, "Host")
            for _ in range(5):
                await contest(host, "gravwell", 2)
            assert await refused(host, "POST", "/api/contests", {"game": "gravwell", "seats": 2}) == (
                409,
                "too-many",
            )

        asyncio.run(live())


# When things go wrong


def test_nothing_is_lost_when_the_server_is_killed_and_time_runs_out(tmp_path: Path) -> None:
    path = tmp_path / "killed.db"
    with running(str(path), tmp_path) as server:

        async def before() -> tuple[Json, Person, str]:
            ada, ben = await arrive(server, "Ada", "Ben")
            info = await contest(ada, "gravwell", 1)
            table, other = [(await take_seat(one, info["id"]))["id"] for one in (ada, ben)]
            await finish([ada], table)
            server.kill()
            server.start()
            await finish([ben], other, seed=9)
            return info, ada, table

        info, ada, table = asyncio.run(before())
        shown = asyncio.run(ada.get(f"/api/contests/{info['id']}"))["contest"]
        assert [one["compared"] for one in shown["standing"]] == [1, 1]
        assert shown["over"] is None
        server.kill()
        with sqlite3.connect(path) as connection:  # the time runs out while nobody is there
            connection.execute("UPDATE contests SET ends = ends - 48 * 3600000, created = 0")
            connection.execute("UPDATE tables SET finished = finished - 96 * 3600000")
        server.start()
        shown = asyncio.run(ada.get(f"/api/contests/{info['id']}"))["contest"]
        assert (shown["status"], len(shown["standing"])) == ("over", 2)
        assert asyncio.run(ada.get(f"/api/tables/{table}/record"))["commitment"] == info["commitment"]


def test_two_processes_seat_everybody_once_and_tell_the_standing(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database("contests")
    with running(database, tmp_path) as first, running(database, tmp_path) as second:

        async def live() -> None:
            people = await arrive(first, *(f"Guest {n}" for n in range(8)))
            info = await contest(people[0], "gravwell", 2)
            for number, person in enumerate(people):
                person.url = (first, second)[number % 2].url
            seated = await asyncio.gather(*(take_seat(one, info["id"]) for one in people for _ in range(2)))
            assert len({table["id"] for table in seated}) == 4
            tables = {one.id: table["id"] for one, table in zip(people, seated[::2], strict=True)}
            async with people[1].socket() as watcher:
                await watcher.send(type="contest", contest=info["id"], follow=True)
                for table in set(tables.values()):
                    await finish([one for one in people if tables[one.id] == table], table)
                await people[0].post(f"/api/contests/{info['id']}/close")
                shown = await until_standing(watcher, 8, over=True)
            assert {one["compared"] for one in shown["standing"]} == {3}
            assert sum(one["percent"] for one in shown["standing"]) == pytest.approx(400, abs=0.1)
            for url in (first.url, second.url):
                people[2].url = url
                assert (await people[2].get(f"/api/tables/{seated[0]['id']}/proof"))["secret"]

        asyncio.run(live())
