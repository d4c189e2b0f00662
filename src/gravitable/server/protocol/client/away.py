"""``away``: let a bot play on for a while."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "away", "table": "q8Zr3vKx_0aBcD4e"}


class Away(TableMessageBase):
    """Let a bot play on for this seat until ``back``."""

    type: Literal["away"]
