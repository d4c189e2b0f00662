"""``lobby``: follow the list of public tables."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import ClientMessageBase

EXAMPLE: Final = {"type": "lobby", "follow": True}


class FollowLobby(ClientMessageBase):
    """Follow the lobby, or stop following it."""

    type: Literal["lobby"]
    follow: bool = True
