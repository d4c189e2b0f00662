"""``pong``: the answer to ``ping``."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import Shape

EXAMPLE: Final = {"type": "pong", "now": 1767225600000, "ref": "p9"}


class Pong(Shape):
    """The server is there; ``now`` is its time."""

    type: Literal["pong"] = "pong"
    now: int
    ref: str | None = None
