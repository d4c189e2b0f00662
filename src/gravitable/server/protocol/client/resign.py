"""``resign``: give up the game."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "resign", "table": "q8Zr3vKx_0aBcD4e"}


class Resign(TableMessageBase):
    """Give up. The last seat standing wins; otherwise a bot plays the seat to the end."""

    type: Literal["resign"]
