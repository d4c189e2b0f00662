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

EXTENSION: Final = "gravitable.write"
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

    def write(self, text: str) -> bool:
        """Send a text at once, if the client keeps up."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        if not self._is_due:
            self._is_due = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Hand over what was written in this turn of the event loop, all at once: every write asks the kernel."""
        self._is_due = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))


def write_of(websocket: WebSocket) -> Write | None:
    """Return the short way out of a WebSocket, where the server offers it."""
    offered = (websocket.scope.get("extensions") or {}).get(EXTENSION)
    write: Write | None = offered["write"] if offered else None
    return write
