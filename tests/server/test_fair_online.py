"""The proof online: heads seen during a game bind its record, and the server's verdict has a word for each case."""

from __future__ import annotations

import asyncio

import pytest

import gravitable
from server.harness import ServerProcess
from server.players import Json, Person, ScriptedPlayer
from server.test_play import now, seated, two_people


async def heads_of(server: ServerProcess, table: str) -> dict[int, str]:
    """Watch a table to its end as a stranger; return the head of each version."""
    heads: dict[int, str] = {}
    async with Person(server.url, "").socket() as socket:
        state = await seated(Person(server.url, ""), socket, table)
        while True:
            heads[state["version"]] = state["head"]
            if state["over"]:
                return heads
            state = await socket.until("state", table=table)


@pytest.mark.parametrize(("game", "options"), [("superstar", {"rounds": 2}), ("gravwell", {})])
def test_every_head_that_was_seen_fits_the_record(server: ServerProcess, game: str, options: Json) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, game, options=options)
        seen = (await ada.get(f"/api/tables/{table}"))["table"]["commitment"]
        early = await ada.call("GET", f"/api/tables/{table}/verify")
        assert (early.status_code, early.json()["error"]["code"]) == (409, "not-finished")
        assert (await now(ada, table))["head"] == (await now(ben, table))["head"], "the same for everybody"
        watching = asyncio.create_task(heads_of(server, table))
        await asyncio.gather(
            *(ScriptedPlayer(one, table, seed).play() for seed, one in enumerate((ada, ben)))
        )
        heads = await watching
        record = await ada.get(f"/api/tables/{table}/record")
        assert len(set(heads.values())) > 3
        for head in heads.values():
            assert gravitable.verify(record, commitment=seen, head=head).word == "fair"
        answer = await ada.get(f"/api/tables/{table}/verify")
        assert answer == {
            "verdict": "fair",
            "problems": [],
            "notes": [],
            "commitment": seen,
            "head": heads[max(heads)],
        }
        record["log"].pop()
        assert gravitable.verify(record, head=heads[max(heads)]).word == "not-fair"

    asyncio.run(play())


def test_a_game_that_somebody_gave_up_is_unfinished(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "gravwell")
        async with ben.socket() as socket:
            await seated(ben, socket, table)
            await socket.send(type="resign", table=table)
            await socket.until("state", over=True)
        answer = await ada.get(f"/api/tables/{table}/verify")
        assert (answer["verdict"], answer["problems"]) == ("unfinished", [])
        assert "resigned" in answer["notes"][0]

    asyncio.run(play())


def test_the_commitment_of_an_open_table_is_the_one_of_its_game(server: ServerProcess) -> None:
    async def play() -> None:
        ada = await Person.arrive(server.url, "Ada")
        for game, options in (("superstar", {"goodies": ["double"]}), ("gravwell", {"chaos": True})):
            table = await ada.table(game, 2, options=options)
            await ada.post(f"/api/tables/{table['id']}/bot", {"seat": 1, "bot": "random"})
            info = (await ada.get(f"/api/tables/{table['id']}"))["table"]
            async with ada.socket() as socket:
                await seated(ada, socket, table["id"])
                await socket.send(type="resign", table=table["id"])
                state = await socket.until("state", over=True)
            assert state["proof"]["commitment"] == table["commitment"] == info["commitment"]

    asyncio.run(play())
