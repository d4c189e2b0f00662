"""A decision, judged by what the seat could know: the action taken against the best one, with equal effort for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from gravitable.core.state import States
from gravitable.reviews.judges import Chances, Judge, mean_and_band
from gravitable.reviews.moments import Moment, Story
from gravitable.reviews.sentences import gains_of, sentence
from gravitable.reviews.types import Decision, Option, Step, Verdict

THRESHOLDS: Final[tuple[tuple[float, Verdict], ...]] = (
    (0.20, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)
"""What a decision is called, by the smallest loss for each word, the largest first."""
SURE: Final = 2.0
"""A loss must be larger than so many times its uncertainty to be called one."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An action with the chances that each seed's search gave it."""

    action: int
    samples: list[Chances]
    line: tuple[Step, ...]

    def mean(self, seat: int, without: int | None = None) -> float:
        """Return a seat's chance, by all seeds or all but one."""
        return float(np.mean([one[seat] for seed, one in enumerate(self.samples) if seed != without]))


def judged(judge: Judge, story: Story, moment: Moment, point: int) -> Decision | None:
    """Return what to think of a decision; None where there was nothing to choose."""
    entry, rules = moment.entry, story.rules
    if entry is None or entry.seat is None:
        return None
    seat, action = entry.seat, rules.action_number(entry.action)
    masked = rules.mask(moment.states, seat)
    if len(rules.legal(masked, seat)) < 2:
        return None
    others = [one for one in judge.challengers(masked, seat) if one != action]
    tried = [_tried(judge, masked, seat, one) for one in (action, *others)]
    return _decision(story, moment, masked, seat, point, tried[0], best_of(tried, seat))


def best_of(tried: list[Tried], seat: int) -> Tried:
    """Return the best of the actions, with the chances of the best: each seed values what all the *others* chose.

    The largest of several noisy figures is too large, so among equally good actions the one taken would always seem to
    have cost something. A seed that had no say in the choice does not know which way the noise went.
    """
    seeds = range(len(tried[0].samples))
    chosen = [max(tried, key=lambda one: one.mean(seat, without=seed)) for seed in seeds]
    best = max(tried, key=lambda one: one.mean(seat))  # the first of equals: the one taken
    return Tried(best.action, [one.samples[seed] for seed, one in enumerate(chosen)], best.line)


def _tried(judge: Judge, masked: States, seat: int, action: int) -> Tried:
    samples = [judge.after(masked, seat, action, seed) for seed in range(judge.reference.seeds)]
    return Tried(action, samples, judge.line(masked, seat, action))


def _decision(
    story: Story, moment: Moment, masked: States, seat: int, point: int, taken: Tried, best: Tried
) -> Decision:
    differences = [a - b for a, b in zip(taken.samples, best.samples, strict=True)]
    gives, bands = mean_and_band(differences)
    loss, uncertainty = max(0.0, -float(gives[seat])), float(bands[seat])
    if not loss or best.action == taken.action:  # nothing was seen to be better
        loss, best = 0.0, taken
    gains = (
        gains_of(story.rules, masked, seat, (taken.action, taken.line), (best.action, best.line))
        if loss
        else ()
    )
    decision = Decision(
        entry=moment.number,
        point=point,
        seat=seat,
        taken=_option(story, taken, seat),
        best=_option(story, best, seat),
        loss=loss,
        uncertainty=uncertainty,
        verdict=verdict_of(loss, uncertainty),
        gives=tuple(gives.tolist()),
        gains=gains,
    )
    return msgspec.structs.replace(decision, text=sentence(story.rules, decision))


def _option(story: Story, tried: Tried, seat: int) -> Option:
    mean, band = mean_and_band(tried.samples)
    return Option(
        story.rules.action_text(tried.action),
        float(mean[seat]),
        float(band[seat]),
        tuple(mean.tolist()),
        tried.line,
    )


def verdict_of(loss: float, uncertainty: float) -> Verdict:
    """Return what a decision is called that cost so much.

    >>> verdict_of(0.12, 0.01), verdict_of(0.12, 0.07), verdict_of(0.04, 0.001)
    ('mistake', 'cannot-tell', 'none')
    """
    for least, verdict in THRESHOLDS:
        if loss >= least:
            return verdict if loss > SURE * uncertainty else "cannot-tell"
    return "none"
