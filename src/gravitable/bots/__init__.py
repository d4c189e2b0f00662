"""Opponents: bots for every game, by name or by level, and your own.

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
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gravitable.bots import generic, own
from gravitable.bots.base import Bot, BotFailed, UnknownBot
from gravitable.bots.engines import read_version
from gravitable.bots.minds import mind_of
from gravitable.bots.own import OwnBot
from gravitable.bots.search import Budget, EvenBot, SearchBot
from gravitable.bots.simple import GlanceBot, GreedyBot, RandomBot
from gravitable.core.chance import generator
from gravitable.core.contract import Rules
from gravitable.core.errors import NotYourTurn, suggest
from gravitable.core.events import NO_EVENTS
from gravitable.core.game import Game
from gravitable.core.jit import compile_once
from gravitable.core.ready import what_bots_compile
from gravitable.core.registry import package_of, rules_of

__all__ = ["Bot", "BotFailed", "Level", "OwnBot", "UnknownBot", "choose_action", "levels", "make", "make_any"]

KNOWN = (
    "random",
    "glance:3",
    "greedy",
    "search",
    "search:100ms",
    "search:100cpu-ms",
    "search:2000",
    "search@1:2000",
    "even",
    *(f"level:{n}" for n in range(1, 6)),
)
"""What ``make`` takes, by example."""

_QUICK = {"glance": "glance:1", "greedy": "greedy", "search": "search:8", "search@1": "search@1:8"}
"""The bots that are compiled apart from each other, each with one that hardly thinks."""
DEFAULT_BUDGET = "100ms"
EVEN_ITERATIONS = 400
EVEN_NAME = "Twin"
EVEN_DESCRIPTION = (
    "Adapts to you: plays its best while it is behind, and keeps the game open while it is ahead."
)
EVEN_FACE = "♊"
"""The bot ``even`` as people are told about it; it is no level, and says so."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength for people to choose."""

    number: int
    name: str
    description: str
    face: str
    """A picture of one character."""
    bot: str
    """What plays at this level."""


