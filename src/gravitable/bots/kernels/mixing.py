"""Choosing where others choose at the same time: regret matching, so that nobody can read what will be picked.

Each seat keeps, for each of its actions, how much better it would have done with it (regret, never below zero), and
plays every action as often as it is regretted. The average of all strategies so far goes toward an equilibrium; that
average is the mixture to play from. What the actions not taken would have brought is estimated from their own averages
(Schmid et al. 2019), which needs far fewer iterations than weighing by how seldom an action was taken alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.bots.kernels.tree import (
    DEEPEST,
    ITERATIONS,
    NO_EDGE,
    PATH_LENGTH,
    Tree,
)
from gravitable.core.bits import count_bits
from gravitable.core.chance import Rng, next32
from gravitable.core.jit import kernel

EXPLORING = 0.15
"""Share of choices in the tree that are spread evenly, so that every action goes on being known."""

_UNIT = 1.0 / 2**32


@kernel
def untried(tree: Tree, node: int, seat: int, actions: int) -> int:
    """Return the actions of a seat that have no edge at a node yet."""
    edge = np.int64(tree.first_edge[node])
    while edge != NO_EDGE:
        if tree.seat[edge] == seat:
            actions &= ~(np.int64(1) << tree.action[edge])
        edge = np.int64(tree.next_edge[edge])
    return actions


@kernel
def _is_open(tree: Tree, edge: int, seat: int, actions: int) -> bool:
    return tree.seat[edge] == seat and actions >> np.int64(tree.action[edge]) & 1 == 1


@kernel
def total_regret(tree: Tree, node: int, seat: int, actions: int) -> float:
    """Return the regrets of all of a seat's actions together."""
    total, edge = 0.0, np.int64(tree.first_edge[node])
    while edge != NO_EDGE:
        if _is_open(tree, edge, seat, actions):
            total += np.float64(tree.regret[edge])
        edge = np.int64(tree.next_edge[edge])
    return total


@kernel
def _share(tree: Tree, edge: int, total: float, count: int) -> float:
    """Return how often the strategy of the moment plays an action."""
    return np.float64(tree.regret[edge]) / total if total > 0.0 else 1.0 / count


@kernel
def draw(tree: Tree, node: int, seat: int, actions: int, rng: Rng) -> int:
    """Choose an edge by the strategy of the moment and note it on the path; every action must have an edge."""
    count, total = count_bits(actions), total_regret(tree, node, seat, actions)
    lot = next32(rng) * _UNIT
    chosen, chance = np.int64(NO_EDGE), 1.0
    edge = np.int64(tree.first_edge[node])
    while edge != NO_EDGE:
        if _is_open(tree, edge, seat, actions):
            share = _share(tree, edge, total, count)
            tree.mixture[edge] += np.float32(share)
            likely = (1.0 - EXPLORING) * share + EXPLORING / count
            if lot >= 0.0:
                chosen, chance = edge, likely
            lot -= likely
        edge = np.int64(tree.next_edge[edge])
    length = tree.counts[PATH_LENGTH]
    tree.path[length] = chosen
    tree.path_node[length] = node
    tree.path_actions[length] = actions
    tree.path_chance[length] = chance
    tree.counts[PATH_LENGTH] = length + 1
    return chosen


@kernel
def _mean(tree: Tree, edge: int) -> float:
    return tree.reward[edge] / tree.visits[edge] if tree.visits[edge] else 0.5


@kernel
def _regret(tree: Tree, place: int, reward: float) -> None:
    """Let the actions of one choice on the path learn what the one taken brought."""
    taken, node = np.int64(tree.path[place]), np.int64(tree.path_node[place])
    seat, actions = np.int64(tree.seat[taken]), tree.path_actions[place]
    count, total = count_bits(actions), total_regret(tree, node, seat, actions)
    surplus = (reward - _mean(tree, taken)) / tree.path_chance[place]
    expected, edge = 0.0, np.int64(tree.first_edge[node])
    while edge != NO_EDGE:
        if _is_open(tree, edge, seat, actions):
            value = _mean(tree, edge) + (surplus if edge == taken else 0.0)
            expected += _share(tree, edge, total, count) * value
        edge = np.int64(tree.next_edge[edge])
    edge = np.int64(tree.first_edge[node])
    while edge != NO_EDGE:
        if _is_open(tree, edge, seat, actions):
            value = _mean(tree, edge) + (surplus if edge == taken else 0.0)
            tree.regret[edge] = np.float32(max(0.0, np.float64(tree.regret[edge]) + value - expected))
        edge = np.int64(tree.next_edge[edge])


@kernel
def learn_mixed(tree: Tree, rewards: Any, scores: Any) -> None:
    """Tell every edge on the path how the iteration ended for its seat, and begin a new path."""
    length = tree.counts[PATH_LENGTH]
    for place in range(length):
        edge = np.int64(tree.path[place])
        reward = rewards[tree.seat[edge]]
        if tree.path_actions[place]:
            _regret(tree, place, reward)
        tree.visits[edge] += 1
        tree.reward[edge] += reward
        tree.score[edge] += scores[tree.seat[edge]]
    tree.counts[DEEPEST] = max(tree.counts[DEEPEST], length)
    tree.counts[ITERATIONS] += 1
    tree.counts[PATH_LENGTH] = 0
