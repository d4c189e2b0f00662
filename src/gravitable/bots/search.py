"""The search bot: thinks until its budget is spent, in compiled code, and takes what it tried most."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, replace
from typing import Any

from gravitable.bots.base import UnknownBot, decision_rng, is_impatient
from gravitable.bots.engines import NEWEST, Engine, engine
from gravitable.bots.kernels.tree import Tree, clear, edges_of, new_tree
from gravitable.bots.minds import Pace, mind_of
from gravitable.bots.mixture import drawn, mixture
from gravitable.core.registry import rules_of
from gravitable.core.state import States

MAX_NODES = 1 << 17
"""Nodes of a search tree, at most: some 21 MB for each thread that searches."""

_KNOWN = 0.02  # an action is known well enough if it was tried this often, as a share of the most tried one
_FIRST_CHUNK = 16
_CHUNK_S = 0.004  # how long compiled code may run between two looks at the clock


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about one decision: iterations, or milliseconds.

    A bot takes milliseconds as the average over a game, and spends them where they count (``Mind.pace``).
    """

    iterations: int = 0
    milliseconds: int = 0
    of_processor: bool = False
    """Whether the milliseconds are those that the processor works for the thinking thread, not those of the clock.

    So a match on a busy machine means what it would mean on a quiet one.
    """
    is_longest: bool = False
    """Whether no decision may take longer, as people want it; else the milliseconds are the average."""

    @classmethod
    def read(cls, text: str) -> Budget:
        """Return the budget of a text such as ``2000``, ``100ms`` or ``at-most-100cpu-ms``; raises UnknownBot."""
        match = re.fullmatch(r"(at-most-)?(\d{1,9})((?:cpu-)?ms)?", text)
        if not match or int(match[2]) == 0 or (match[1] and not match[3]):
            raise UnknownBot(
                f"{text!r} is no budget for a search; say iterations as in 'search:2000', milliseconds as in "
                "'search:100ms', of processor time as in 'search:100cpu-ms' or for the longest decision as in "
                "'search:at-most-100ms', at least 1"
            )
        if not match[3]:
            return cls(iterations=int(match[2]))
        return cls(0, int(match[2]), of_processor=match[3] == "cpu-ms", is_longest=bool(match[1]))

    def clock(self) -> float:
        """Return the time in seconds by which the milliseconds are counted, from any beginning."""
        return time.thread_time() if self.of_processor else time.perf_counter()

    def at(self, pace: Pace) -> Budget:
        """Return what of this budget goes to one decision; iterations stay what they are."""
        if not self.milliseconds:
            return self
        times = pace.now / pace.longest if self.is_longest else pace.now
        return replace(self, milliseconds=max(1, round(times * self.milliseconds)), is_longest=False)

    def __str__(self) -> str:
        if not self.milliseconds:
            return str(self.iterations)
        unit = "cpu-ms" if self.of_processor else "ms"
        return f"{'at-most-' if self.is_longest else ''}{self.milliseconds}{unit}"


class _Trees(threading.local):
    """One tree for each thread: bots share it, since each clears it before it thinks."""

    def __init__(self) -> None:
        self.tree: Tree | None = None

    def get(self) -> Tree:
        if self.tree is None:
            self.tree = new_tree(MAX_NODES)
        return self.tree


_TREES = _Trees()


def grow(
    game: str, masked: States, seat: int, budget: Budget, seed: int, thinker: Engine | None = None
) -> Tree:
    """Search a masked state and return the tree, good until this thread searches again."""
    tree, rng = _TREES.get(), decision_rng(seed, masked, seat)
    run = (thinker or engine(game)).runner(tree, masked, seat, rng)
    clear(tree)
    if budget.iterations:
        run(budget.iterations)
    else:
        run_for(budget, run)
    return tree


def most_visited(tree: Tree, edges: list[int]) -> int:
    """Return the edge that was tried most, the better one when equal."""
    return max(edges, key=lambda edge: (tree.visits[edge], tree.reward[edge]))


