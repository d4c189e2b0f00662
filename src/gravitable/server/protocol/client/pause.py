"""``pause``: agree to a pause."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "pause", "table": "q8Zr3vKx_0aBcD4e"}


class Pause(TableMessageBase):
    """Agree to a pause. It begins, and the clock stands, once all people at the table agree."""

    type: Literal["pause"]
