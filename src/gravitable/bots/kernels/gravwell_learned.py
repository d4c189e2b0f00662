"""Monte Carlo tree search for Gravwell that cannot be read (``gravwell_search`` is the one before it).

Where all pick a card at the same time, every seat mixes by regret matching (mixing.py). Drafts and stops are ordinary
choices. A playout ends with the round, and a network that learned from whole games judges what the round left behind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.bots.kernels.gravwell_features import see
from gravitable.bots.kernels.gravwell_search import (
    BIAS,
    EXPLORATION,
    NOISE,
    SLIPS,
    best_looking,
    unseal,
)
from gravitable.bots.kernels.gravwell_search import evaluate as evaluate_by_hand
from gravitable.bots.kernels.mixing import draw, learn_mixed, untried
from gravitable.bots.kernels.network import Net, Sight, win_chances
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
    select,
    walk,
)
from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng, States, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import DEAL, MAX_PLAYERS, OVER, PICK
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.setup import chance
from gravitable.gravwell.view import determinize

State = Any

MIX, NET = 8, 9  # the knobs beyond those of ``gravwell_search``

_UNIT = 1.0 / 2**32
_CHANCE = 63  # stands for "chance decided" among what was chosen; chance outcomes share a node


@kernel
def _playout(s: State, knobs: Any, rng: Rng) -> None:
    """Play on quickly to the end of the round: mostly what looks best, sometimes anything."""
    while s.phase not in (OVER, DEAL):
        seats = to_act(s)
        if not seats:
            chance(s, rng, UNSEEN)
            continue
        seat = nth_bit(seats, 0)
        actions = legal_mask(s, seat)
        if next32(rng) * _UNIT < knobs[SLIPS]:
            action = random_bit(actions, rng)
        else:
            action, _ = best_looking(s, seat, actions, knobs[NOISE], rng)
        apply(s, seat, action, UNSEEN)


@kernel
def evaluate(s: State, knobs: Any, net: Net, sight: Sight, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and how far it will come: certain when the game is over, else a guess."""
    evaluate_by_hand(s, knobs, rewards, scores)
    if s.phase != OVER and s.players > 1 and knobs[NET] > 0.0:
        see(s, sight)
        win_chances(net, sight, np.int64(s.players), rewards)


@kernel
def _choose_edge(tree: Tree, node: int, s: State, seat: int, knobs: Any, rng: Rng) -> tuple[int, int]:
    """Return the action that a seat goes on with in the tree, and its edge (NO_EDGE when the tree is full)."""
    actions = legal_mask(s, seat)
    if s.phase == PICK and knobs[MIX] > 0.0:
        fresh = untried(tree, node, seat, actions)
        if not fresh:
            edge = draw(tree, node, seat, actions, rng)
            return np.int64(tree.action[edge]), edge
        action, worth = best_looking(s, seat, fresh, 0.1, rng)
        edge = add_edge(tree, node, seat, action, 0.0)
        if edge != NO_EDGE:
            walk(tree, edge)
        return action, edge
    edge, fresh = select(tree, node, seat, actions, knobs[EXPLORATION])
    if fresh:
        action, worth = best_looking(s, seat, fresh, 0.1, rng)
        new = add_edge(tree, node, seat, action, knobs[BIAS] * worth)
        if new != NO_EDGE or edge == NO_EDGE:
            if new != NO_EDGE:
                walk(tree, new)
            return action, new
    walk(tree, edge)
    return np.int64(tree.action[edge]), edge


@kernel
def _everybody_chooses(tree: Tree, node: int, s: State, knobs: Any, rng: Rng) -> int:
    """Let all seats that are to act choose by the tree; return what they chose, packed, -1 when the tree is full."""
    seats = to_act(s)
    chosen = np.int64(NOTHING_CHOSEN)
    for n in range(count_bits(seats)):
        seat = nth_bit(seats, n)
        action, edge = _choose_edge(tree, node, s, seat, knobs, rng)
        apply(s, seat, action, UNSEEN)
        if edge == NO_EDGE:
            return np.int64(-1)
        chosen = chosen_too(chosen, action)
    return chosen


@kernel
def _descend(tree: Tree, s: State, knobs: Any, rng: Rng) -> None:
    """Follow the tree from the root to a place that is new, within this round."""
    node = np.int64(0)
    while s.phase not in (OVER, DEAL) and tree.counts[PATH_LENGTH] < MAX_DEPTH - MAX_PLAYERS:
        if to_act(s):
            chosen = _everybody_chooses(tree, node, s, knobs, rng)
        else:
            chance(s, rng, UNSEEN)
            chosen = np.int64(_CHANCE)
        if chosen < 0:
            return
        following = child(tree, node, chosen)
        if following == NO_NODE:
            add_child(tree, node, chosen)
            return
        node = following


@kernel
def search(
    tree: Tree, states: States, work: States, iterations: int, knobs: Any, net: Net, sight: Sight, rng: Rng
) -> None:
    """Run so many iterations from a masked state."""
    rewards = np.zeros(MAX_PLAYERS)
    scores = np.zeros(MAX_PLAYERS)
    work[1] = states[0]
    unseal(work[1])
    for _ in range(iterations):
        work[0] = work[1]
        determinize(work[0], rng)
        _descend(tree, work[0], knobs, rng)
        _playout(work[0], knobs, rng)
        evaluate(work[0], knobs, net, sight, rewards, scores)
        learn_mixed(tree, rewards, scores)
