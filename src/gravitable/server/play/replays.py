"""Games shown again, step by step: sent in pieces, so that a long game takes no more memory than a short.

The text is one JSON document, ``Replay`` of the protocol. Its pieces are made while they are sent, a few steps at a
time in a thread, so that only the person who asked waits. Finished games that fit are kept for the next request.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Final

import msgspec

from gravitable.server.play.match import Match
from gravitable.server.play.records import frames
from gravitable.server.protocol.parts import TableInfo

STEPS: Final = 10
"""How many steps one piece has at most."""
MAX_KEPT: Final = 2_000_000
"""How many bytes of a replay are kept at most."""
MAX_ALL_KEPT: Final = 32_000_000
"""How many bytes of all replays are kept at most."""

_ENCODER: Final = msgspec.json.Encoder()
_Key = tuple[str, int]


class Replays:
    """Makes replays, and keeps some of finished games."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, list[bytes]] = OrderedDict()
        self.size = 0
        """How many bytes are kept."""

    async def pieces(self, match: Match, info: TableInfo, eyes: int) -> AsyncIterator[bytes]:
        """Yield a replay's text for the eyes of a seat, SPECTATOR or EVERYTHING."""
        yield _beginning(match.game.name, info)
        key = (match.terms.table_id, eyes)
        if kept := self._kept.get(key):
            self._kept.move_to_end(key)
            for piece in kept:
                yield piece
        else:
            async for piece in self._new_pieces(match, eyes, key):
                yield piece
        yield b"]}"

    async def _new_pieces(self, match: Match, eyes: int, key: _Key) -> AsyncIterator[bytes]:
        made: list[bytes] = []
        size = 0
        steps = _texts(match, eyes)
        while piece := await asyncio.to_thread(lambda: b"".join(islice(steps, STEPS))):
            size += len(piece)
            made = [*made, piece] if match.over and size <= MAX_KEPT else []
            yield piece
        if made and size <= MAX_KEPT:
            self._keep(key, made, size)

    def _keep(self, key: _Key, made: list[bytes], size: int) -> None:
        if key not in self._kept:
            self._kept[key] = made
            self.size += size
        while self.size > MAX_ALL_KEPT:
            _, oldest = self._kept.popitem(last=False)
            self.size -= sum(map(len, oldest))


def _beginning(game: str, info: TableInfo) -> bytes:
    return b'{"game":' + _ENCODER.encode(game) + b',"table":' + _ENCODER.encode(info) + b',"frames":['


def _texts(match: Match, eyes: int) -> Iterator[bytes]:
    """Yield each step's text, with the comma before it."""
    for number, frame in enumerate(frames(match, eyes)):
        yield (b"," if number else b"") + _ENCODER.encode(frame)
