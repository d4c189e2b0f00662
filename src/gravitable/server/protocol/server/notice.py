"""``notice``: something wants this person's attention, at whichever table it is."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {"type": "notice", "table": "q8Zr3vKx_0aBcD4e", "kind": "your-turn", "version": 13}


class Notice(Shape):
    """It is your turn, a game of yours began or ended, or somebody wants a rematch."""

    type: Literal["notice"] = "notice"
    table: str
    kind: Literal["your-turn", "started", "finished", "rematch", "removed"]
    version: int | None = None
