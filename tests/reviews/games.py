"""Finished games to review, quickly made."""

from __future__ import annotations

from functools import cache
from typing import Any

import gravitable
from gravitable import bots

BUDGET = 24
"""Small, so that a whole review takes a second."""
CASES = (("superstar", 2), ("superstar", 4), ("gravwell", 1), ("gravwell", 2), ("gravwell", 4))


@cache
def finished(name: str, players: int, bot: str = "greedy:30", seed: int = 5) -> gravitable.Game:
    """Return a game that bots have played to its end."""
    options: dict[str, Any] = {"rounds": 12} if name == "superstar" else {}
    game = gravitable.new(name, players=players, seed=seed, **options)
    minds = [bots.make(bot, name, seed=seed + seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.advance(seat, bots.choose_action(minds[seat], game, seat))
    return game


@cache
def reviewed(name: str, players: int) -> gravitable.Review:
    """Return the review of such a game."""
    return gravitable.review(finished(name, players).record(), budget=BUDGET)
