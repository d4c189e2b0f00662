"""``lobby``: the public tables, open and running; sent on ``lobby`` and whenever the list changes."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape
from gravitable.server.protocol.parts import TableInfo
from gravitable.server.protocol.server.table import EXAMPLE as TABLE_EXAMPLE

EXAMPLE: Final = {"type": "lobby", "tables": [TABLE_EXAMPLE["table"]]}


class Lobby(Shape):
    """All open public tables and the latest running ones."""

    type: Literal["lobby"] = "lobby"
    tables: list[TableInfo]
