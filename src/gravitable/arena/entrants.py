"""The bots of a tournament: ours by their names, other people's as ``module:Class``, or classes that are at hand.

A plan names its bots by texts, so that it can be written down and played anywhere. A class that was given to
``gravitable.arena.run`` has no text that would lead to it, so it is kept here, and plays in this process alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from gravitable.bots import Bot, OwnBot, UnknownBot, make_any, own
from gravitable.bots.search import Budget, SearchBot
from gravitable.core.game import Game
from gravitable.core.registry import rules_of

_AT_HAND: Final[dict[str, Any]] = {}
_WARM: Final[set[tuple[str, str]]] = set()


def make_entrant(spec: str, game: str, seed: int, seat: int = 0) -> Bot | OwnBot:
    """Return a bot for a tournament; raises UnknownBot or BotFailed."""
    if spec in _AT_HAND:
        return own.make(_AT_HAND[spec], rules_of(game).name, seed, seat, spec)
    return make_any(spec, game, seed, seat)


@contextmanager
def at_hand(bots: Sequence[Any]) -> Iterator[list[str]]:
    """Let classes and objects take part under their names while this lasts, and return what all bots are called."""
    given = {own.name_of(bot): bot for bot in bots if not isinstance(bot, str)}
    if len(given) != sum(not isinstance(bot, str) for bot in bots):
        raise UnknownBot("two bots have the same name; give their classes names of their own")
    _AT_HAND.update(given)
    try:
        yield [bot if isinstance(bot, str) else own.name_of(bot) for bot in bots]
    finally:
        for name in given:
            del _AT_HAND[name]


def warm_up(spec: str, bot: Bot | OwnBot, game: Game) -> None:
    """Load what a bot's first choice in a process would load, so that nobody's thinking time counts it."""
    if (game.name, spec) in _WARM or not game.to_act:
        return
    _WARM.add((game.name, spec))
    seat = game.to_act[0]
    if isinstance(bot, OwnBot):
        own.shown_at(game, seat, bot.wishes)
    elif isinstance(bot, SearchBot):  # the same kernels, without the same budget
        SearchBot(game.name, 0, Budget(iterations=8), bot.engine).choose(
            game.rules.mask(game.states, seat), seat
        )
    else:
        bot.choose(game.rules.mask(game.states, seat), seat)
