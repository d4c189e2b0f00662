"""``resume``: end a pause, or take back the wish for one."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "resume", "table": "q8Zr3vKx_0aBcD4e"}


class Resume(TableMessageBase):
    """Go on with the game, or take back the wish for a pause."""

    type: Literal["resume"]
