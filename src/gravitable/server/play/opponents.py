"""The bots that may sit at a table, by level. Named levels only: nobody can ask for an hour of thinking."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from gravitable import bots
from gravitable.bots import UnknownBot
from gravitable.core.errors import suggest
from gravitable.core.game import Game
from gravitable.core.ready import is_ready
from gravitable.core.registry import package_of, packages
from gravitable.server.play.match import turn_complete

STAND_IN: Final = "level:3"
"""The bot that plays on for a person who left: quick, sensible, not too strong."""


class Offered(NamedTuple):
    """A bot as people are told about it."""

    title: str
    text: str
    face: str = ""
    """A picture of one character."""


_SIMPLE: Final = {
    "random": Offered("Random", "Plays random moves.", "🎲"),
    "greedy": Offered("Greedy", "Plays greedy moves."),
}
_ADAPTING: Final = {"even": Offered(bots.EVEN_NAME, bots.EVEN_DESCRIPTION, bots.EVEN_FACE)}


def offered(game: str) -> dict[str, Offered]:
    """Return the bots for a game, by what to ask for."""
    levels = {
        f"level:{level.number}": Offered(level.name, level.description, level.face)
        for level in bots.levels(game)
    }
    return levels | (_ADAPTING if package_of(game).bots else {}) | _SIMPLE


def check(spec: str, game: str) -> str:
    """Return a bot's name if it may sit at a table of the game; raises UnknownBot."""
    known = offered(game)
    if spec not in known:
        raise UnknownBot(f"there is no bot {spec!r} here; {suggest(spec, known)}")
    if is_ready(game):  # else it is being compiled, and plays as soon as it can
        bots.make(spec, game, seed=0)
    return spec


def is_steady(spec: str, game: str) -> bool:
    """Say whether a bot's play depends on nothing but its seed and what it sees: on no time to think."""
    plays = {f"level:{level.number}": level.bot for level in bots.levels(game)}
    return not plays.get(spec, spec).endswith("ms")


def thinks(spec: str) -> bool:
    """Say whether a bot needs more than the rules."""
    return spec != "random"


@cache
def title(spec: str, game: str) -> str:
    """Return what a bot is called at the table."""
    known = offered(game) if game in packages() else {}  # a table may outlive the package of its game
    return known[spec].title if spec in known else spec


def choose_turn(spec: str, game: Game, seat: int, *, whole_turn: bool, seed: int | None = None) -> list[str]:
    """Return the actions of a bot's next turn or choice. Slow: call it in a thread, with a game of its own.

    With a ``seed``, the choice follows from it and from what the seat sees.
    """
    bot = bots.make(spec, game.name, seed)
    actions: list[str] = []
    while not actions or (whole_turn and not turn_complete(game, seat)):
        action = bots.choose_action(bot, game, seat)
        game.advance(seat, action)
        actions.append(action)
    return actions
