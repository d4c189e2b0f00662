"""``table``: a table as it is set up; sent on ``watch`` and whenever that changes."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape
from gravitable.server.protocol.parts import TableInfo

EXAMPLE: Final = {
    "type": "table",
    "table": {
        "id": "q8Zr3vKx_0aBcD4e",
        "code": "KWRTBM",
        "game": "superstar",
        "title": "Gravity Superstar",
        "options": {"goodies": ["teleport"], "expert": False},
        "seats": [
            {"seat": 0, "name": "Ada", "person": 7, "bot": None},
            {"seat": 1, "name": "Greedy bot", "person": None, "bot": "greedy"},
        ],
        "host": 7,
        "public": True,
        "rated": False,
        "autostart": True,
        "clock": {"kind": "turn-seconds", "amount": 60},
        "status": "running",
        "commitment": "5f16c2f3f8a0d1e2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a",
        "created": 1767225600000,
        "started": 1767225660000,
        "finished": None,
        "rematch": None,
        "result": None,
    },
}


class TableChanged(Shape):
    """A table's seats, settings and status."""

    type: Literal["table"] = "table"
    table: TableInfo
