"""``goodbye``: the server closes this connection; connect again after ``retry_ms``."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {"type": "goodbye", "reason": "too-slow", "retry_ms": 1000}


class Goodbye(Shape):
    """The client reads too slowly, or it sent too much; a server that restarts closes with code 1012 instead."""

    type: Literal["goodbye"] = "goodbye"
    reason: Literal["too-slow", "too-much"]
    retry_ms: int
