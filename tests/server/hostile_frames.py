"""Frames that no client should send: below the messages, where the WebSocket library reads."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

from server.players import Person

_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10
_ANSWER_S = 0.5
"""How long to wait for an answer; after that we hang up ourselves."""
_AT_ONCE = 40


def frame(
    opcode: int, content: bytes, *, final: bool = True, reserved: int = 0, masked: bool = True
) -> bytes:
    """Return a frame as it goes over the wire."""
    first = (0x80 if final else 0) | (reserved << 4) | opcode
    size, mask_bit = len(content), 0x80 if masked else 0
    if size < 126:
        head = bytes((first, mask_bit | size))
    elif size < 1 << 16:
        head = bytes((first, mask_bit | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, mask_bit | 127)) + size.to_bytes(8, "big")
    return head + (bytes(4) if masked else b"") + content


def _reserved_opcode(rng: random.Random) -> bytes:
    return frame(rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)), rng.randbytes(rng.randrange(60)))


def _reserved_bits(rng: random.Random) -> bytes:
    return frame(_TEXT, b"{}", reserved=rng.randrange(1, 8))


def _unmasked(rng: random.Random) -> bytes:
    return frame(rng.choice((_TEXT, _PING)), b'{"type":"ping"}', masked=False)


def _endless(rng: random.Random) -> bytes:
    """A length that nobody could send, and the beginning of it."""
    size = rng.choice((1 << 20, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1))
    return bytes((0x80 | _TEXT, 0xFF)) + size.to_bytes(8, "big") + bytes(4) + rng.randbytes(200)


def _cut_short(rng: random.Random) -> bytes:
    whole = frame(_TEXT, rng.randbytes(300))
    return whole[: rng.randrange(1, len(whole))]


def _odd_control(rng: random.Random) -> bytes:
    """Control frames are short and whole; these are not."""
    opcode = rng.choice((_CLOSE, _PING, _PONG))
    return rng.choice((frame(opcode, rng.randbytes(200)), frame(opcode, rng.randbytes(20), final=False)))


def _lost_fragment(rng: random.Random) -> bytes:
    """A continuation of nothing, or a message begun within a message."""
    lost = frame(0, b"rest", final=rng.random() < 0.5)
    begun = frame(_TEXT, b'{"type":', final=False)
    return rng.choice((lost, begun + begun, begun + frame(_PING, b"x") + lost))


def _no_text(rng: random.Random) -> bytes:
    return frame(_TEXT, rng.choice((b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", rng.randbytes(50))))


def _odd_close(rng: random.Random) -> bytes:
    code = rng.choice((0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65535)).to_bytes(2, "big")
    return frame(_CLOSE, rng.choice((code, b"\x03", code + b"\xff\xff")))


def _many_fragments(rng: random.Random) -> bytes:
    """One message of a hundred pieces, most of them empty."""
    pieces = [frame(_TEXT, b"{", final=False)]
    pieces += [frame(0, b"x" * rng.choice((0, 0, 0, 300)), final=False) for _ in range(100)]
    return b"".join(pieces) + frame(0, b"}")


def _pings(rng: random.Random) -> bytes:
    return frame(_PING, rng.randbytes(125)) * rng.randrange(1, 40)


def _binary(rng: random.Random) -> bytes:
    return frame(_BINARY, rng.randbytes(rng.randrange(2000)))


MAKERS: tuple[Callable[[random.Random], bytes], ...] = (
    _reserved_opcode,
    _reserved_bits,
    _unmasked,
    _endless,
    _cut_short,
    _odd_control,
    _lost_fragment,
    _no_text,
    _odd_close,
    _many_fragments,
    _pings,
    _binary,
)


async def attack_with_frames(person: Person, count: int, seed: int) -> int:
    """Send hostile frames, each on a connection of its own; return how many of them the server closed."""
    rng, closed = random.Random(seed), 0
    for at in range(0, count, _AT_ONCE):
        makers = [rng.choice(MAKERS) for _ in range(min(_AT_ONCE, count - at))]
        closed += sum(await asyncio.gather(*(_send(person, make(rng)) for make in makers)))
    return closed


async def _send(person: Person, data: bytes) -> bool:
    """Open a connection, send a frame; say whether the server hung up."""
    port = int(person.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(_handshake(person, port))
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer[:200]
        writer.write(frame(_TEXT, b'{"type":"hello","protocol":2}') + data)
        async with asyncio.timeout(_ANSWER_S):
            while await _opcode_of_next(reader) != _CLOSE:
                pass
    except TimeoutError:
        return False
    except (ConnectionError, asyncio.IncompleteReadError):
        return True
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return True


async def _opcode_of_next(reader: asyncio.StreamReader) -> int:
    """Read one frame of the server's."""
    first, size = await reader.readexactly(2)
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    await reader.readexactly(size)
    return first & 0x0F


def _handshake(person: Person, port: int) -> bytes:
    lines = (
        "GET /ws HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: {person.url}",
        f"Cookie: {person._cookie()}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "",
        "",
    )
    return "\r\n".join(lines).encode()
