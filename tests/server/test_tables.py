"""Tables: made, found, joined, left, started, played again."""

from __future__ import annotations

import asyncio

import pytest

from server.harness import ServerProcess
from server.players import Json, Person
from server.test_people import refused


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"game": "chess", "seats": 2}, "unknown-game"),
        ({"game": "superstar", "seats": 7}, "wrong-player-count"),
        ({"game": "superstar", "seats": 2, "options": {"goodies": ["rocket"]}}, "bad-option"),
        ({"game": "superstar", "seats": 2, "options": {"tiles": "/etc"}}, "bad-option"),
        ({"game": "superstar", "seats": 2, "options": {"x" * 30: "y" * 3000}}, "bad-option"),
        ({"game": "superstar", "seats": 2, "bots": [{"seat": 1, "bot": "search:9999999ms"}]}, "unknown-bot"),
        ({"game": "superstar", "seats": 2, "bots": [{"seat": 5, "bot": "greedy"}]}, "bad-seat"),
        ({"game": "superstar", "seats": 2, "bots": [{"seat": 0, "bot": "greedy"}]}, "seat-taken"),
        ({"game": "superstar", "seats": 2, "seat": 3}, "bad-seat"),
        ({"game": "superstar", "seats": 2, "clock": {"kind": "turn-seconds", "amount": 1}}, "bad-clock"),
        ({"game": "superstar", "seats": 2, "clock": {"kind": "turn-days", "amount": 31}}, "bad-clock"),
        ({"game": "superstar", "seats": 2, "extra": 1}, "bad-request"),
        ({"game": "superstar"}, "bad-request"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_its_reason(
    server: ServerProcess, form: Json, code: str
) -> None:
    async def live() -> None:
        person = await Person.arrive(server.url, "Host")
        assert await refused(person, "POST", "/api/tables", form) == (
            409 if code == "seat-taken" else 422,
            code,
        )

    asyncio.run(live())


def test_join_by_code_leave_be_removed(server: ServerProcess) -> None:
    async def live() -> None:
        host, guest, third = [await Person.arrive(server.url, name) for name in ("Host", "Guest", "Third")]
        table = await host.table("superstar", 3, public=True, autostart=False, seat=2)
        where = f"/api/tables/{table['id']}"
        assert table["seats"][2]["person"] == host.id
        assert table["id"] in [info["id"] for info in (await guest.get("/api/lobby"))["tables"]]
        joined = (await guest.post("/api/join", {"code": table["code"].lower()}))["table"]
        assert joined["seats"][0] == {"seat": 0, "name": "Guest", "person": guest.id, "bot": None}
        assert (await guest.post(f"{where}/join", {"seat": 1}))["table"] == joined, "who sits stays"
        assert await refused(third, "POST", f"{where}/join", {"seat": 0}) == (409, "seat-taken")
        assert await refused(third, "POST", f"{where}/leave") == (403, "not-at-table")
        assert await refused(guest, "POST", f"{where}/remove", {"seat": 2}) == (403, "forbidden")
        removed = (await host.post(f"{where}/remove", {"seat": 0}))["table"]
        assert removed["seats"][0]["person"] is None
        assert await refused(host, "POST", f"{where}/start") == (409, "not-open")
        await third.post(f"{where}/join", {"seat": 0})
        await host.post(f"{where}/bot", {"seat": 1, "bot": "level:1"})
        assert await refused(guest, "POST", f"{where}/join", {}) == (409, "table-full")
        left = (await host.post(f"{where}/leave"))["table"]
        assert left["host"] == third.id, "the next person becomes host"
        closed = (await third.post(f"{where}/leave"))["table"]
        assert closed["status"] == "closed"
        assert await refused(guest, "POST", f"{where}/join", {}) == (409, "not-open")
        assert await refused(guest, "POST", "/api/join", {"code": "AAAAAA"}) == (404, "no-such-table")

    asyncio.run(live())


def test_who_follows_a_table_sees_it_fill_and_start(server: ServerProcess) -> None:
    async def live() -> None:
        host, guest = await Person.arrive(server.url, "Host"), await Person.arrive(server.url, "Guest")
        table = await host.table("gravwell", 2, public=True)
        async with host.socket() as socket, guest.socket() as lobby:
            await lobby.send(type="lobby", follow=True)
            listed = await lobby.until("lobby")
            assert table["id"] in [info["id"] for info in listed["tables"]]
            await socket.send(type="watch", table=table["id"])
            assert (await socket.until("table"))["table"] == table
            assert await socket.until("presence") == {
                "type": "presence",
                "table": table["id"],
                "online": [0],
                "watchers": 0,
                "absent": [],
            }
            await guest.post(f"/api/tables/{table['id']}/join", {})
            assert (await socket.until("table"))["table"]["status"] == "running"
            assert (await socket.until("state"))["version"] == 1
            assert (await lobby.until("notice"))["kind"] in ("started", "your-turn")
            later = await lobby.until("lobby")
            assert [i["status"] for i in later["tables"] if i["id"] == table["id"]] == ["running"]

    asyncio.run(live())


def test_rematch_with_one_click(server: ServerProcess) -> None:
    async def live() -> None:
        ada, ben = await Person.arrive(server.url, "Ada"), await Person.arrive(server.url, "Ben")
        old = await ada.table("gravwell", 3, bots=[{"seat": 1, "bot": "random"}], options={"chaos": True})
        where = f"/api/tables/{old['id']}"
        await ben.post(f"{where}/join", {})
        assert await refused(ada, "POST", f"{where}/rematch") == (409, "not-finished")
        async with ada.socket() as one, ben.socket() as two:
            for socket in (one, two):
                await socket.send(type="watch", table=old["id"])
                await socket.until("state")
                await socket.send(type="resign", table=old["id"])
            final = await one.until("state", over=True)
            assert final["result"]["winners"] == [1], "the bot is left"
            first = (await ada.post(f"{where}/rematch"))["table"]
            assert (await two.until("table", table=await info(ada, old["id"])))["table"]["rematch"] == first[
                "id"
            ]
            second = (await ben.post(f"{where}/rematch"))["table"]
        assert first["id"] == second["id"] != old["id"]
        assert second["status"] == "running"
        assert second["options"] == old["options"]
        assert [seat["bot"] for seat in second["seats"]] == [None, "random", None]

    asyncio.run(live())


async def info(person: Person, table: str) -> Json:
    return dict((await person.get(f"/api/tables/{table}"))["table"])
