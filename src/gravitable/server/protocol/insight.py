"""What is told about finished games afterwards, by REST: reviews, and single moments with what could have been played.

Views, boards, events and previews are those of the game, as in ``server``.
"""

from __future__ import annotations

from typing import Generic, Literal

from msgspec import Struct

from gravitable.reviews.types import Review
from gravitable.server.protocol.server import BoardT, EventT, PreviewT, ViewT


class ReviewAnswer(Struct, frozen=True, kw_only=True):
    """How far a review is, and what there is of it."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    """``none``: nobody has asked for it, or whoever did took it back."""
    position: int = 0
    """While it waits: its place in the queue, from 1."""
    done: int = 0
    total: int = 0
    """How many steps are made, and of how many; 0 as long as nobody knows."""
    mine: bool = False
    """You asked for it, and may cancel it while it waits or is made."""
    review: Review | None = None
    """Whole, or as far as it has come; left out while there is nothing new."""


class Moment(Struct, Generic[ViewT, BoardT, PreviewT], frozen=True, kw_only=True):
    """A moment of a finished game, as the seat that had to decide could see it."""

    game: str
    table: str
    entry: int
    """How many entries of the log were played."""
    version: int
    """The newest version of the game that lies before it."""
    seat: int
    taken: str
    """What the seat really played."""
    legal: list[str]
    previews: list[PreviewT]
    """One for each of ``legal``, in the same order."""
    view: ViewT
    board: BoardT


class LineFrame(Struct, Generic[ViewT, BoardT, EventT], frozen=True, kw_only=True):
    """One step of an expected line, for one guess at what is hidden."""

    seat: int
    action: str
    guess: bool
    """It is somebody else's, so which card they use may be made up."""
    events: list[EventT]
    view: ViewT
    """The table after it, through the eyes of the seat that decided."""
    board: BoardT | None
    """The board, if the step changed it."""


class Line(Struct, Generic[ViewT, BoardT, EventT], frozen=True, kw_only=True):
    """What the reference expects after an action, step by step; the action itself comes first."""

    game: str
    frames: list[LineFrame[ViewT, BoardT, EventT]]


class TrialAnswer(Struct, frozen=True, kw_only=True):
    """What the reference thinks of an action that somebody would have played instead."""

    action: str
    chance: float
    band: float
    """One standard error of it."""
    loss: float
    """The chance of the best action minus this one's; not below zero."""
    uncertainty: float
    """One standard error of the loss."""
    verdict: Literal["none", "inaccuracy", "mistake", "blunder", "cannot-tell"]
