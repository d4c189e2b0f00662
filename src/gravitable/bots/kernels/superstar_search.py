"""Monte Carlo tree search for Superstar: max^n over information sets, quick informed playouts, an evaluation.

Numbers that were tuned come in as ``knobs`` (see ``bots.tuning``), so that tuning compiles nothing anew.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from gravitable.bots.kernels.superstar_sight import action_worth, concrete, merged, odd_colours
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
from gravitable.superstar.apply import apply
from gravitable.superstar.data import (
    ACT_REPLAY,
    ACT_STEAL,
    ACT_STEAL_TOKEN,
    ACTION,
    MAX_PLAYERS,
    OVER,
    POINTS_TO_END,
    STARS_TO_END,
    STEAL,
)
from gravitable.superstar.moves import points
from gravitable.superstar.state import State
from gravitable.superstar.turn import result
from gravitable.superstar.view import determinize

# The knobs.
(
    EXPLORATION,
    PLAYOUT,
    SLIPS,
    NOISE,
    HAND,
    NEXT_GAIN,
    SPREAD,
    SPREAD_END,
    BIAS,
    REPLAY_GAIN,
    TURN,
    OFF_BOARD,
) = range(12)

_UNIT = 1.0 / 2**32


@kernel
def steal_worth(s: State, seat: int, victim: int, action: int) -> float:
    """Return how good a steal looks: pairs made, and pairs broken."""
    if action == ACT_STEAL_TOKEN:
        return 0.2
    colour = action - ACT_STEAL
    return (s.stars[seat, colour] & 1) + 0.7 * (1 - (s.stars[victim, colour] & 1))


@kernel
def best_gain(s: State, seat: int) -> float:
    """Return how good the best action of a turn looks that ``seat`` could take if it were to act now."""
    odd = odd_colours(s, seat)
    best = 0.0
    actions = merged_as_if(s, seat)
    for n in range(count_bits(actions)):
        best = max(best, action_worth(s, seat, nth_bit(actions, n), odd))
    return best


@kernel
def merged_as_if(s: State, seat: int) -> int:
    """Return the actions of a turn that a seat would have if it were its turn."""
    phase, turn = s.phase, s.seat
    s.phase, s.seat = ACTION, seat
    actions = merged(s, seat)
    s.phase, s.seat = phase, turn
    return actions


@kernel
def look(s: State, seat: int, action: int, odd: int, knobs: Any) -> float:
    """Return how good an action of any phase looks."""
    if s.phase == ACTION:
        return action_worth(s, seat, action, odd)
    if s.phase == STEAL:
        return steal_worth(s, seat, s.victims[0], action)
    if action == ACT_REPLAY:
        return best_gain(s, seat) - knobs[REPLAY_GAIN]
    return 0.0


@kernel
def best_looking(s: State, seat: int, actions: int, knobs: Any, rng: Rng) -> tuple[int, float]:
    """Return the action that looks best, a little blurred, and how good it looks."""
    odd = odd_colours(s, seat)
    best, best_value, blurred = 0, 0.0, -1e9
    for n in range(count_bits(actions)):
        action = nth_bit(actions, n)
        value = look(s, seat, action, odd, knobs)
        blur = value + knobs[NOISE] * next32(rng) * _UNIT
        if blur > blurred:
            best, best_value, blurred = action, value, blur
    return best, best_value


@kernel
def _playout(s: State, knobs: Any, rng: Rng) -> None:
    """Play on quickly for a while: mostly what looks best, sometimes anything."""
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
def _distance_to_end(s: State) -> float:
    """Return about how many stars will still be taken."""
    if s.expert:
        lead = np.int64(0)
        for seat in range(s.players):
            lead = max(lead, points(s, seat))
        return max(0.0, 0.6 * s.players * (POINTS_TO_END[s.players] - lead))
    return max(0.0, np.float64(s.stars_on_board - STARS_TO_END[s.players]))


@kernel
def _prospects(s: State, knobs: Any, prospects: Any) -> None:
    """Write what each seat's position looks worth, in points."""
    for seat in range(s.players):
        worth = points(s, seat) + knobs[HAND] * count_bits(np.int64(s.hand[seat]))
        if s.pawn[seat] < 0:
            worth += knobs[OFF_BOARD]
        elif knobs[NEXT_GAIN] > 0.0:
            worth += knobs[NEXT_GAIN] * best_gain(s, seat)
        if s.seat == seat:
            worth += knobs[TURN]
        prospects[seat] = worth


@kernel
def evaluate(s: State, knobs: Any, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and its score: certain when the game is over, else a guess."""
    if s.phase == OVER:
        final = np.zeros(MAX_PLAYERS, np.int64)
        winners = result(s, final)
        share = 1.0 / count_bits(winners)
        for seat in range(s.players):
            rewards[seat] = share if winners >> seat & 1 else 0.0
            scores[seat] = final[seat]
        return
    _prospects(s, knobs, rewards)
    left = _distance_to_end(s)
    spread = knobs[SPREAD_END] + knobs[SPREAD] * sqrt(left)
    best, total = rewards[0], 0.0
    for seat in range(s.players):
        scores[seat] = rewards[seat] + 1.3 * left / s.players
        best = max(best, rewards[seat])
    for seat in range(s.players):
        rewards[seat] = exp((rewards[seat] - best) / spread)
        total += rewards[seat]
    for seat in range(s.players):
        rewards[seat] /= total


@kernel
def _choose_edge(tree: Tree, node: int, s: State, knobs: Any, rng: Rng) -> tuple[int, int]:
    """Return the action to go on with in the tree, and its edge (NO_EDGE when the tree is full)."""
    seat = np.int64(s.seat)
    edge, untried = select(tree, node, seat, merged(s, seat), knobs[EXPLORATION])
    if untried:
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
def search(tree: Tree, states: States, work: States, iterations: int, knobs: Any, rng: Rng) -> None:
    """Run so many iterations from a masked state."""
    rewards = np.zeros(MAX_PLAYERS)
    scores = np.zeros(MAX_PLAYERS)
    for _ in range(iterations):
        work[0] = states[0]
        determinize(work[0], rng)
        _descend(tree, work[0], knobs, rng)
        _playout(work[0], knobs, rng)
        evaluate(work[0], knobs, rewards, scores)
        learn(tree, rewards, scores)
