"""Random choices where others choose at the same time, so that opponents cannot learn to predict the bot."""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.bots.kernels.duel import STEPS, payoffs, solve
from gravitable.bots.kernels.tree import N_PAIRED, Tree
from gravitable.bots.minds import mind_of
from gravitable.core.chance import Rng, below
from gravitable.core.state import States

_GUESSES = 48
_CRUMB_OF_DUEL = 0.05  # parts below this share of the largest are not played: they are noise
_CRUMB_OF_VISITS = 0.5
_NEAR = 0.02  # cards that brought less than the favourite by more than this are not played
_FEW = 3  # with so few cards every pair was tried often, and the table is to be trusted
_LOTS = 1 << 24


def mixture(game: str, tree: Tree, masked: States, seat: int, edges: list[int], rng: Rng) -> list[float]:
    """Return how often each edge of the root should be played; empty where nobody else chooses at the same time.

    With two players that is an equilibrium of what the search saw come of each pair of choices. With more the search
    plays whatever it tried about as often as its favourite. Pairs of many cards were tried seldom, so the table has
    faults, and an equilibrium finds them: what the search itself holds for clearly worse is left out.
    """
    doors = mind_of(game).kernel("doors")
    choosers = int(doors.choosers(masked))
    if choosers < 2:
        return []
    if choosers > 2:
        return _without_crumbs([float(tree.visits[edge]) for edge in edges], _CRUMB_OF_VISITS)
    shares = _equilibrium(doors, tree, masked, seat, edges, rng)
    if len(edges) > _FEW:
        shares = _without_worse(shares, tree, edges)
    return _without_crumbs(shares, _CRUMB_OF_DUEL)


def _equilibrium(
    doors: Any, tree: Tree, masked: States, seat: int, edges: list[int], rng: Rng
) -> list[float]:
    """Return how often to play each edge against a rival who knows it, by what came of each pair of choices."""
    hands = np.zeros((_GUESSES, N_PAIRED))
    doors.guess_hands(masked, 1 - seat, rng, hands)
    mine = np.zeros(N_PAIRED)
    mine[[int(tree.action[edge]) for edge in edges]] = 1.0
    shares = solve(payoffs(tree.pairs[0], tree.pairs[1]), mine, hands, STEPS)
    return [float(shares[tree.action[edge]]) for edge in edges]


def _without_worse(weights: list[float], tree: Tree, edges: list[int]) -> list[float]:
    """Return the weights of what the search holds for about as good as its favourite, and of the favourite."""
    means = [float(tree.reward[edge] / max(1, tree.visits[edge])) for edge in edges]
    favourite = max(range(len(edges)), key=lambda n: (tree.visits[edges[n]], means[n]))
    near = [
        weight if mean > means[favourite] - _NEAR else 0.0
        for weight, mean in zip(weights, means, strict=True)
    ]
    if sum(near) <= 0.0:
        near[favourite] = 1.0
    return near


def _without_crumbs(weights: list[float], least: float) -> list[float]:
    bound = least * max(weights)
    return [weight if weight >= bound else 0.0 for weight in weights]


def drawn(edges: list[int], weights: list[float], rng: Rng) -> int:
    """Return one of the edges, each as often as it weighs."""
    lot = int(below(rng, _LOTS)) / _LOTS * sum(weights)
    for edge, weight in zip(edges, weights, strict=True):
        lot -= weight
        if lot < 0:
            return edge
    return edges[-1]
