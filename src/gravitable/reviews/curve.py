"""The curve: everybody's chance at each moment of a game, from the true state."""

from __future__ import annotations

from gravitable.core.chance import generator
from gravitable.core.copies import copied
from gravitable.core.events import NO_EVENTS
from gravitable.core.state import States
from gravitable.reviews.judges import Chances, Judge, mean_and_band
from gravitable.reviews.moments import Moment, Story
from gravitable.reviews.types import Kind, Point

DRAWS_PER_SEED = 4
"""How many outcomes of a chance event are drawn for each seed; each is searched once."""
START_DRAWS_PER_SEED = 24
"""The same for the start. Boards differ much more than deals (by 15 points in Superstar with two players), and what a
result is held against must not depend on the few that happened to be drawn."""


def shown(story: Story) -> list[Moment]:
    """Return the moments that are points of the curve: all but those between picks that are made at once."""
    return [moment for moment in story.moments if not moment.sealed]


def point_at(
    judge: Judge, story: Story, moment: Moment, *, budget: int | None = None, seeds: int = 0
) -> Point:
    """Return a point of the curve; ``budget`` and ``seeds``: for a first look with less than the reference."""
    seeds = seeds or judge.reference.seeds
    if moment.entry is None:
        chances, bands = story.result, (0.0,) * story.players
        return Point(moment.number, "end", chances, bands)
    mean, band = mean_and_band(_samples(judge, story, moment, budget, seeds))
    return Point(moment.number, _kind(story, moment), tuple(mean.tolist()), tuple(band.tolist()))


def _samples(judge: Judge, story: Story, moment: Moment, budget: int | None, seeds: int) -> list[Chances]:
    states = moment.states
    if story.rules.chance_kind(states) is None:
        return [judge.chances(states, seed, budget) for seed in range(seeds)]
    draws = seeds * (DRAWS_PER_SEED if moment.number else START_DRAWS_PER_SEED)
    drawn = (outcome(story, states, (story.salt << 16) + seed) for seed in range(draws))
    return [judge.chances(one, seed, budget) for seed, one in enumerate(drawn)]


def outcome(story: Story, states: States, seed: int) -> States:
    """Return a state after all that chance has to decide now, with a seed that has nothing to do with the game's."""
    drawn, rng = copied(states), generator(seed)
    while story.rules.chance_kind(drawn) is not None:
        story.rules.chance(drawn, story.options, rng, NO_EVENTS)
    return drawn


def _kind(story: Story, moment: Moment) -> Kind:
    if moment.number == 0:
        return "start"
    before = story.moments[moment.number - 1].entry
    return "chance" if before is not None and before.seat is None else "decision"
