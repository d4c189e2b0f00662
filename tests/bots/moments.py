"""Moments of games for the tests of the bots."""

from __future__ import annotations

from collections.abc import Iterator

import gravitable
from gravitable import bots
from gravitable.core.chance import generator
from gravitable.core.game import Game


def positions(name: str, players: int, every: int) -> Iterator[Game]:
    """Return moments of a game between careless players."""
    game = gravitable.new(
        name, players=players, seed=players, **({"rounds": 30} if name == "superstar" else {})
    )
    bot = bots.make("greedy:60", name, seed=5)
    decisions = 0
    while not game.over and decisions < 90:
        seat = game.to_act[-1]  # so that in Gravwell the first seat sees that others have picked already
        if decisions % every == 0:
            yield game
        game.play(seat, bots.choose_action(bot, game, seat))
        decisions += 1


def other_world(game: Game, seat: int, seed: int) -> Game:
    """Return the game as it might also be, for all that the seat knows."""
    twin = game.copy()
    hidden = game.rules.determinize(game.rules.mask(game.states, seat), generator(seed))
    twin.states[:] = hidden
    return twin
