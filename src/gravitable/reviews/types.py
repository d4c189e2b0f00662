"""What a review tells, as types; ``docs/review.md`` has the definitions.

All chances are shares of a win from 0 to 1. A *band* is one standard error of the figure beside it, from the spread
between searches that differ in nothing but their seed.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from gravitable.core.gains import Gain

FORMAT = 1
"""Raised when a stored review no longer means the same."""

Verdict = Literal["none", "inaccuracy", "mistake", "blunder", "cannot-tell"]
"""``none``: as good as the best. ``cannot-tell``: it looks worse, but by no more than twice the uncertainty."""
Kind = Literal["start", "chance", "decision", "end"]
Stage = Literal["curve", "decisions", "done"]


class Reference(msgspec.Struct, frozen=True):
    """Who judges: one bot with one budget for every figure of a review, since budgets must never be mixed."""

    bot: str
    """Such as ``search``."""
    version: int
    """The version of that bot."""
    program: str
    """The version of gravitable, which the network comes with."""
    budget: int
    """Iterations of each search."""
    seeds: int
    """Searches for each figure."""


class Point(msgspec.Struct, frozen=True):
    """The chances of all seats at one moment. No point lies between picks that are made at the same time."""

    entry: int
    """How many entries of the log were played: ``gravitable.replay(record, until=entry)`` leads there."""
    kind: Kind
    """What led there."""
    chances: tuple[float, ...]
    """By seat, one in all."""
    bands: tuple[float, ...]


class Step(msgspec.Struct, frozen=True, gc=False):
    """One choice of an expected line."""

    seat: int
    action: str
    guess: bool
    """It is somebody else's, so which card they use may be made up."""


class Option(msgspec.Struct, frozen=True):
    """An action, and what to expect of it as its seat could know."""

    action: str
    chance: float
    """For the seat that decides."""
    band: float
    chances: tuple[float, ...]
    """For all seats."""
    line: tuple[Step, ...]
    """What the reference expects to follow; often short, where much is hidden."""


class Decision(msgspec.Struct, frozen=True):
    """One decision, judged by what the seat could know."""

    entry: int
    """Its place in the log: ``gravitable.replay(record, until=entry)`` is the moment before it."""
    point: int
    """The number of the last point of the curve before it."""
    seat: int
    taken: Option
    best: Option
    """The same as ``taken`` where nothing better was found."""
    loss: float
    """The chance of the best action minus that of the one taken; never below zero."""
    uncertainty: float
    """One standard error of the loss."""
    verdict: Verdict
    gives: tuple[float, ...]
    """What the choice gave or cost each seat: the chances after the action taken minus those after the best.

    For the seat itself ``-loss``; where nothing better was found, what noise left over, mostly above zero: on average
    that takes back what noise made of other decisions.
    """
    gains: tuple[Gain, ...] = ()
    """What the better one brings, in things of the game."""
    text: str = ""
    """The same as an English sentence."""


class Swing(msgspec.Struct, frozen=True, gc=False):
    """The largest change of a seat's chance from one point of the curve to the next."""

    point: int
    """The number of the later point."""
    change: float


class SeatReview(msgspec.Struct, frozen=True):
    """Where a seat's result came from: ``own + others + chance`` is exactly ``result - start``."""

    seat: int
    start: float
    """The chance before anything had happened."""
    own: float
    """What the own choices cost: at most zero, but for noise."""
    others: float
    """What others' choices gave or cost."""
    chance: float
    """What is left: deals, and everything hidden that came out better or worse than could be known."""
    result: float
    """1 for the only winner, shared by several, else 0."""
    accuracy: float
    """From 0 to 100, by the average loss; see the definition in docs/review.md."""
    decisions: int
    """How many of its decisions were judged: those with more than one action to choose from."""
    inaccuracies: int
    mistakes: int
    blunders: int
    swing: Swing | None

    @property
    def luck(self) -> float:
        """Another name for ``chance``."""
        return self.chance


class Progress(msgspec.Struct, frozen=True, gc=False):
    """How far a review has come, in searches."""

    stage: Stage
    done: int
    total: int


class Review(msgspec.Struct, frozen=True):
    """A review, whole (``progress.stage`` is ``done``) or in the making.

    In the making, ``seats`` is empty and ``decisions`` has those judged so far. The curve of stage ``curve`` is a first
    look with few iterations; from stage ``decisions`` on it is the final one. Store none but whole reviews.
    """

    format: int
    game: str
    rules: int
    players: int
    reference: Reference
    progress: Progress
    result: tuple[float, ...]
    curve: tuple[Point, ...]
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]

    @property
    def done(self) -> bool:
        """Whether this is the whole review."""
        return self.progress.stage == "done"

    @property
    def key_moments(self) -> tuple[Decision, ...]:
        """The decisions with a verdict of their own, the most expensive first."""
        told = [one for one in self.decisions if one.verdict not in ("none", "cannot-tell")]
        return tuple(sorted(told, key=lambda one: -one.loss))

    def to_json(self) -> dict[str, Any]:
        """Return the review as JSON-able data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


_REVIEWS: Final = msgspec.json.Decoder(Review)


def read_review(text: str | bytes) -> Review:
    """Return a stored review; raises msgspec.ValidationError for anything else."""
    return _REVIEWS.decode(text)
