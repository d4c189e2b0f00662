"""``error``: a message that could not be followed; nothing was changed."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {
    "type": "error",
    "code": "illegal-action",
    "message": "seat 0 cannot play 'drop' now; legal: complete, rotate-cw",
    "table": "q8Zr3vKx_0aBcD4e",
    "id": "c-7f3a",
    "ref": None,
}


class Error(Shape):
    """``code`` is stable, for programs; ``message`` is for people and may be reworded."""

    type: Literal["error"] = "error"
    code: str
    message: str
    table: str | None = None
    id: str | None = None
    """The id of the commit that was refused."""
    ref: str | None = None
