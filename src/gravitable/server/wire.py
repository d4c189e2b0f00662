"""The WebSocket protocol that ``gravitable serve`` uses: uvicorn's, with a short way out.

A message that is sent the ASGI way passes a queue, a task and four layers before it reaches the socket. Most of what
the server does is sending, so this protocol offers its applications, as an ASGI extension, to write at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.protocol import State

EXTENSION: Final = "gravitable.write"
MAX_UNREAD: Final = 8
"""So many messages of a client may wait before the next ones are left to the network."""
_TEXT: Final = 0x81
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
            self.scope["extensions"][EXTENSION] = {"write": self.write}

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

    def write(self, text: str) -> bool:
        """Send a text at once, if the client keeps up."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        try:
            self._frame(text.encode())
        except InvalidState:
            return False
        if not self._is_due:
            self._is_due = True
            self.loop.call_soon(self._flush)
        return True

    def _frame(self, data: bytes) -> None:
        """Put a message among what ``conn`` has to send; raises InvalidState when it may send nothing more."""
        if self.conn.extensions or self.conn.state is not State.OPEN:
            self.conn.send_text(data)
        else:
            self.conn.writes += (head(len(data)), data)

    def _flush(self) -> None:
        """Hand over what was written in this turn of the event loop, all at once: every write asks the kernel."""
        self._is_due = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))


def head(length: int) -> bytes:
    """Return what comes before an unmasked, uncompressed text of so many bytes (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")


def write_of(websocket: WebSocket) -> Write | None:
    """Return the short way out of a WebSocket, where the server offers it."""
    offered = (websocket.scope.get("extensions") or {}).get(EXTENSION)
    write: Write | None = offered["write"] if offered else None
    return write
