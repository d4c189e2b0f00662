"""What all messages share: strict forms, short names, and the protocol's version."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

PROTOCOL_VERSION = 1
"""Raised when an old client can no longer understand the server."""

MAX_ACTIONS = 16
"""No turn of any game takes more choices than this."""

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16}$")]
CommitId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
ActionText = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Version = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
JsonObject = dict[str, Any]


class Shape(BaseModel):
    """A fixed form: unknown fields are refused, nothing is converted in silence, nothing changes later."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ClientMessageBase(Shape):
    """A message from a client. ``ref`` is the client's own mark; the direct answer carries it back."""

    ref: CommitId | None = None


class TableMessageBase(ClientMessageBase):
    """A message from a client about one table."""

    table: TableId
