"""The WebSocket protocol that ``gravitable serve`` uses: uvicorn's, with a short way in and a short way out.

A message that comes or goes the ASGI way passes a queue, a task and four layers, and a parser made for everything that
a frame can be. Nearly all messages are one plain frame each. So this protocol reads and writes those itself, and offers
its applications, as an ASGI extension, to read and write at once; whatever else there is goes the long way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import websockets.frames
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXTENSION: Final = "gravitable.plain"
MAX_UNREAD: Final = 8
"""So many messages of a client may wait before the next ones are left to the network."""
_TEXT: Final = 0x81
_MASKED: Final = 0x80
_unmasked: Final[Callable[[bytes, bytes], bytes]] = vars(websockets.frames)["apply_mask"]
Read = Callable[[], Awaitable[str | bytes | None]]
"""Waits for the next message; None when the client is gone."""
Write = Callable[[str], bool]
"""Sends a text at once; False: not now, since the client reads too slowly or is gone."""


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    _is_due = False
    """Whether something is written, but not yet handed over."""

    def handle_connect(self, event: Any) -> None:
        """Begin the handshake and tell the application what is on offer."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"read": self.read, "write": self.write}

    # The way in

    def data_received(self, data: bytes) -> None:
        """Take what came from the network."""
        text = plain_text(data) if self._is_between_messages() else None
        if text is None or len(data) > self.config.ws_max_size:
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MAX_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _is_between_messages(self) -> bool:
        """Say whether the library's parser waits for the beginning of a message, and would change nothing in it."""
        conn = self.conn
        is_open = conn.state is State.OPEN and not self.close_sent
        return is_open and conn.current_size is None and not conn.reader.buffer and not conn.extensions

    def send_receive_event_to_app(self) -> None:
        """Hand over a message, and stop reading only when several wait.

        uvicorn stops after every message and starts again when it is taken, which asks the kernel twice.
        """
        if self.queue.qsize() >= MAX_UNREAD:
            super().send_receive_event_to_app()
            return
        has_stopped, self.read_paused = self.read_paused, True  # as if there were nothing left to stop
        super().send_receive_event_to_app()
        self.read_paused = has_stopped

    async def read(self) -> str | bytes | None:
        """Return the next message; None when the client is gone."""
        if not self.queue.empty():
            await asyncio.sleep(0)  # who sends a lot at once must not keep the others waiting
        return _content(await self.receive())

    # The way out

    def write(self, text: str) -> bool:
        """Send a text at once, if the client keeps up."""
        conn = self.conn
        is_open = conn.state is State.OPEN and not self.close_sent and not self.disconnected
        if not is_open or not self.writable.is_set():
            return False
        data = text.encode()
        if conn.extensions:
            conn.send_text(data)
        else:
            conn.writes += (head(len(data)), data)
        if not self._is_due:
            self._is_due = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Hand over what was written in this turn of the event loop, all at once: every write asks the kernel."""
        self._is_due = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))


def plain_text(data: bytes) -> str | None:
    """Return the text of data that are exactly one masked, uncompressed frame with a whole text (RFC 6455, 5.2)."""
    if len(data) < 6 or data[0] != _TEXT or not data[1] & _MASKED:
        return None
    length, begin = data[1] & ~_MASKED, 6
    if length == 126:
        length, begin = int.from_bytes(data[2:4], "big"), 8
    if len(data) != begin + length or data[1] & ~_MASKED == 127:
        return None
    try:
        return _unmasked(data[begin:], data[begin - 4 : begin]).decode()
    except UnicodeDecodeError:
        return None  # the library knows how to say so


def head(length: int) -> bytes:
    """Return what comes before an unmasked, uncompressed text of so many bytes (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")


def read_of(websocket: WebSocket) -> Read:
    """Return the short way in from a WebSocket where the server offers it, else the long one."""

    async def read() -> str | bytes | None:
        await asyncio.sleep(0)  # who sends a lot at once must not keep the others waiting
        return _content(await websocket.receive())

    offered: Read = _offer(websocket).get("read", read)
    return offered


def write_of(websocket: WebSocket) -> Write | None:
    """Return the short way out of a WebSocket, where the server offers it."""
    offered: Write | None = _offer(websocket).get("write")
    return offered


def _offer(websocket: WebSocket) -> dict[str, Any]:
    return (websocket.scope.get("extensions") or {}).get(EXTENSION) or {}


def _content(packet: Any) -> str | bytes | None:
    if packet["type"] == "websocket.disconnect":
        return None
    content: str | bytes = packet.get("text") or packet.get("bytes") or ""
    return content
