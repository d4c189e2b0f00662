"""``stale``: a commit or try came too late; the current ``state`` follows."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {
    "type": "stale",
    "table": "q8Zr3vKx_0aBcD4e",
    "version": 14,
    "id": "c-7f3a",
    "ref": None,
}


class Stale(Shape):
    """The game moved on before this arrived; nothing was changed."""

    type: Literal["stale"] = "stale"
    table: str
    version: int
    """The current version."""
    id: str | None
    """The commit's id; None for a try."""
    ref: str | None = None
