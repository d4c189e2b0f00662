"""``watch``: follow a table."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "watch", "table": "q8Zr3vKx_0aBcD4e"}


class Watch(TableMessageBase):
    """Follow a table: answered by ``table``, ``state``, ``chat`` and ``presence``, then by every change."""

    type: Literal["watch"]
