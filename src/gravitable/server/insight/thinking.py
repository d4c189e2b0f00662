"""What the process of low priority does for analyses: searches a position, or lets a bot choose.

Questions bring a position text. With all cards open the search sees everything, so that every step of its lines can be
played; asked as one seat, it gets the masked state of that seat and has to guess like a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from gravitable import bots
from gravitable.api import start_of
from gravitable.bots.analysis import analyse_known
from gravitable.core.chance import draw_secret
from gravitable.core.contract import Rules
from gravitable.core.events import NO_EVENTS
from gravitable.core.game import Game
from gravitable.core.package import package_of
from gravitable.core.state import States
from gravitable.reviews.judges import Judge, judge_for, mean_and_band
from gravitable.reviews.types import Step
from gravitable.server.protocol.analysis import AnalysisThought, ThoughtLine
from gravitable.server.protocol.server import LineStep

LEVELS: Final = (500, 2000, 8000)
"""Iterations of each search, one level after the other while somebody looks."""
PLAIN_LEVELS: Final = (10, 40, 120)
"""The same for a game in plain Python: random games for each figure and seed."""
SEEDS: Final = 3
SHOWN: Final = 3


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to know about a position."""

    position: str
    seat: int | None
    """Whose best actions to find; None: only everybody's chances."""
    eyes: int | None = None
    """As this seat could see it; None: with all cards open."""
    level: int = 0
    bot: str | None = None
    """Do not think: let this bot choose for the seat."""


class Stopped(Exception):
    """Nobody wants the answer any more."""


def thought(question: Question, is_wanted: Callable[[], bool]) -> AnalysisThought:
    """Return what the search thinks of a position; raises Stopped."""
    game = Game(*start_of(question.position, draw_secret()))
    rules, seat, is_open = game.rules, question.seat, question.eyes is None
    states = game.states if question.eyes is None else rules.mask(game.states, question.eyes)
    levels = PLAIN_LEVELS if package_of(game.name).bots is None else LEVELS
    budget = levels[question.level]
    judge = judge_for(rules, game.players, budget, SEEDS)
    mean, band = mean_and_band([judge.chances(states, seed) for seed in _seeds(is_wanted)])
    lines: list[ThoughtLine] = []
    if seat is not None and seat in game.to_act and question.eyes in (None, seat):
        found = analyse_known(game, states, seat, budget).prospects[:SHOWN]
        known = game.states if is_open else None
        lines = [_line(judge, rules, states, seat, one.action, known, is_wanted) for one in found]
    return AnalysisThought(
        iterations=budget,
        chances=[round(float(one), 4) for one in mean],
        bands=[round(float(one), 4) for one in band],
        lines=sorted(lines, key=lambda one: -one.chance),
    )


def _seeds(is_wanted: Callable[[], bool]) -> Iterator[int]:
    """Yield the seeds of a figure, and give up between two searches when nobody waits."""
    for seed in range(SEEDS):
        if not is_wanted():
            raise Stopped
        yield seed


def _line(
    judge: Judge,
    rules: Rules,
    states: States,
    seat: int,
    action: str,
    known: States | None,
    is_wanted: Callable[[], bool],
) -> ThoughtLine:
    number = rules.action_number(action)
    mean, band = mean_and_band([judge.after(states, seat, number, seed) for seed in _seeds(is_wanted)])
    steps: Sequence[Step] = judge.line(states, seat, number)
    if known is not None:
        steps = _playable(rules, known, seat, number, steps)
    return ThoughtLine(
        seat=seat,
        action=action,
        chance=round(float(np.clip(mean[seat], 0, 1)), 4),
        band=round(float(band[seat]), 4),
        line=[LineStep(step.seat, step.action, step.guess) for step in steps],
    )


def _playable(rules: Rules, states: States, seat: int, action: int, steps: Sequence[Step]) -> list[Step]:
    """Return the steps that can be played one after the other; a search lets those pick again who have picked."""
    work, found = states.copy(), list[Step]()
    rules.apply(work, seat, action, NO_EVENTS)
    for step in steps:
        if rules.chance_kind(work) is not None or rules.over(work):
            break
        if step.seat not in rules.to_act(work):
            continue
        number = rules.action_number(step.action)
        if number not in rules.legal(work, step.seat):
            break
        rules.apply(work, step.seat, number, NO_EVENTS)
        found.append(Step(step.seat, step.action, guess=False))
    return found


def move(question: Question) -> str:
    """Return what a bot plays for a seat, from what that seat may see."""
    game = Game(*start_of(question.position, draw_secret()))
    bot = bots.make(question.bot or "", game.name)
    return bots.choose_action(bot, game, question.seat or 0)
