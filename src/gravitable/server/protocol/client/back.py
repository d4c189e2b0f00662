"""``back``: take the seat back from the bot."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "back", "table": "q8Zr3vKx_0aBcD4e"}


class Back(TableMessageBase):
    """Take the seat back from the bot that played on."""

    type: Literal["back"]
