"""``commit``: play a whole turn (Superstar) or one choice (Gravwell)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from gravitable.server.protocol.base import MAX_ACTIONS, ActionText, CommitId, TableMessageBase, Version

EXAMPLE: Final = {
    "type": "commit",
    "table": "q8Zr3vKx_0aBcD4e",
    "version": 12,
    "id": "c-7f3a",
    "actions": ["long-left", "end"],
}


class Commit(TableMessageBase):
    """Play for good. Sending the same ``id`` again is safe: it is played once."""

    type: Literal["commit"]
    version: Version
    """The version that the client decided on."""
    id: CommitId
    """Chosen by the client, new for every turn; repeat it only to retry."""
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=MAX_ACTIONS)]
