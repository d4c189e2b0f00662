"""Games to look at again, by REST: what a replay holds."""

from __future__ import annotations

from typing import Generic

from msgspec import Struct

from gravitable.server.protocol.parts import RowKind, TableInfo
from gravitable.server.protocol.server import BoardT, EventT, ViewT


class Frame(Struct, Generic[ViewT, BoardT, EventT], frozen=True, kw_only=True, omit_defaults=True):
    """One row of a game's log, with what it led to."""

    version: int
    kind: RowKind
    seat: int | None
    actions: list[str]
    """The actions, where these eyes may know them; else empty."""
    at: int
    events: list[EventT]
    view: ViewT
    board: BoardT | None
    """The board, in the first frame and when it changed."""
    sentences: list[str] | None = None
    """The events in English, for games that have no board of their own in the browser."""
    by_clock: bool = False
    """Time had run out: played was what the person had put together, or a bot took the seat."""


class Replay(Struct, Generic[ViewT, BoardT, EventT], frozen=True, kw_only=True):
    """A game from its beginning, as certain eyes see it."""

    game: str
    table: TableInfo
    frames: list[Frame[ViewT, BoardT, EventT]]
