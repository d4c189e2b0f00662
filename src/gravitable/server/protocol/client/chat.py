"""``chat``: say something at a table."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import StringConstraints

from gravitable.server.protocol.base import TableMessageBase

EXAMPLE: Final = {"type": "chat", "table": "q8Zr3vKx_0aBcD4e", "text": "Good luck!"}


class Say(TableMessageBase):
    """Say something to everybody at the table."""

    type: Literal["chat"]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
