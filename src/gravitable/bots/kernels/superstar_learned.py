"""Monte Carlo tree search for Superstar with a learned evaluation (``superstar_search`` is the one before it).

Two things differ. A network judges the position where the tree ends, after few or no quick moves. And a choice is not
tried in every way before it is thought about: the more often a place is visited, the more actions it is worth, those
that look best first.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from gravitable.bots.kernels.network import Net, Sight, win_chances
from gravitable.bots.kernels.superstar_features import see, stars_left
from gravitable.bots.kernels.superstar_search import (
    BIAS,
    EXPLORATION,
    PLAYOUT,
    SLIPS,
    best_looking,
)
from gravitable.bots.kernels.superstar_sight import concrete, merged
from gravitable.bots.kernels.tree import (
    MAX_DEPTH,
    NO_EDGE,
    NO_NODE,
    NOTHING_CHOSEN,
    PATH_LENGTH,
    Tree,
    add_child,
    add_edge,
    child,
    chosen_too,
    learn,
    survey,
    walk,
)
from gravitable.core.bits import count_bits, random_bit
from gravitable.core.chance import Rng, States, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.superstar.apply import apply
from gravitable.superstar.data import MAX_PLAYERS, OVER
from gravitable.superstar.moves import points
from gravitable.superstar.state import State
from gravitable.superstar.turn import result
from gravitable.superstar.view import determinize

WIDEN = 12  # the knob beyond those of ``superstar_search``

_UNIT = 1.0 / 2**32


@kernel
def _playout(s: State, knobs: Any, rng: Rng) -> None:
    """Play on quickly for a little: mostly what looks best, sometimes anything."""
    for _ in range(np.int64(knobs[PLAYOUT])):
        if s.phase == OVER:
            return
        seat = np.int64(s.seat)
        actions = merged(s, seat)
        if next32(rng) * _UNIT < knobs[SLIPS]:
            action = random_bit(actions, rng)
        else:
            action, _ = best_looking(s, seat, actions, knobs, rng)
        apply(s, seat, concrete(s, seat, action), UNSEEN)


@kernel
def evaluate(s: State, net: Net, sight: Sight, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and its score: certain when the game is over, else the network's guess."""
    if s.phase == OVER:
        final = np.zeros(MAX_PLAYERS, np.int64)
        winners = result(s, final)
        share = 1.0 / count_bits(winners)
        for seat in range(s.players):
            rewards[seat] = share if winners >> seat & 1 else 0.0
            scores[seat] = final[seat]
        return
    see(s, sight)
    win_chances(net, sight, np.int64(s.players), rewards)
    to_come = 1.3 * stars_left(s) / s.players
    for seat in range(s.players):
        scores[seat] = points(s, seat) + to_come


@kernel
def _choose_edge(tree: Tree, node: int, s: State, knobs: Any, rng: Rng) -> tuple[int, int]:
    """Return the action to go on with in the tree, and its edge (NO_EDGE when the tree is full)."""
    seat = np.int64(s.seat)
    edge, untried, tried, visits = survey(tree, node, seat, merged(s, seat), knobs[EXPLORATION])
    if untried and tried < 1.0 + knobs[WIDEN] * sqrt(visits):
        action, worth = best_looking(s, seat, untried, knobs, rng)
        new = add_edge(tree, node, seat, action, knobs[BIAS] * worth)
        if new != NO_EDGE or edge == NO_EDGE:
            return action, new
    return np.int64(tree.action[edge]), edge


@kernel
def _descend(tree: Tree, s: State, knobs: Any, rng: Rng) -> None:
    """Follow the tree from the root to a place that is new."""
    node = np.int64(0)
    while s.phase != OVER and tree.counts[PATH_LENGTH] < MAX_DEPTH:
        action, edge = _choose_edge(tree, node, s, knobs, rng)
        apply(s, np.int64(s.seat), concrete(s, np.int64(s.seat), action), UNSEEN)
        if edge == NO_EDGE:
            return
        walk(tree, edge)
        chosen = chosen_too(NOTHING_CHOSEN, action)
        following = child(tree, node, chosen)
        if following == NO_NODE:
            add_child(tree, node, chosen)
            return
        node = following


@kernel
def search(
    tree: Tree,
    states: States,
    me: int,
    work: States,
    iterations: int,
    knobs: Any,
    net: Net,
    sight: Sight,
    rng: Rng,
) -> None:
    """Run so many iterations from a masked state; ``me`` is not used, since whose turn it is says it all."""
    rewards = np.zeros(MAX_PLAYERS)
    scores = np.zeros(MAX_PLAYERS)
    for _ in range(iterations):
        work[0] = states[0]
        determinize(work[0], rng)
        _descend(tree, work[0], knobs, rng)
        _playout(work[0], knobs, rng)
        evaluate(work[0], net, sight, rewards, scores)
        learn(tree, rewards, scores)
