"""``try``: ask what a turn would do, and what could follow."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from gravitable.server.protocol.base import MAX_ACTIONS, ActionText, TableMessageBase, Version

EXAMPLE: Final = {
    "type": "try",
    "table": "q8Zr3vKx_0aBcD4e",
    "version": 12,
    "actions": ["long-left"],
    "ref": "t1",
}


class Try(TableMessageBase):
    """Play these actions on a private copy: answered by ``tried``. An empty list asks about now."""

    type: Literal["try"]
    version: Version
    actions: Annotated[list[ActionText], Field(max_length=MAX_ACTIONS)]
