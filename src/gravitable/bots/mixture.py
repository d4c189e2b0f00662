"""Random choices where others choose at the same time, so that opponents cannot learn to predict the bot."""

from __future__ import annotations

import numpy as np

from gravitable.bots.kernels.duel import STEPS, payoffs, solve
from gravitable.bots.kernels.tree import N_PAIRED, Tree
from gravitable.bots.minds import mind_of
from gravitable.core.chance import Rng, below
from gravitable.core.state import States

_GUESSES = 48
_CRUMB_OF_DUEL = 0.05  # parts below this share of the largest are not played: they are noise
_CRUMB_OF_VISITS = 0.5
_LOTS = 1 << 24


def mixture(game: str, tree: Tree, masked: States, seat: int, edges: list[int], rng: Rng) -> list[float]:
    """Return how often each edge of the root should be played; empty where nobody else chooses at the same time.

    With two players that is an equilibrium of what the search saw come of each pair of choices. With more the search
    plays whatever it tried about as often as its favourite.
    """
    doors = mind_of(game).kernel("doors")
    choosers = int(doors.choosers(masked))
    if choosers < 2:
        return []
    if choosers > 2:
        return _without_crumbs([float(tree.visits[edge]) for edge in edges], _CRUMB_OF_VISITS)
    hands = np.zeros((_GUESSES, N_PAIRED))
    doors.guess_hands(masked, 1 - seat, rng, hands)
    mine = np.zeros(N_PAIRED)
    mine[[int(tree.action[edge]) for edge in edges]] = 1.0
    shares = solve(payoffs(tree.pairs[0], tree.pairs[1]), mine, hands, STEPS)
    return _without_crumbs([float(shares[tree.action[edge]]) for edge in edges], _CRUMB_OF_DUEL)


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
