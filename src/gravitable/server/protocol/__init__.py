"""The WebSocket protocol: every message has a declared type, is read by one decoder and written by one encoder."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from gravitable.server.errors import BadMessage
from gravitable.server.protocol import client, server
from gravitable.server.protocol.client import ClientMessage
from gravitable.server.protocol.server import ServerMessage

PROTOCOL_VERSION: Final = 2
"""Raised when an old client can no longer understand the server; such a client has to load the page again."""

_DECODER: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
_ENCODER: Final = msgspec.json.Encoder()
_TYPES: Final = ", ".join(str(kind.__struct_config__.tag) for kind in get_args(ClientMessage))


def decode(raw: str | bytes) -> ClientMessage:
    """Return a client's message; raises BadMessage."""
    try:
        return _DECODER.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(
            f"{str(error)[:200]}. A message is a JSON object with one of these types: {_TYPES}; "
            "GET /api/protocol shows an example of each"
        ) from error


def encode(message: ServerMessage) -> str:
    """Return a message as the text that goes over the wire."""
    return _ENCODER.encode(message).decode()


__all__ = [
    "PROTOCOL_VERSION",
    "ClientMessage",
    "ServerMessage",
    "client",
    "decode",
    "encode",
    "server",
]
