"""``unwatch``: follow a table no longer."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "unwatch", "table": "q8Zr3vKx_0aBcD4e"}


class Unwatch(TableMessageBase):
    """Stop following a table."""

    type: Literal["unwatch"]
