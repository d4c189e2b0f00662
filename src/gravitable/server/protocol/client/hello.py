"""``hello``: the first message of every connection."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import ClientMessageBase

EXAMPLE: Final = {"type": "hello", "protocol": 1}


class Hello(ClientMessageBase):
    """Say which protocol the client speaks; the server answers ``welcome``."""

    type: Literal["hello"]
    protocol: int
    """The version of the protocol; the server refuses one it does not speak."""
