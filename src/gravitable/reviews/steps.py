"""A whole review, step by step: first a rough curve, then the curve, then decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from gravitable.core.contract import Json
from gravitable.core.errors import BadOption
from gravitable.core.package import package_of
from gravitable.reviews.curve import point_at, shown
from gravitable.reviews.decisions import judged
from gravitable.reviews.judges import Judge, judge_for
from gravitable.reviews.moments import Story, story_of
from gravitable.reviews.seats import seat_reviews
from gravitable.reviews.types import FORMAT, Decision, Point, Progress, Review, Stage

BUDGET: Final = 1000
"""Iterations of each search, when nobody says otherwise."""
PLAIN_BUDGET: Final = 30
"""The same for a game in plain Python: random games for each figure and seed."""
SEEDS: Final = 4
MAX_BUDGET: Final = 1_000_000
_FIRST_LOOK: Final = 50
_FIRST_SEEDS: Final = 2


def review(record: Json | str | bytes, budget: int | None = None, *, seeds: int = SEEDS) -> Review:
    """Return a review of a finished game: who could have done better where, and where each result came from.

    ``budget``: the iterations of each search; every figure is the average of ``seeds`` of them. All definitions are in
    ``docs/review.md``. Raises UnfinishedGame, BadOption for a budget of nothing, and what ``gravitable.replay`` raises.

    >>> import gravitable
    >>> from gravitable import bots
    >>> game = gravitable.new("gravwell", players=2, seed=1)
    >>> bot = bots.make("random", "gravwell", seed=1)
    >>> while not game.over:
    ...     seat = game.to_act[0]
    ...     _ = game.play(seat, bots.choose_action(bot, game, seat))
    >>> found = gravitable.review(game.record(), budget=5)
    >>> first = found.seats[0]
    >>> abs(first.own + first.others + first.chance - (first.result - first.start)) < 1e-9
    True
    """
    *_, last = review_steps(record, budget, seeds=seeds)
    return last


def review_steps(
    record: Json | str | bytes, budget: int | None = None, *, seeds: int = SEEDS
) -> Iterator[Review]:
    """Yield a review in the making, again and again, and at last the whole one (``done``).

    The first has a rough curve and comes after a second or so. Leave the loop at any time to cancel. The record is
    checked before the first is yielded: see ``review`` for what is raised.
    """
    story = story_of(record)
    size = checked_budget(story.rules.name, budget)
    if isinstance(seeds, bool) or not isinstance(seeds, int) or not 2 <= seeds <= 64:
        raise BadOption(f"seeds is a whole number from 2 to 64, not {seeds!r}: the spread needs at least two")
    return _Making(story, judge_for(story.rules, story.players, size, seeds)).steps()


def checked_budget(game: str, budget: int | None) -> int:
    """Return the budget to use; raises BadOption for one that is none."""
    if budget is None:
        return PLAIN_BUDGET if package_of(game).bots is None else BUDGET
    if isinstance(budget, bool) or not isinstance(budget, int) or not 1 <= budget <= MAX_BUDGET:
        raise BadOption(f"a budget is a number of iterations from 1 to {MAX_BUDGET}, not {budget!r}")
    return budget


class _Making:
    """A review in the making."""

    def __init__(self, story: Story, judge: Judge) -> None:
        self._story = story
        self._judge = judge
        self._moments = shown(story)
        self._to_judge = [
            moment for moment in story.moments if moment.entry and moment.entry.seat is not None
        ]
        self._curve: list[Point] = []
        self._decisions: list[Decision] = []
        self._done = 0

    def steps(self) -> Iterator[Review]:
        """Yield the review again and again."""
        self._curve = [
            point_at(self._judge, self._story, moment, budget=self._first_look(), seeds=_FIRST_SEEDS)
            for moment in self._moments
        ]
        yield self._review("curve")
        exact: list[Point] = []
        for moment in self._moments:
            exact.append(point_at(self._judge, self._story, moment))
            self._done += 1
            yield self._review("curve")
        self._curve = exact
        for moment in self._to_judge:
            found = judged(self._judge, self._story, moment, self._point_before(moment.number))
            self._decisions += [found] if found else []
            self._done += 1
            yield self._review("decisions")
        seats = seat_reviews(self._story.result, self._curve, self._decisions)
        yield msgspec.structs.replace(self._review("done"), seats=seats)

    def _first_look(self) -> int:
        return min(_FIRST_LOOK, self._judge.reference.budget)

    def _point_before(self, entry: int) -> int:
        """Return the number of the last point that is not behind an entry of the log."""
        return max(number for number, point in enumerate(self._curve) if point.entry <= entry)

    def _review(self, stage: Stage) -> Review:
        story, judge = self._story, self._judge
        total = len(self._moments) + len(self._to_judge)
        return Review(
            format=FORMAT,
            game=story.rules.name,
            rules=story.rules.version,
            players=story.players,
            reference=judge.reference,
            progress=Progress(stage, self._done, total),
            result=story.result,
            curve=tuple(self._curve),
            seats=(),
            decisions=tuple(self._decisions),
        )
