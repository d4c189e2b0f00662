"""Where each seat's result came from, and a line to remember: accuracy and the largest swing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from typing import Final

from gravitable.reviews.types import Decision, Point, SeatReview, Swing

SEVERITY: Final = 4.0
"""A decision that cost ``x`` of a win counts as ``exp(-4x)`` accurate: 82% for 5 points, 67% for 10, 45% for 20."""


def seat_reviews(
    result: Sequence[float], curve: Sequence[Point], decisions: Sequence[Decision]
) -> tuple[SeatReview, ...]:
    """Return the reviews of all seats, in their order."""
    return tuple(_seat(seat, share, curve, decisions) for seat, share in enumerate(result))


def _seat(seat: int, result: float, curve: Sequence[Point], decisions: Sequence[Decision]) -> SeatReview:
    start = curve[0].chances[seat]
    mine = [one for one in decisions if one.seat == seat]
    own = sum(one.gives[seat] for one in mine)
    others = sum(one.gives[seat] for one in decisions if one.seat != seat)
    verdicts = [one.verdict for one in mine]
    return SeatReview(
        seat=seat,
        start=start,
        own=own,
        others=others,
        chance=result - start - own - others,
        result=result,
        accuracy=accuracy([one.loss for one in mine]),
        decisions=len(mine),
        inaccuracies=verdicts.count("inaccuracy"),
        mistakes=verdicts.count("mistake"),
        blunders=verdicts.count("blunder"),
        swing=_swing(seat, curve),
    )


def accuracy(losses: Sequence[float]) -> float:
    """Return from 0 to 100 how accurate decisions with these losses are; 100 for none.

    >>> round(accuracy([0.0, 0.1]), 1)
    83.5
    """
    return 100.0 * sum(exp(-SEVERITY * loss) for loss in losses) / len(losses) if losses else 100.0


def _swing(seat: int, curve: Sequence[Point]) -> Swing | None:
    changes = [
        Swing(number, now.chances[seat] - before.chances[seat])
        for number, (before, now) in enumerate(pairwise(curve), 1)
    ]
    return max(changes, key=lambda swing: abs(swing.change), default=None)
