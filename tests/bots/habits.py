"""A rival who learns habits: it counts what a bot picks in a position, and answers the most likely pick best.

    PYTHONPATH=tests python -m bots.habits            # 2,000 games against each version of the search

It meets the same endings of Gravwell (solved ones, where only a mixture is safe) again and again, the bot with a new
seed each time. Its gain is what it wins beyond the exact value of these endings: nothing, against a perfect mixture.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from bots.endings import RULES, Floats, endings, game_value, table
from gravitable import bots
from gravitable.core.state import States


@dataclass(slots=True)
class Ending:
    """An ending, its exact table for the bot (seat 0), and how often the bot has picked each of its cards."""

    states: States
    payoff: Floats
    seen: Floats

    def play(self, spec: str, seed: int) -> float:
        """Let the bot pick and the rival answer by habit; return what the rival won beyond the exact value."""
        answer = int(np.argmin(self.seen @ self.payoff))
        masked, cards = RULES.mask(self.states, 0), RULES.legal(self.states, 0)
        pick = cards.index(bots.make(spec, "gravwell", seed).choose(masked, 0))
        self.seen[pick] += 1
        return game_value(self.payoff) - float(self.payoff[pick, answer])


def readable_endings(count: int, seed: int = 3) -> list[Ending]:
    """Return endings in which any single card can be answered."""
    found = []
    for states in endings(movement=5, seed=seed):
        payoff = table(states)
        if payoff.min(axis=1).max() < game_value(payoff) - 0.1:
            found.append(Ending(states, payoff, np.ones(len(payoff))))
            if len(found) == count:
                return found
    raise AssertionError


def gains(spec: str, games: int, n_endings: int = 20) -> Floats:
    """Return the rival's gain in each game."""
    tables = readable_endings(n_endings)
    return np.array([tables[game % n_endings].play(spec, seed=game) for game in range(games)])


def main() -> None:
    """Print the gains against both versions."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for spec in ("search@1:1000", "search:1000"):
        won = gains(spec, games)
        reach = 196 * won.std(ddof=1) / np.sqrt(games)
        print(f"{spec}: the rival gains {100 * won.mean():.1f} points (±{reach:.1f}) over {games} games")


if __name__ == "__main__":
    main()
