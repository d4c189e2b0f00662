"""Template: Monte Carlo tree search over information sets.

Each iteration fills in what the seat cannot see, follows the tree to a new node, plays on quickly for a while, judges
the position there, and adds the result to every choice on the way. Where several seats choose at once, each of them
chooses by its own averages (decoupled UCT), as at the table: without knowing what the others pick.

``net`` is the network that judges, with ``sight`` as its memory; both are None for ``search@1``, which judges by hand.
Numba compiles the two cases apart, so neither pays for the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gravitable.bots.kernels.network import Net, Sight
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
    note_pair,
    select,
    walk,
)
from gravitable.core.bits import count_bits, nth_bit
from gravitable.core.chance import Rng
from gravitable.core.events import UNSEEN, Events
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.core.template import given

NO_ACTION = -1
_CHANCE = 63  # stands for "chance decided" among what was chosen; all that chance may decide shares a node

# What a game brings; ``Any`` is its state, or the knobs.
MAX_PLAYERS: int = given()
EXPLORATION: int = given()
BIAS: int = given()
"""The numbers of these two knobs."""
seats_to_act: Callable[[Any], int] = given()
"""Returns the seats that choose now, as bits; none where chance decides."""
actions_of: Callable[[Any, int], int] = given()
"""Returns the actions worth a branch of the tree, as bits."""
concrete: Callable[[Any, int, int], int] = given()
"""Returns the action of the rules that is played for one of the tree, which may stand for several alike."""
apply: Callable[[Any, int, int, Events], None] = given()
chance: Callable[[Any, Rng, Events], None] = given()
"""The rules' own, or what comes to the same in a search."""
is_leaf: Callable[[Any], bool] = given()
"""Says whether the tree ends here."""
wants_more: Callable[[int, int, Any], bool] = given()
"""Says whether a place with these tried actions (as bits) and so many visits should try another one."""
best_untried: Callable[[Any, int, int, Any, Rng], tuple[int, float]] = given()
"""Returns which of the untried actions to try, and how good it looks."""
determinize: Callable[[Any, Rng], None] = given()
prepare: Callable[[Any, bool], None] = given()
"""Changes the masked state before anything is thought about; the flag is true from ``search@2`` on."""
is_duel: Callable[[Any], bool] = given()
"""Says whether two seats choose at once, so that pairs of choices are noted."""
playout: Callable[[Any, Any, Rng], None] = given()
evaluate: Callable[[Any, Any, Net | None, Any, Any, Any], None] = given()
"""Writes each seat's chance to win, and its score."""


@kernel
def choose_edge(tree: Tree, node: int, s: Any, seat: int, knobs: Any, rng: Rng) -> tuple[int, int]:
    """Return the action that a seat goes on with in the tree, and its edge (NO_EDGE when the tree is full)."""
    actions = actions_of(s, seat)
    edge, untried, visits = select(tree, node, seat, actions, knobs[EXPLORATION])
    if untried and wants_more(actions & ~untried, visits, knobs):
        action, worth = best_untried(s, seat, untried, knobs, rng)
        new = add_edge(tree, node, seat, action, knobs[BIAS] * worth)
        if new != NO_EDGE or edge == NO_EDGE:
            return action, new
    return int64(tree.action[edge]), edge


@kernel
def everybody_chooses(tree: Tree, node: int, s: Any, seats: int, knobs: Any, rng: Rng) -> int:
    """Let all seats that are to act choose by the tree; return what they chose, packed, -1 when the tree is full."""
    chosen = int64(NOTHING_CHOSEN)
    for n in range(count_bits(seats)):
        seat = nth_bit(seats, n)
        action, edge = choose_edge(tree, node, s, seat, knobs, rng)
        apply(s, seat, concrete(s, seat, action), UNSEEN)
        if edge == NO_EDGE:
            return int64(-1)
        walk(tree, edge)
        chosen = chosen_too(chosen, action)
    return chosen


@kernel
def descend(tree: Tree, s: Any, knobs: Any, rng: Rng) -> None:
    """Follow the tree from the root to a place that is new."""
    node = int64(0)
    while not is_leaf(s) and tree.counts[PATH_LENGTH] < MAX_DEPTH - MAX_PLAYERS:
        seats = seats_to_act(s)
        if seats:
            chosen = everybody_chooses(tree, node, s, seats, knobs, rng)
        else:
            chance(s, rng, UNSEEN)
            chosen = int64(_CHANCE)
        if chosen < 0:
            return
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
    action: int,
    work: States,
    iterations: int,
    knobs: Any,
    net: Net | None,
    sight: Sight | None,
    rng: Rng,
    sums: Any,
) -> None:
    """Run so many iterations from the masked state of seat ``me``; add up what each brings to every seat.

    NO_ACTION lets the tree choose for ``me`` as for everybody. With an action, ``me`` takes it first in every iteration
    and the tree begins after it: so an action gets all iterations for itself, however bad it looks.
    """
    rewards = np.zeros(MAX_PLAYERS)
    scores = np.zeros(MAX_PLAYERS)
    work[1] = states[0]
    prepare(work[1], net is not None)
    for _ in range(iterations):
        work[0] = work[1]
        determinize(work[0], rng)
        if action != NO_ACTION:
            apply(work[0], me, action, UNSEEN)
        descend(tree, work[0], knobs, rng)
        playout(work[0], knobs, rng)
        evaluate(work[0], knobs, net, sight, rewards, scores)
        if net is not None and action == NO_ACTION and is_duel(work[1]):
            note_pair(tree, me, rewards)
        sums += rewards
        learn(tree, rewards, scores)
