"""Monte Carlo tree search for Gravwell: as for Superstar, with everybody choosing at once.

Where all pick a card at the same time, each seat chooses by its own averages (decoupled UCT), as at the table: without
knowing what the others pick. A playout ends when the round does: the next deal makes everything beyond it a lottery.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from gravitable.bots.kernels.gravwell_sight import look
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
    select,
    walk,
)
from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng, States, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import DEAL, GATE, GHOST, HIDDEN, MAX_PLAYERS, NONE, OVER, PICK
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.setup import chance
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_rounds, winners
from gravitable.gravwell.view import determinize

# The knobs.
EXPLORATION, SLIPS, NOISE, SPREAD, SPREAD_END, BIAS, DRIFT, EXTRA_ROUNDS = range(8)

# Where a ship ends up, measured: by a quarter nearer to the usual end with every round to come.
_TRUST, _USUAL_END = 0.75, 38.0

_UNIT = 1.0 / 2**32
_CHANCE = 63  # stands for "chance decided" among what was chosen; chance outcomes share a node


@kernel
def unseal(s: State) -> None:
    """Forget that others have picked already: it is better to think about their picks than to guess them.

    This version forgets to ask them again, so that whoever picks last thinks that the others do nothing. It stays so
    that ``search@1`` remains what it was; ``gravwell_learned`` has it right.
    """
    if s.phase == PICK:
        for seat in range(s.players):
            if s.played[seat, s.movement - 1] == HIDDEN:
                s.played[seat, s.movement - 1] = NONE


@kernel
def best_looking(s: State, seat: int, actions: int, noise: float, rng: Rng) -> tuple[int, float]:
    """Return the action that looks best, a little blurred, and how good it looks."""
    best, best_value, blurred = 0, 0.0, -1e9
    for n in range(count_bits(actions)):
        action = nth_bit(actions, n)
        value = look(s, seat, action)
        blur = value + noise * next32(rng) * _UNIT
        if blur > blurred:
            best, best_value, blurred = action, value, blur
    return best, best_value


@kernel
def playout(s: State, knobs: Any, rng: Rng) -> None:
    """Play on quickly to the end of the round: mostly what looks best, sometimes anything."""
    last_round = s.round_number + np.int64(knobs[EXTRA_ROUNDS])
    while s.phase != OVER and not (s.phase == DEAL and s.round_number > last_round):
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
def _rounds_left(s: State) -> int:
    """Return how many rounds are still to be played."""
    return n_rounds(s) - s.round_number + 1 if s.phase == DEAL else n_rounds(s) - s.round_number


@kernel
def _guess_winner(s: State, knobs: Any, rewards: Any) -> None:
    """Write each seat's chance to win, by how far the ships have come and how much may still happen."""
    left = _rounds_left(s)
    spread = knobs[SPREAD_END] + knobs[SPREAD] * sqrt(left)
    if s.players == 1:
        mine = s.position[0] + 1.5 * knobs[DRIFT] * left - GATE
        ghost = max(0.0, s.position[GHOST] + knobs[DRIFT] * left - GATE)
        rewards[0] = 1.0 / (1.0 + exp((ghost - mine) / spread))
        return
    total = 0.0
    for seat in range(s.players):
        rewards[seat] = exp((s.position[seat] - GATE) / spread)
        total += rewards[seat]
    for seat in range(s.players):
        rewards[seat] /= total


@kernel
def evaluate(s: State, knobs: Any, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and how far it will come: certain when the game is over, else a guess."""
    trust = 1.0
    if s.phase == OVER:
        seats = winners(s)
        for seat in range(s.players):
            rewards[seat] = 1.0 / count_bits(seats) if seats >> seat & 1 else 0.0
    else:
        trust = _TRUST ** _rounds_left(s)
        _guess_winner(s, knobs, rewards)
    for seat in range(s.players):
        scores[seat] = trust * s.position[seat] + (1.0 - trust) * _USUAL_END


@kernel
def _choose_edge(tree: Tree, node: int, s: State, seat: int, knobs: Any, rng: Rng) -> tuple[int, int]:
    """Return the action that a seat goes on with in the tree, and its edge (NO_EDGE when the tree is full)."""
    actions = legal_mask(s, seat)
    edge, untried = select(tree, node, seat, actions, knobs[EXPLORATION])
    if untried:
        action, worth = best_looking(s, seat, untried, 0.1, rng)
        new = add_edge(tree, node, seat, action, knobs[BIAS] * worth)
        if new != NO_EDGE or edge == NO_EDGE:
            return action, new
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
        walk(tree, edge)
        chosen = chosen_too(chosen, action)
    return chosen


@kernel
def descend(tree: Tree, s: State, knobs: Any, rng: Rng) -> None:
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
def search(tree: Tree, states: States, work: States, iterations: int, knobs: Any, rng: Rng) -> None:
    """Run so many iterations from a masked state."""
    rewards = np.zeros(MAX_PLAYERS)
    scores = np.zeros(MAX_PLAYERS)
    work[1] = states[0]
    unseal(work[1])
    for _ in range(iterations):
        work[0] = work[1]
        determinize(work[0], rng)
        descend(tree, work[0], knobs, rng)
        playout(work[0], knobs, rng)
        evaluate(work[0], knobs, rewards, scores)
        learn(tree, rewards, scores)
