"""Lists of tables tell how their games stand, and the host orders the seats."""

from __future__ import annotations

import asyncio

import pytest

from server.harness import ServerProcess
from server.players import Person
from server.test_people import refused


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_lists_tell_whose_turn_it_is_and_the_scores(server: ServerProcess, game: str) -> None:
    async def live() -> None:
        host, guest = await Person.arrive(server.url, "Host"), await Person.arrive(server.url, "Guest")
        table = await host.table(game, 2, public=True)
        assert (table["to_act"], table["scores"]) == ([], None)
        await guest.post(f"/api/tables/{table['id']}/join", {})
        for path in ("/api/my-games", "/api/lobby"):
            [info] = [one for one in (await host.get(path))["tables"] if one["id"] == table["id"]]
            assert info["status"] == "running"
            assert len(info["to_act"]) == 1
            assert len(info["scores"]) == 2

    asyncio.run(live())


def test_the_host_seats_everybody_by_age(server: ServerProcess) -> None:
    async def live() -> None:
        host, guest = await Person.arrive(server.url, "Host"), await Person.arrive(server.url, "Guest")
        table = await host.table("gravwell", 3, autostart=False, bots=[{"seat": 2, "bot": "level:1"}])
        where = f"/api/tables/{table['id']}"
        await guest.post(f"{where}/join", {"seat": 1})
        assert await refused(guest, "POST", f"{where}/order", {"seats": [1, 0, 2]}) == (403, "forbidden")
        for wrong in ([0, 1], [0, 0, 1], [1, 2, 3]):
            assert await refused(host, "POST", f"{where}/order", {"seats": wrong}) == (422, "bad-seat")
        ordered = (await host.post(f"{where}/order", {"seats": [1, 2, 0]}))["table"]
        assert [seat["person"] for seat in ordered["seats"]] == [guest.id, None, host.id]
        assert ordered["seats"][1]["bot"] == "level:1"
        await host.post(f"{where}/start")
        [info] = (await host.get("/api/my-games"))["tables"]
        assert info["to_act"] == [0], "the youngest drafts first"
        assert await refused(host, "POST", f"{where}/order", {"seats": [0, 1, 2]}) == (409, "not-open")

    asyncio.run(live())