_PEOPLE = (
    (1, "Stardust", "Takes what catches its eye and looks no further.", "✨"),
    (2, "Pebble", "Sees most of what one move brings, but little of what comes after it.", "🌑"),
    (3, "Comet", "Quick and sensible: weighs its moves, and does not brood over them.", "☄"),
    (4, "Giant", "Thinks a few moves ahead, yours included.", "🪐"),
    (5, "Black Hole", "The best we have, with a second to think; little escapes it.", "⚫"),
)


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels that a game offers; raises UnknownGame."""
    plays = generic.PLAYS if package_of(game).bots is None else mind_of(game).levels
    return tuple(Level(*person, bot) for person, bot in zip(_PEOPLE, plays, strict=True))


def make(spec: str, game: str, seed: int | None = None) -> Bot:
    """Return a bot for a game.

    ``spec`` is ``random``, ``glance:3`` (errs like people; a larger number sees farther), ``greedy``, ``greedy:30``
    (of a hundred choices 30 are made at random), ``search`` (a tenth of a second a decision, on average over a
    game), ``search:250ms``, ``search:at-most-250ms`` (the longest decision), ``search:100cpu-ms`` (processor time,
    the same on a busy machine), ``search:2000`` (iterations; behind that, knobs may follow, as in
    ``search:2000,exploration=0.3``), ``search@1`` (the search before it learned, with the same budgets), ``even``
    (keeps the game open), or ``level:1`` to ``level:5``. With the same seed, and no budget in milliseconds, a bot
    always chooses the same in the same situation. Raises UnknownBot or UnknownGame.
    """
    rules = rules_of(game)
    if package_of(game).bots is None:
        return generic.make(spec, game, seed)
    bot = _built(spec, game, int.from_bytes(os.urandom(8), "big") if seed is None else seed)
    if spec != "random":
        _compile(_kind(spec, game), rules)
    return bot


def _built(spec: str, game: str, seed: int) -> Bot:
    name, colon, detail = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    if name == "level":
        return _built(_of_level(detail, game), game, seed)
    if name.partition("@")[0] == "search":
        return SearchBot.read(detail if colon else DEFAULT_BUDGET, game, seed, read_version(name))
    if name == "glance" and re.fullmatch(r"[1-9]", detail):
        return GlanceBot(game, seed, sight=int(detail))
    if spec == "even":
        return EvenBot(game, seed, Budget(iterations=EVEN_ITERATIONS))
    if name == "greedy" and re.fullmatch(r"[1-9]\d?", detail):
        return GreedyBot(game, seed, slips=int(detail))
    if spec == "greedy":
        return GreedyBot(game, seed)
    if spec == "random":
        return RandomBot(game, seed)
    raise UnknownBot(f"there is no bot {spec!r}; {suggest(str(spec), KNOWN)}")


def _of_level(number: str, game: str) -> str:
    """Return what plays at a level."""
    for level in levels(game):
        if number == str(level.number):
            return level.bot
    raise UnknownBot(
        f"there is no level {number!r}; levels go from 1 to {len(levels(game))}, as in 'level:3'"
    )


def _kind(spec: str, game: str) -> str:
    """Return which of the bots that have to be compiled plays for a name that ``make`` takes."""
    name, _, detail = spec.partition(":")
    if name == "level":
        return _kind(_of_level(detail, game), game)
    return name if name in _QUICK else "search"


def _compile(kind: str, rules: Rules) -> None:
    """Compile all bots that people meet at the levels of a game at once; any other one when it is asked for."""
    package = package_of(rules.name)
    met = {_kind(level.bot, rules.name) for level in levels(rules.name)}
    if kind in met:
        compile_once(*what_bots_compile(package), lambda: _use(met, rules))
    else:
        compile_once("bots", f"the bot {kind} of {package.title}", lambda: _use({kind}, rules))


def _use(kinds: set[str], rules: Rules) -> None:
    """Let a bot of each kind choose once, so that all of it is compiled."""
    states = rules.start(rules.min_players, rules.settle(rules.min_players, {}))
    rules.chance(states, rules.settle(rules.min_players, {}), generator(1), NO_EVENTS)
    seat = rules.to_act(states)[0]
    masked = rules.mask(states, seat)
    for kind in sorted(kinds):
        _built(_QUICK[kind], rules.name, 0).choose(masked, seat)


def make_any(bot: Any, game: str, seed: int | None = None, seat: int = 0) -> Bot | OwnBot:
    """Return a bot of ours, or one of your own: ``my_bots:First``, the class ``First`` itself, or an object.

    What is named is imported, from the current folder too, so never call this with a text that came over a network.
    Raises UnknownBot, UnknownGame or BotFailed.
    """
    if isinstance(bot, str) and not own.is_own(bot):
        return make(bot, game, seed)
    number = int.from_bytes(os.urandom(8), "big") if seed is None else seed
    maker, spec = (own.load(bot), bot) if isinstance(bot, str) else (bot, None)
    return own.make(maker, rules_of(game).name, number, seat, spec)


def choose_action(bot: Bot | OwnBot, game: Game, seat: int) -> str:
    """Return what a bot plays for a seat of a running game, having shown it only what that seat may see.

    Raises NotYourTurn, UnknownBot for a bot of another game, and BotFailed when a bot of your own fails.
    """
    return ask(bot, game, seat)()


def ask(bot: Bot | OwnBot, game: Game, seat: int) -> Callable[[], str]:
    """Return a function that lets a bot choose; everything that it is shown is made before, so that it can be timed."""
    if seat not in game.to_act:
        raise NotYourTurn(f"seat {seat} is not to act; the game waits for {game.to_act}", game.to_act)
    if getattr(bot, "game", game.name) != game.name:
        raise UnknownBot(f"this bot was made for {bot.game}, not for {game.name}; make one for each game")
    if isinstance(bot, OwnBot):
        asked, shown = bot, own.shown_at(game, seat, bot.wishes)
        return lambda: asked.answer(game.rules, shown)
    kernels, masked = bot, game.rules.mask(game.states, seat)
    return lambda: game.rules.action_text(kernels.choose(masked, seat))
