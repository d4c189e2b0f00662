"""``ping``: ask whether the server is there."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import ClientMessageBase

EXAMPLE: Final = {"type": "ping", "ref": "p9"}


class Ping(ClientMessageBase):
    """Answered by ``pong`` with the server's time."""

    type: Literal["ping"]
