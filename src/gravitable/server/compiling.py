"""At the first start on a machine the bots are still being compiled while people already play."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

_LOOK_S: Final = 0.2


class Compiling(Protocol):
    """What compiles behind the server."""

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""

    def are_ready(self, game: str) -> bool:
        """Say whether the bots of a game can play."""


async def until_ready(compiling: Compiling | None, game: str) -> None:
    """Wait until a search can be asked: to compile it here as well would keep the server from answering anybody."""
    while compiling is not None and not compiling.are_ready(game):
        await asyncio.sleep(_LOOK_S)
