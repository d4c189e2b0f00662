"""When to stop a match: Wald's sequential probability ratio test.

A fixed number of games is too many when one bot is clearly better, and too few when they are close. This test looks
after every game at how much likelier the results are if the first bot is better by a margin than if it is not better
at all, and stops as soon as that is decided with the errors that were allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log

from gravitable.arena.standings import Share

UNDECIDED, BETTER, NOT_BETTER = "undecided", "better", "not better"


@dataclass(slots=True)
class Sprt:
    """A running test of "wins more than its even share" against "wins an even share at most".

    >>> test = Sprt(even=0.5, margin=0.1)
    >>> test.add_all([1.0] * 20)
    >>> test.verdict
    'better'
    """

    even: float
    """The share of wins of a bot that is as good as the others."""
    margin: float = 0.05
    error: float = 0.05
    """How often either verdict may be wrong, at most."""
    wins: float = field(default=0.0, init=False)
    games: int = field(default=0, init=False)

    def add(self, win: float) -> None:
        """Take in a game: 1 for a win, less when it was shared, 0 for a loss."""
        self.wins += win
        self.games += 1

    def add_all(self, wins: Iterable[float]) -> None:
        """Take in several games."""
        for win in wins:
            self.add(win)

    @property
    def evidence(self) -> float:
        """The logarithm of how much likelier the results are if the bot is better by the margin."""
        better = self.even + self.margin
        lost = self.games - self.wins
        return self.wins * log(better / self.even) + lost * log((1 - better) / (1 - self.even))

    @property
    def bound(self) -> float:
        """The evidence, in either direction, at which the test is decided."""
        return log((1 - self.error) / self.error)

    @property
    def verdict(self) -> str:
        """What the games say so far."""
        if self.evidence >= self.bound:
            return BETTER
        return NOT_BETTER if self.evidence <= -self.bound else UNDECIDED

    @property
    def share(self) -> Share:
        """The share of wins, with its interval."""
        return Share(self.wins, self.games)
