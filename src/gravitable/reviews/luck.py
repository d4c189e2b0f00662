"""The luck of what chance decided in a game, as a correction that is zero on average whatever the players do.

For each event: the chance after what came, minus the average after other outcomes of the same event, drawn
independently. Both sides are judged alike, by a judge that was fixed before any game was seen; so taking the sum off
a result changes its spread and not its mean (Zinkevich and others 2006, Burch and others 2018).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gravitable.core.contract import Json
from gravitable.core.state import States
from gravitable.reviews.curve import outcome
from gravitable.reviews.judges import Chances, Judge, judge_for
from gravitable.reviews.moments import Moment, Story, story_of

BUDGET: Final = 200
DRAWS: Final = 12
"""How many other outcomes are drawn for each event."""


def luck_of(record: Json, seed: int) -> tuple[float, ...]:
    """Return how lucky each seat was, in shares of a win; ``seed`` draws the other outcomes."""
    story = story_of(record)
    judge = judge_for(story.rules, story.players, BUDGET, 2)
    total = np.zeros(story.players)
    for moment, after in _events(story):
        total += _luck(judge, story, moment, after, seed)
    return tuple(total.tolist())


def _events(story: Story) -> list[tuple[Moment, Moment]]:
    """Return the moments before and after everything that chance decided in one go."""
    found, before = [], None
    for moment in story.moments:
        is_due = moment.entry is not None and moment.entry.seat is None
        if is_due:
            before = before or moment
        elif before is not None:
            found.append((before, moment))
            before = None
    return found


def _luck(judge: Judge, story: Story, before: Moment, after: Moment, seed: int) -> Chances:
    first = (seed << 16) + before.number * DRAWS
    others = [outcome(story, before.states, first + draw) for draw in range(DRAWS)]
    usual = np.mean([_chances(judge, story, one, seed) for one in others], axis=0)
    luck: Chances = _chances(judge, story, after.states, seed) - usual
    return luck


def _chances(judge: Judge, story: Story, states: States, seed: int) -> Chances:
    """Return the chances of a state that chance led to; the game may be over by it."""
    if story.rules.over(states):
        winners = story.rules.result(states)["winners"]
        return np.array([1 / len(winners) if seat in winners else 0.0 for seat in range(story.players)])
    return judge.chances(states, seed)
