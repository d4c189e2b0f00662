"""``presence``: who is connected to a table."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {"type": "presence", "table": "q8Zr3vKx_0aBcD4e", "online": [0], "watchers": 2}


class Presence(Shape):
    """Seats whose people are connected, and how many spectators watch."""

    type: Literal["presence"] = "presence"
    table: str
    online: list[int]
    watchers: int
