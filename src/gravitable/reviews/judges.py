"""Who judges: the chances of everybody after an action, or as things stand, from searches of one size.

``SearchJudge`` asks the compiled search, ``PlayoutJudge`` plays out at random and needs nothing but the ``Rules``. Both
get the state as the seat that decides could see it, and only the curve is drawn from the true one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gravitable._version import __version__
from gravitable.bots import generic, make
from gravitable.bots.analysis import expected_line
from gravitable.bots.base import decision_rng
from gravitable.bots.engines import NEWEST, engine
from gravitable.bots.kernels.search_template import NO_ACTION
from gravitable.bots.kernels.tree import clear, edges_of, new_tree
from gravitable.bots.minds import mind_of
from gravitable.bots.search import Budget
from gravitable.core.chance import Rng
from gravitable.core.contract import Rules
from gravitable.core.events import NO_EVENTS
from gravitable.core.package import package_of
from gravitable.core.state import States
from gravitable.reviews.types import Reference, Step

Chances = NDArray[np.float64]
"""By seat."""

_WORTH_A_LOOK = 0.1
"""An action with this share of a search's visits and a better average than the favourite is tried too."""


class Judge(Protocol):
    """What a review asks of its reference."""

    reference: Reference

    def chances(self, states: States, seed: int, budget: int | None = None) -> Chances:
        """Return everybody's chance from a state as it is; ``budget``: for a first look with less."""

    def after(self, masked: States, seat: int, action: int, seed: int) -> Chances:
        """Return everybody's chance if a seat takes an action, from what it can know."""

    def line(self, masked: States, seat: int, action: int) -> tuple[Step, ...]:
        """Return what should follow an action that ``after`` was asked about last."""

    def challengers(self, masked: States, seat: int) -> list[int]:
        """Return the actions that may be the best ones."""


class SearchJudge:
    """Asks the search that ships."""

    def __init__(self, rules: Rules, players: int, budget: int, seeds: int) -> None:
        make("search", rules.name)  # compiles what is not compiled yet, and says so
        self.reference = Reference("search", NEWEST, __version__, budget, seeds)
        self._rules = rules
        self._engine = engine(rules.name)
        self._tree = new_tree(max(256, budget + 1))
        self._doors = mind_of(rules.name).kernel("doors")

    def chances(self, states: States, seed: int, budget: int | None = None) -> Chances:
        """Return everybody's chance from a state as it is."""
        clear(self._tree)
        rng = decision_rng(seed, states, 0)
        iterations = budget or self.reference.budget
        return self._engine.judge(self._tree, states, 0, NO_ACTION, iterations, rng)

    def after(self, masked: States, seat: int, action: int, seed: int) -> Chances:
        """Return everybody's chance if a seat takes an action."""
        clear(self._tree)
        rng = decision_rng(seed, masked, seat)
        return self._engine.judge(self._tree, masked, seat, action, self.reference.budget, rng)

    def line(self, masked: States, seat: int, action: int) -> tuple[Step, ...]:
        """Return what the last search of ``after`` expects to follow."""
        steps = expected_line(self._rules, self._tree, masked, seat, action)
        return tuple(Step(step.seat, step.action, step.is_guess) for step in steps)

    def challengers(self, masked: States, seat: int) -> list[int]:
        """Return the favourites of two searches, and what looks better on average."""
        found: Counter[int] = Counter()
        for seed in (-1, -2):
            clear(self._tree)
            rng = decision_rng(seed, masked, seat)
            self._engine.runner(self._tree, masked, seat, rng)(self.reference.budget)
            found.update(self._favourites(seat))
        concrete = self._doors.concrete_action
        return list(dict.fromkeys(int(concrete(masked, seat, action)) for action, _ in found.most_common(2)))

    def _favourites(self, seat: int) -> list[int]:
        tree = self._tree
        edges = edges_of(tree, 0, seat)
        least = _WORTH_A_LOOK * sum(int(tree.visits[edge]) for edge in edges)
        known = [edge for edge in edges if tree.visits[edge] >= max(1.0, least)]
        most = max(edges, key=lambda edge: int(tree.visits[edge]))
        best = max(known or edges, key=lambda edge: float(tree.reward[edge]) / max(1, int(tree.visits[edge])))
        return [int(tree.action[edge]) for edge in (most, best)]


class PlayoutJudge:
    """Plays out at random, for games that bring no search of their own."""

    def __init__(self, rules: Rules, players: int, budget: int, seeds: int) -> None:
        self.reference = Reference("playouts", 1, __version__, budget, seeds)
        self._rules = rules
        self._players = players

    def chances(self, states: States, seed: int, budget: int | None = None) -> Chances:
        """Return everybody's chance from a state as it is."""
        rng = decision_rng(seed, states, 0)
        return self._mean((states.copy() for _ in range(budget or self.reference.budget)), rng)

    def after(self, masked: States, seat: int, action: int, seed: int) -> Chances:
        """Return everybody's chance if a seat takes an action."""
        rng, begun = decision_rng(seed, masked, seat), []
        for _ in range(self.reference.budget):
            states = self._rules.determinize(masked, rng)
            self._rules.apply(states, seat, action, NO_EVENTS)
            begun.append(states)
        return self._mean(begun, rng)

    def _mean(self, begun: Iterable[States], rng: Rng) -> Chances:
        """Play out all these games and return everybody's share of the wins."""
        rows = [generic.shares_of(self._rules, states, self._players, rng) for states in begun]
        mean: Chances = np.mean(rows, axis=0)
        return mean

    def line(self, masked: States, seat: int, action: int) -> tuple[Step, ...]:
        """Return nothing: random games are no expectation."""
        return ()

    def challengers(self, masked: States, seat: int) -> list[int]:
        """Return the two actions that a search of one decision tries most."""
        budget = Budget(iterations=4 * self.reference.budget)
        found = generic.explore(self._rules, masked, seat, budget, decision_rng(-1, masked, seat))
        return [prospect.action for prospect in found[:2]]


def judge_for(rules: Rules, players: int, budget: int, seeds: int) -> Judge:
    """Return the judge of a game."""
    if package_of(rules.name).bots is None:
        return PlayoutJudge(rules, players, budget, seeds)
    return SearchJudge(rules, players, budget, seeds)


def mean_and_band(samples: Sequence[Chances]) -> tuple[Chances, Chances]:
    """Return the average of some figures, and its standard error; unknown, and so zero, for a single one."""
    rows = np.array(samples)
    if len(rows) == 1:
        return rows[0], np.zeros_like(rows[0])
    return rows.mean(axis=0), rows.std(axis=0, ddof=1) / np.sqrt(len(rows))
