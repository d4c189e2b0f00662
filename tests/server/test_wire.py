"""The frames that the server reads and writes itself are those that the WebSocket library would read and write."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.frames import Frame, Opcode

from gravitable.server.wire import MAX_UNREAD, head, plain_text
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


# What comes in


def frame(text: str | bytes, kind: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    data = text.encode() if isinstance(text, str) else text
    return Frame(kind, data, fin).serialize(mask=True)


RESERVED_BIT = b"\xc1" + frame("as if it were compressed")[1:]


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 4000, 65_535])
def test_a_plain_frame_is_read_as_the_library_reads_it(length: int) -> None:
    text = ("né" * length)[: length - length // 3]
    assert plain_text(frame(text)) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        frame("cut")[:-1],
        frame("one") + frame("two"),
        frame("one") + b"\x81",
        frame("too long" * 10_000),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        frame("first part", fin=False),
        frame("last part", Opcode.CONT),
        RESERVED_BIT,
        frame("bytes", Opcode.BINARY),
        frame("ping", Opcode.PING),
        frame(b"\x03\xe8", Opcode.CLOSE),
        frame(b"not \xff text"),
    ],
    ids=range(14),
)
def test_whatever_else_comes_is_left_to_the_library(data: bytes) -> None:
    assert plain_text(data) is None


def ping(ref: str) -> str:
    return json.dumps({"type": "ping", "ref": ref})


def test_frames_may_come_in_any_pieces(server: ServerProcess) -> None:
    """Long and short ways in, mixed: nothing is lost, nothing overtakes."""
    whole, parts = frame(ping("cut")), ping("in-parts")
    packets = [
        frame(ping("plain")),
        whole[:3],
        whole[3:],
        frame(ping("two")) + frame(ping("at-once")),
        frame(parts[:5], fin=False),
        frame("keep alive", Opcode.PING),
        frame(parts[5:], Opcode.CONT),
        frame(ping("bytes"), Opcode.BINARY),
        frame(ping("with-a-head")) + whole[:1],
        whole[1:] + frame(ping("and-a-tail")),
        frame(ping("plain-again")),
    ]

    async def talk() -> list[str]:
        async with Person(server.url, "Nobody").socket() as socket:
            for packet in packets:
                socket.raw.transport.write(packet)
                await asyncio.sleep(0.02)  # so that each comes by itself
            return [(await socket.until("pong"))["ref"] for _ in range(10)]

    expected = "plain cut two at-once in-parts bytes with-a-head cut and-a-tail plain-again"
    assert asyncio.run(talk()) == expected.split()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"not \xff text"), 1007),
        (RESERVED_BIT, 1002),
        (Frame(Opcode.TEXT, b"not masked").serialize(mask=False), 1002),
        (frame("unexpected", Opcode.CONT), 1002),
        (frame("x" * 65_000), 1009),
    ],
    ids=["not-text", "reserved-bit", "not-masked", "no-beginning", "too-long"],
)
def test_what_breaks_the_protocol_ends_the_connection_with_the_right_code(
    server: ServerProcess, data: bytes, code: int
) -> None:
    async def talk() -> int | None:
        async with Person(server.url, "Nobody").socket() as socket:
            socket.raw.transport.write(data)
            await socket.raw.wait_closed()
            return socket.raw.close_code

    assert asyncio.run(talk()) == code
