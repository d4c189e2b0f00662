"""The frames that the server writes itself are those that the WebSocket library would write."""

from __future__ import annotations

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from gravitable.server.wire import MAX_UNREAD, head
from server.harness import ServerProcess
from server.players import Person


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 4000, 65_535, 65_536, 200_000])
def test_a_frame_is_what_the_library_makes_of_it(length: int) -> None:
    data = b"x" * length
    assert head(length) + data == Frame(Opcode.TEXT, data).serialize(mask=False)


@pytest.mark.parametrize("compression", [None, "deflate"])
def test_clients_that_offer_compression_and_others_are_told_the_same(
    server: ServerProcess, compression: str | None
) -> None:
    async def talk() -> list[str]:
        async with Person(server.url, "Nobody").socket(compression=compression) as socket:
            assert not socket.raw.protocol.extensions, "frames are written as if nothing were compressed"
            await socket.send(type="watch", table="there-is-no-such")
            await socket.send(type="ping", ref="long-" * 12)
            return [(await socket.until("error"))["code"], (await socket.until("pong"))["ref"]]

    assert asyncio.run(talk()) == ["no-such-table", "long-" * 12]


def test_who_sends_much_more_than_may_wait_gets_every_answer_in_order(server: ServerProcess) -> None:
    refs = [f"r{number}" for number in range(100 * MAX_UNREAD)]

    async def talk() -> list[str]:
        async with Person(server.url, "Nobody").socket() as socket:
            for ref in refs:
                await socket.send(type="ping", ref=ref)
            return [(await socket.until("pong"))["ref"] for _ in refs]

    assert asyncio.run(talk()) == refs
