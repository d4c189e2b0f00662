"""``goodbye``: the server closes this connection; connect again after ``retry_ms``."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {"type": "goodbye", "reason": "restarting", "retry_ms": 1000}


class Goodbye(Shape):
    """The server restarts, the client reads too slowly, or it sent too much."""

    type: Literal["goodbye"] = "goodbye"
    reason: Literal["restarting", "too-slow", "too-much"]
    retry_ms: int
