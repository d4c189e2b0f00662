"""A WebSocket client that costs as little as can be, so that the load takes little from the server it is put on.

It knows no more than the load needs: it reads whole, unmasked text frames and sends short ones with an empty mask.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any

_TEXT, _PING, _CLOSE = 0x81, 0x89, 0x88
_EMPTY_MASK = bytes(4)
Hear = Callable[[bytes], None]


class PlainSocket(asyncio.Protocol):
    """One connection; ``hear`` is called with every text."""

    def __init__(self, headers: dict[str, str], hear: Hear) -> None:
        self._headers = headers
        self._hear = hear
        self._rest = b""
        self._transport: Any = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        wanted = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        lines = [f"{name}: {value}" for name, value in (wanted | self._headers).items()]
        request = ["GET /ws HTTP/1.1", f"Sec-WebSocket-Key: {key}", *lines, "", ""]
        self._transport.write("\r\n".join(request).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Note it."""
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the server closed the connection"))

    def send(self, text: str) -> None:
        """Send a text of less than 64 kilobytes."""
        data = text.encode()
        size = len(data)
        head = bytes((_TEXT, 0x80 | size)) if size < 126 else bytes((_TEXT, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + _EMPTY_MASK + data)

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Read the answer to the upgrade, then frames."""
        data = self._rest + data if self._rest else data
        at = 0 if self.opened.done() else self._after_answer(data)
        while at >= 0 and (end := _end_of_frame(data, at)):
            self._take(data[at], data[end[0] : end[1]])
            at = end[1]
        self._rest = data if at < 0 else data[at:]

    def _after_answer(self, data: bytes) -> int:
        """Return where frames begin; -1: not yet."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return -1
        if data.startswith(b"HTTP/1.1 101"):
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(data[:200].decode(errors="replace")))
        return end + 4

    def _take(self, kind: int, content: bytes) -> None:
        if kind == _TEXT:
            self._hear(content)
        elif kind == _PING:
            self._transport.write(bytes((0x8A, 0x80 | len(content))) + _EMPTY_MASK + content)
        elif kind == _CLOSE:
            self._transport.close()
        else:
            raise ValueError(f"a frame of kind {kind:#x} is not expected here")


def _end_of_frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Return where the content of a frame begins and ends; None when not all of it is there."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size == 126:
        size, begin = int.from_bytes(data[begin : begin + 2], "big"), begin + 2
    elif size == 127:
        size, begin = int.from_bytes(data[begin : begin + 8], "big"), begin + 8
    return (begin, begin + size) if len(data) >= begin + size else None


async def open_socket(port: int, headers: dict[str, str], hear: Hear) -> PlainSocket:
    """Return an open connection to this machine's server."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: PlainSocket(headers, hear), "127.0.0.1", port)
    await socket.opened
    return socket