def run_for(budget: Budget, run: Any) -> None:
    """Run chunks of iterations until the time is up, each about as long as the time may be exceeded."""
    started = budget.clock()
    chunk, spent, done = _FIRST_CHUNK, 0.0, 0
    while True:
        run(chunk)
        done += chunk
        spent = budget.clock() - started
        per_iteration = spent / done
        left = budget.milliseconds / 1000 - spent
        if left < per_iteration:
            return
        chunk = max(1, min(4 * chunk, int(min(left, _CHUNK_S) / per_iteration)))


class SearchBot:
    """Information set Monte Carlo tree search, see ``docs/bots.md``."""

    def __init__(self, game: str, seed: int, budget: Budget, thinker: Engine | None = None) -> None:
        self.engine = thinker or engine(game)
        self.spec = f"{self.engine.name}:{budget}"
        self.game = game
        self.budget = budget
        self._seed = seed
        self._rules = rules_of(game)
        self._concrete = mind_of(game).kernel("doors").concrete_action
        self._pace = mind_of(game).pace

    @classmethod
    def read(cls, detail: str, game: str, seed: int, version: int = NEWEST) -> SearchBot:
        """Return the bot of a text such as ``100ms`` or ``2000,exploration=0.3``; raises UnknownBot."""
        budget, comma, settings = detail.partition(",")
        if comma and not settings:
            raise UnknownBot(f"{detail!r}: a comma takes a knob behind it, as in '2000,exploration=0.3'")
        return cls(game, seed, Budget.read(budget), engine(game, version, settings))

    def choose(self, masked: States, seat: int) -> int:
        """Return the action that the search tried most."""
        actions = self._rules.legal(masked, seat)
        if len(actions) == 1:
            return actions[0]
        tree = grow(self.game, masked, seat, self.budget_for(masked), self._seed, self.engine)
        edge = self._chosen(tree, masked, seat)
        return int(self._concrete(masked, seat, int(tree.action[edge])))

    def budget_for(self, masked: States) -> Budget:
        """Return how long to think about this decision, given what to spend on average."""
        return self.budget.at(self._pace(masked)) if self.engine.paces else self.budget

    def _chosen(self, tree: Tree, masked: States, seat: int) -> int:
        """Return the edge to play."""
        edges = edges_of(tree, 0, seat)
        rng = decision_rng(self._seed + 1, masked, seat)
        if is_impatient(masked):
            return drawn(edges, [float(tree.visits[edge]) for edge in edges], rng)
        weights = mixture(self.game, tree, masked, seat, edges, rng) if self.engine.mixes else []
        return drawn(edges, weights, rng) if weights else most_visited(tree, edges)


class EvenBot(SearchBot):
    """Keeps the game open: plays its best while it is behind, and gives way while it is ahead.

    Ahead, it looks at many actions, good and bad, and takes the one that leaves its chance nearest to an even share.
    """

    def __init__(self, game: str, seed: int, budget: Budget) -> None:
        super().__init__(game, seed, budget)
        self.spec = "even"
        self._curious = engine(game, settings=mind_of(game).curious)

    def _chosen(self, tree: Tree, masked: States, seat: int) -> int:
        even = 1.0 / max(2, int(masked["players"][0]))
        best = most_visited(tree, edges_of(tree, 0, seat))
        if _mean(tree, best) <= even:
            return super()._chosen(tree, masked, seat)
        tree = grow(self.game, masked, seat, self.budget, self._seed, self._curious)  # in the same arrays
        edges = edges_of(tree, 0, seat)
        least = _KNOWN * max(int(tree.visits[edge]) for edge in edges)
        known = [edge for edge in edges if tree.visits[edge] >= least]
        return min(known, key=lambda edge: abs(_mean(tree, edge) - even))


def _mean(tree: Tree, edge: int) -> float:
    return float(tree.reward[edge] / max(1, tree.visits[edge]))
