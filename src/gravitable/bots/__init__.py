"""Opponents: bots for every game, by name or by level.

>>> import gravitable
>>> from gravitable import bots
>>> game = gravitable.new("superstar", players=2, seed=1)
>>> bot = bots.make("greedy", "superstar", seed=1)
>>> seat = game.to_act[0]
>>> bots.choose_action(bot, game, seat) in game.legal(seat)
True
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace

from gravitable.bots import generic
from gravitable.bots.base import Bot, UnknownBot
from gravitable.bots.search import Budget, SearchBot
from gravitable.bots.simple import GreedyBot, RandomBot
from gravitable.core.chance import generator
from gravitable.core.contract import Rules
from gravitable.core.errors import NotYourTurn, suggest
from gravitable.core.events import NO_EVENTS
from gravitable.core.game import Game
from gravitable.core.jit import compile_once
from gravitable.core.registry import package_of, rules_of

__all__ = ["LEVELS", "Bot", "Level", "UnknownBot", "choose_action", "levels", "make"]

KNOWN = ("random", "greedy", "search", "search:100ms", "search:2000", *(f"level:{n}" for n in range(1, 6)))
"""What ``make`` takes, by example."""

DEFAULT_BUDGET = "100ms"


@dataclass(frozen=True, slots=True)
class Level:
    """A strength for people to choose."""

    number: int
    name: str
    description: str
    bot: str
    """What plays at this level."""


LEVELS = (
    Level(1, "Stardust", "Drifts about without a plan; a child will beat it.", "random"),
    Level(2, "Pebble", "Takes what lies in front of it, when it happens to look.", "greedy:55"),
    Level(3, "Comet", "Always takes the most it can get right now, and never thinks further.", "greedy"),
    Level(4, "Giant", "Thinks a few moves ahead, yours included.", "search:40"),
    Level(5, "Black Hole", "The best we have, with a second to think; few stars escape it.", "search:1000ms"),
)


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels that a game offers; raises UnknownGame."""
    if package_of(game).bots is None:
        return tuple(replace(level, bot=bot) for level, bot in zip(LEVELS, generic.PLAYS, strict=True))
    return LEVELS


def make(spec: str, game: str, seed: int | None = None) -> Bot:
    """Return a bot for a game.

    ``spec`` is ``random``, ``greedy``, ``greedy:30`` (of a hundred choices 30 are made at random), ``search`` (a
    tenth of a second a decision), ``search:250ms``, ``search:2000`` (iterations; behind that, knobs may follow, as
    in ``search:2000,exploration=0.3``), or ``level:1`` to ``level:5``. With the same seed, and no budget in
    milliseconds, a bot always chooses the same in the same situation. Raises UnknownBot or UnknownGame.
    """
    rules = rules_of(game)
    if package_of(game).bots is None:
        return generic.make(spec, game, seed)
    bot = _built(spec, game, int.from_bytes(os.urandom(8), "big") if seed is None else seed)
    if spec != "random":
        compile_once("bots", f"the bots of {rules.title}", lambda: _use_everything(rules))
    return bot


def _built(spec: str, game: str, seed: int) -> Bot:
    name, colon, detail = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    if name == "level":
        return _built(_of_level(detail), game, seed)
    if name == "search":
        return SearchBot.read(detail if colon else DEFAULT_BUDGET, game, seed)
    if name == "greedy" and re.fullmatch(r"[1-9]\d?", detail):
        return GreedyBot(game, seed, slips=int(detail))
    if spec == "greedy":
        return GreedyBot(game, seed)
    if spec == "random":
        return RandomBot(game, seed)
    raise UnknownBot(f"there is no bot {spec!r}; {suggest(str(spec), KNOWN)}")


def _of_level(number: str) -> str:
    """Return what plays at a level."""
    for level in LEVELS:
        if number == str(level.number):
            return level.bot
    raise UnknownBot(f"there is no level {number!r}; levels go from 1 to {len(LEVELS)}, as in 'level:3'")


def _use_everything(rules: Rules) -> None:
    """Let each bot choose once, so that all of them are compiled."""
    states = rules.start(rules.min_players, rules.settle(rules.min_players, {}))
    rules.chance(states, rules.settle(rules.min_players, {}), generator(1), NO_EVENTS)
    seat = rules.to_act(states)[0]
    masked = rules.mask(states, seat)
    GreedyBot(rules.name, 0).choose(masked, seat)
    SearchBot(rules.name, 0, Budget(iterations=8)).choose(masked, seat)


def choose_action(bot: Bot, game: Game, seat: int) -> str:
    """Return what a bot plays for a seat of a running game, having shown it only what that seat may see."""
    if seat not in game.to_act:
        raise NotYourTurn(f"seat {seat} is not to act; the game waits for {game.to_act}", game.to_act)
    action = bot.choose(game.rules.mask(game.states, seat), seat)
    return game.rules.action_text(action)
