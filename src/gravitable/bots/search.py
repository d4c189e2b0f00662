"""The search bot: thinks until its budget is spent, in compiled code, and takes what it tried most."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.bots.base import UnknownBot, decision_rng, is_impatient
from gravitable.bots.kernels.tree import Tree, clear, edges_of, new_tree
from gravitable.bots.tuning import KNOBS, turned
from gravitable.core.chance import States, below
from gravitable.core.registry import rules_of

MAX_NODES = 1 << 17
"""Nodes of a search tree, at most: some 21 MB for each thread that searches."""

_FIRST_CHUNK = 16
_CHUNK_S = 0.004  # how long compiled code may run between two looks at the clock


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about one decision: iterations, or milliseconds."""

    iterations: int = 0
    milliseconds: int = 0

    @classmethod
    def read(cls, text: str) -> Budget:
        """Return the budget of a text such as ``2000`` or ``100ms``; raises UnknownBot."""
        match = re.fullmatch(r"(\d{1,9})(ms)?", text)
        if not match or int(match[1]) == 0:
            raise UnknownBot(
                f"{text!r} is no budget for a search; say iterations as in 'search:2000' or milliseconds as in "
                "'search:100ms', at least 1"
            )
        return cls(milliseconds=int(match[1])) if match[2] else cls(iterations=int(match[1]))

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.milliseconds else str(self.iterations)


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
    game: str, masked: States, seat: int, budget: Budget, seed: int, knobs: NDArray[Any] | None = None
) -> Tree:
    """Search a masked state and return the tree, good until this thread searches again."""
    kernel = import_module(f"gravitable.bots.kernels.{game}_search").search
    tree, rng = _TREES.get(), decision_rng(seed, masked, seat)
    work = np.zeros(4, masked.dtype)
    tuned = KNOBS[game] if knobs is None else knobs
    clear(tree)

    def run(iterations: int) -> None:
        kernel(tree, masked, work, iterations, tuned, rng)

    if budget.iterations:
        run(budget.iterations)
    else:
        _run_for(budget.milliseconds / 1000, run)
    return tree


def most_visited(tree: Tree, edges: list[int]) -> int:
    """Return the edge that was tried most, the better one when equal."""
    return max(edges, key=lambda edge: (tree.visits[edge], tree.reward[edge]))


def _run_for(seconds: float, run: Any) -> None:
    """Run chunks of iterations until the time is up, each about as long as we may overstay."""
    started = time.perf_counter()
    chunk, spent, done = _FIRST_CHUNK, 0.0, 0
    while True:
        run(chunk)
        done += chunk
        spent = time.perf_counter() - started
        per_iteration = spent / done
        left = seconds - spent
        if left < per_iteration:
            return
        chunk = max(1, min(4 * chunk, int(min(left, _CHUNK_S) / per_iteration)))


class SearchBot:
    """Information set Monte Carlo tree search, see ``docs/bots.md``."""

    def __init__(self, game: str, seed: int, budget: Budget, knobs: NDArray[Any] | None = None) -> None:
        self.spec = f"search:{budget}"
        self.game = game
        self.budget = budget
        self._seed = seed
        self._knobs = knobs
        self._rules = rules_of(game)
        self._concrete = import_module(f"gravitable.bots.kernels.{game}_doors").concrete_action

    @classmethod
    def read(cls, detail: str, game: str, seed: int) -> SearchBot:
        """Return the bot of a text such as ``100ms`` or ``2000,exploration=0.3``; raises UnknownBot."""
        budget, comma, settings = detail.partition(",")
        return cls(game, seed, Budget.read(budget), turned(game, settings) if comma else None)

    def choose(self, masked: States, seat: int) -> int:
        """Return the action that the search tried most."""
        actions = self._rules.legal(masked, seat)
        if len(actions) == 1:
            return actions[0]
        tree = grow(self.game, masked, seat, self.budget, self._seed, self._knobs)
        edge = (
            self._any_tried(tree, masked, seat)
            if is_impatient(masked)
            else most_visited(tree, edges_of(tree, 0, seat))
        )
        return int(self._concrete(masked, seat, int(tree.action[edge])))

    def _any_tried(self, tree: Tree, masked: States, seat: int) -> int:
        """Return one of the seat's actions, as often as the search tried it."""
        edges = edges_of(tree, 0, seat)
        lot = int(below(decision_rng(self._seed + 1, masked, seat), sum(int(tree.visits[e]) for e in edges)))
        for edge in edges:
            lot -= int(tree.visits[edge])
            if lot < 0:
                return edge
        return edges[-1]
