"""How far the levels are apart, in matches of two players: ``PYTHONPATH=tests python -m bots.ladder superstar 100``.

Level 5 thinks for a number of iterations, not for a second, so that a busy machine changes nothing.
"""

from __future__ import annotations

import sys
from typing import Final

from gravitable import bots
from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.arena.standings import Share, Standing, standings

AIM: Final = {"superstar": (0.70, 0.85), "gravwell": (0.58, 1.0)}
"""How often a level shall beat the one below; luck weighs more in Gravwell."""

LEVELS: Final = (2, 3, 4, 5)


TOP: Final = "search:20000"
"""A quarter or so of what level 5 does in its second on a free core."""


def spec(game: str, level: int, top: str = TOP) -> str:
    """Return what plays at a level, with another budget for the highest."""
    return top if level == 5 else bots.levels(game)[level - 1].bot


def match(game: str, strong: str, weak: str, games: int, seed: int = 1) -> Standing:
    """Return how one bot does against another."""
    plan = Plan.make(game, [strong, weak], players=2, games=games, seed=seed, options={})
    table = standings(plan.bots, [play_game(plan, index) for index in range(games)])
    return next(row for row in table if row.bot == strong)


def is_off(game: str, share: Share) -> bool:
    """Say whether the whole 95% interval lies outside the aim."""
    low, high = share.interval
    least, most = AIM[game]
    return high < least or low > most


def main(game: str, games: int) -> None:
    """Play the whole ladder and print it."""
    for level in LEVELS:
        row = match(game, spec(game, level), spec(game, level - 1), games)
        verdict = "off" if is_off(game, row.wins) else "fine"
        print(f"{game}, {level} against {level - 1}: {row.wins} of {games} games, {verdict}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
