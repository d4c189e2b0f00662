"""Several people at one device: a browser has one cookie, so the others bring a token in ``hello``."""

from __future__ import annotations

import asyncio

from gravitable.server.protocol import PROTOCOL_VERSION
from server.harness import ServerProcess
from server.players import Person


def test_a_companion_plays_by_its_token(server: ServerProcess) -> None:
    async def live() -> None:
        host = await Person.arrive(server.url, "Host")
        made = await host.post("/api/companions", {"name": "Beside"})
        assert (await host.get("/api/me"))["person"]["id"] == host.id, "my own session stays"
        assert made["person"]["id"] != host.id
        async with host.socket() as socket:
            await socket.send(type="hello", protocol=PROTOCOL_VERSION, token=made["token"])
            assert (await socket.until("welcome"))["person"] == made["person"]

    asyncio.run(live())


def test_a_wrong_token_is_nobody(server: ServerProcess) -> None:
    async def live() -> None:
        host = await Person.arrive(server.url, "Host")
        async with host.socket() as socket:
            await socket.send(type="hello", protocol=PROTOCOL_VERSION, token="x" * 43)
            assert (await socket.until("error"))["code"] == "no-session"

    asyncio.run(live())
