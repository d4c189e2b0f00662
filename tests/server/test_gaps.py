"""A process that could not hear the others for a while: whoever asks it next is told the truth."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import websockets

from server.harness import Postgres, ServerProcess
from server.players import Json, Person, Socket, commits_of
from server.proxy import CuttableWay
from server.test_play import seated, two_people, whole_turn


@asynccontextmanager
async def near_and_far(
    database: str, port: int, folder: Path
) -> AsyncIterator[tuple[ServerProcess, ServerProcess, CuttableWay]]:
    """Two processes on one database, of which one reaches it by a way that can be blocked."""
    async with CuttableWay.to(port) as way:
        near = ServerProcess(database, folder)
        far = ServerProcess(database.replace(str(port), str(way.port)), folder)
        for server in (near, far):
            await asyncio.to_thread(server.start)
        try:
            yield near, far, way
        finally:
            way.unblock()
            for server in (near, far):
                await asyncio.to_thread(server.stop)


def test_after_a_gap_nobody_is_behind_and_no_ended_session_speaks(postgres: Postgres, tmp_path: Path) -> None:
    async def run() -> None:
        database = postgres.new_database("gap")
        async with near_and_far(database, postgres.port, tmp_path) as (near, far, way):
            ada, ben, table = await two_people(near, "superstar")
            people = (ada, ben)
            async with people[0].socket() as one, people[1].socket() as two:
                state = await seated(ada, one, table)
                await seated(ben, two, table)
                mover = state["to_act"][0]
                waiting = Person(far.url, "far", dict(people[1 - mover].cookies))
                guest = await Person.arrive(near.url, "Gone")
                gone = Person(far.url, "gone", dict(guest.cookies))
                async with waiting.socket() as behind, gone.socket() as ended:
                    # The far process knows the game, but nobody follows it there.
                    await behind.send(type="try", table=table, version=1, actions=[])
                    await behind.until("stale", "tried")
                    way.block()
                    first = await _play(one if mover == 0 else two, state, "n1")
                    await guest.call("POST", "/api/sign-out")
                    way.unblock()
                    with pytest.raises(websockets.ConnectionClosed) as closed:
                        await ended.until("nothing more")
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 1008
                    await _answers(behind)
                    turn = await whole_turn(behind, first)
                    commit = {"type": "commit", "table": table, "version": 2, "id": "f1", "actions": turn}
                    await behind.send(**commit)
                    answer = await behind.until("state", "stale", "error", version=3)
                    assert commits_of(answer) == ["f1"]
                    seen = await (one if mover == 0 else two).until("state", version=3)
                    assert seen["groups"][0]["seat"] == 1 - mover

    asyncio.run(run())


async def _play(socket: Socket, state: Json, number: str) -> Json:
    turn = await whole_turn(socket, state)
    await socket.send(type="commit", table=state["table"], version=state["version"], id=number, actions=turn)
    return await socket.until("state", version=state["version"] + 1)


async def _answers(socket: Socket) -> None:
    """Wait until the process reaches its database again."""
    while True:
        await socket.send(type="lobby", follow=True)
        if (await socket.until("lobby", "error"))["type"] == "lobby":
            return
        await asyncio.sleep(0.2)
