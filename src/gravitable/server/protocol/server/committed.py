"""``committed``: a commit is stored for good; a ``state`` with its effect comes as well."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {
    "type": "committed",
    "table": "q8Zr3vKx_0aBcD4e",
    "version": 13,
    "id": "c-7f3a",
    "repeated": False,
}


class Committed(Shape):
    """A commit is in the log. ``repeated``: it was there before, and this retry changed nothing."""

    type: Literal["committed"] = "committed"
    table: str
    version: int
    """The version that the commit made."""
    id: str
    repeated: bool
