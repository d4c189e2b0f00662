"""Bots that think little: at random, at a glance, one step ahead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gravitable.bots.base import decision_rng, is_impatient
from gravitable.bots.minds import mind_of
from gravitable.core.chance import Rng, below
from gravitable.core.registry import rules_of
from gravitable.core.state import States

Chooser = Callable[[States, int, States, Rng], int]
_IMPATIENT_SLIPS = 25


class RandomBot:
    """Takes any legal action, each as likely."""

    def __init__(self, game: str, seed: int) -> None:
        self.spec = "random"
        self.game = game
        self._seed = seed
        self._rules = rules_of(game)

    def choose(self, masked: States, seat: int) -> int:
        """Return any legal action."""
        actions = self._rules.legal(masked, seat)
        return actions[int(below(decision_rng(self._seed, masked, seat), len(actions)))]


class GreedyBot:
    """Takes the action with the best immediate result; ``slips`` of a hundred decisions are made at random."""

    def __init__(self, game: str, seed: int, slips: int = 0) -> None:
        self.spec = "greedy" if not slips else f"greedy with {slips}% slips"
        self.game = game
        self._seed = seed
        self._slips = slips
        self._random = RandomBot(game, seed)
        self._kernel: Chooser = mind_of(game).kernel("greedy").choose

    def choose(self, masked: States, seat: int) -> int:
        """Return the greedy action, or now and then any."""
        rng = decision_rng(self._seed, masked, seat)
        slips = max(self._slips, _IMPATIENT_SLIPS) if is_impatient(masked) else self._slips
        if slips and below(rng, 100) < slips:
            return self._random.choose(masked, seat)
        work = np.zeros(3, masked.dtype)
        return int(self._kernel(masked, seat, work, rng))


class GlanceBot:
    """Takes what seems best at a glance, and errs as people do; see the game's ``glance`` kernel."""

    def __init__(self, game: str, seed: int, sight: int) -> None:
        self.spec = f"glance:{sight}"
        self.game = game
        self._seed = seed
        self._sight = sight
        self._random = RandomBot(game, seed)
        self._kernel = mind_of(game).kernel("glance").choose

    def choose(self, masked: States, seat: int) -> int:
        """Return what seems best, or anything once a game goes round in circles."""
        rng = decision_rng(self._seed, masked, seat)
        if is_impatient(masked) and below(rng, 100) < _IMPATIENT_SLIPS:
            return self._random.choose(masked, seat)
        return int(self._kernel(masked, seat, self._sight, rng))
