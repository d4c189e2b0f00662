"""``welcome``: the answer to ``hello``."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape
from gravitable.server.protocol.parts import Person

EXAMPLE: Final = {
    "type": "welcome",
    "protocol": 1,
    "server": "0.1.0",
    "now": 1767225600000,
    "person": {"id": 7, "name": "Ada", "claimed": False},
    "ref": None,
}


class Welcome(Shape):
    """Who the client is taken for, and the server's time (all deadlines are in that time)."""

    type: Literal["welcome"] = "welcome"
    protocol: int
    server: str
    now: int
    person: Person | None
    """None for somebody without a session: they may watch."""
    ref: str | None = None
