"""``chat``: lines of a table's chat; the latest ones on ``watch``, then each as it is said."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape
from gravitable.server.protocol.parts import ChatLine

EXAMPLE: Final = {
    "type": "chat",
    "table": "q8Zr3vKx_0aBcD4e",
    "lines": [{"id": 3, "at": 1767225700000, "name": "Ada", "person": 7, "seat": 0, "text": "Good luck!"}],
}


class Chat(Shape):
    """Lines to add to the chat, oldest first; a line whose id is known already is the same line."""

    type: Literal["chat"] = "chat"
    table: str
    lines: list[ChatLine]
