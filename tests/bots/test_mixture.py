"""Choices made at the same time as others': drawn from a mixture that is as good as the exact one."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import gravitable
from bots.endings import Floats, endings, game_value, guarantee, table
from bots.habits import gains
from gravitable import bots
from gravitable.bots.base import decision_rng
from gravitable.bots.kernels.duel import payoffs, solve
from gravitable.bots.kernels.tree import edges_of
from gravitable.bots.mixture import mixture
from gravitable.bots.search import Budget, grow
from gravitable.core.registry import rules_of
from gravitable.core.state import States

RULES = rules_of("gravwell")


def strategy(states: States, iterations: int) -> Floats:
    """Return how often seat 0 plays each of its cards, in the order of its legal actions."""
    masked, cards = RULES.mask(states, 0), RULES.legal(states, 0)
    tree = grow("gravwell", masked, 0, Budget(iterations=iterations), 1)
    edges = edges_of(tree, 0, 0)
    weights = mixture("gravwell", tree, masked, 0, edges, decision_rng(1, masked, 0))
    shares = np.zeros(len(cards))
    for edge, weight in zip(edges, weights, strict=True):
        shares[cards.index(int(tree.action[edge]))] = weight / sum(weights)
    return shares


def test_in_solved_endings_the_mixture_guarantees_what_can_be_guaranteed() -> None:
    """The last choice of a game, where only a mixture is right: within two points of the exact solution."""
    tried = 0
    for states in islice(endings(movement=5, seed=3), 2000):
        payoff = table(states)
        exact = game_value(payoff)
        if payoff.min(axis=1).max() > exact - 1e-6:
            continue  # one card is enough here
        assert guarantee(payoff, strategy(states, 4000)) > exact - 0.02
        tried += 1
        if tried == 10:
            return
    raise AssertionError("too few endings that need a mixture")


def test_with_many_cards_none_is_played_that_the_search_holds_for_worse() -> None:
    """The table of pairs has faults where pairs were tried seldom; what is drawn is as good as the favourite."""
    mixed = 0
    for seed in range(12):
        game = gravitable.new("gravwell", players=2, seed=seed)
        while game.view(0)["phase"] != "pick":
            game.play(game.to_act[0], game.legal(game.to_act[0])[0])
        masked = game.rules.mask(game.states, 0)
        tree = grow("gravwell", masked, 0, Budget(iterations=2000), 1)
        edges = edges_of(tree, 0, 0)
        weights = mixture("gravwell", tree, masked, 0, edges, decision_rng(1, masked, 0))
        best = max(edges, key=lambda edge: tree.visits[edge])
        for edge, weight in zip(edges, weights, strict=True):
            if weight:
                assert tree.reward[edge] / tree.visits[edge] > tree.reward[best] / tree.visits[best] - 0.0201
        mixed += sum(weight > 0 for weight in weights) > 1
    assert mixed >= 3


def test_rock_paper_scissors_and_a_loaded_penny() -> None:
    everything = np.ones((1, 3))
    rock = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    assert np.allclose(solve(rock, everything[0], everything, 2000), 1 / 3, atol=0.02)
    penny = np.array([[1.0, 0.0, 0.5], [0.0, 0.25, 0.5], [0.0, 0.0, 0.0]])
    allowed, hands = np.array([1.0, 1.0, 0.0]), np.array([[1.0, 1.0, 0.0]])
    assert np.allclose(solve(penny, allowed, hands, 5000), [0.2, 0.8, 0.0], atol=0.02)


def test_pairs_that_were_never_tried_lean_on_their_averages() -> None:
    rewards, times = np.zeros((2, 2)), np.zeros((2, 2))
    rewards[0, 0], times[0, 0], times[1, 1] = 10.0, 10.0, 10.0
    guessed = payoffs(rewards, times)
    assert guessed[0, 0] > 0.9
    assert guessed[1, 1] < 0.1
    assert 0.3 < guessed[0, 1] < 0.7


def test_different_seeds_pick_differently_where_it_matters() -> None:
    states = next(s for s in endings(5, seed=3) if _needs_a_mixture(s))
    masked = RULES.mask(states, 0)
    picks = {bots.make("search:400", "gravwell", seed).choose(masked, 0) for seed in range(30)}
    assert len(picks) == 2
    assert len({bots.make("search@1:400", "gravwell", 5).choose(masked, 0) for _ in range(3)}) == 1


def _needs_a_mixture(states: States) -> bool:
    payoff = table(states)
    return 0.4 < game_value(payoff) < 0.6 and payoff.min(axis=1).max() < 0.1


@pytest.mark.parametrize("players", [2, 4])
def test_who_picks_last_thinks_about_those_who_have_picked(players: int) -> None:
    game = gravitable.new("gravwell", players=players, seed=5)
    while game.view(0)["phase"] != "pick":
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    while len(game.to_act) > 1:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    seat = game.to_act[0]
    tree = grow("gravwell", game.rules.mask(game.states, seat), seat, Budget(iterations=200), 1)
    assert all(len(edges_of(tree, 0, other)) >= 6 for other in range(players))


def test_a_rival_who_learns_habits_gains_against_the_old_search_only() -> None:
    assert gains("search@1:300", games=200, n_endings=10).mean() > 0.25
    assert gains("search:300", games=400, n_endings=10).mean() < 0.12
