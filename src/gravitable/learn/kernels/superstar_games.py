"""Whole games of Superstar in compiled code, with some positions of each kept together with who won."""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.bots.kernels.network import Net, Sight, win_chances
from gravitable.bots.kernels.superstar_features import see
from gravitable.bots.kernels.superstar_search import SLIPS, best_looking, evaluate
from gravitable.bots.kernels.superstar_sight import concrete, merged
from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.learn.kernels.store import Store, keep, settle
from gravitable.superstar import setup
from gravitable.superstar.apply import apply
from gravitable.superstar.data import MAX_PLAYERS, OVER
from gravitable.superstar.state import State
from gravitable.superstar.turn import result

_UNIT = 1.0 / 2**32


@kernel
def after_one_action(work: States, seat: int, net: Net, sight: Sight, noise: float, rng: Rng) -> int:
    """Return the action after which the network likes the seat's chances best, a little blurred."""
    chances = np.zeros(MAX_PLAYERS)
    best, best_chance = int64(0), -1.0
    actions = merged(work[0], seat)
    for n in range(count_bits(actions)):
        action = concrete(work[0], seat, nth_bit(actions, n))
        work[1] = work[0]
        apply(work[1], seat, action, UNSEEN)
        if work[1].phase == OVER:
            shares_of_win(work[1], chances)
        else:
            see(work[1], sight)
            win_chances(net, sight, int64(work[1].players), chances)
        chance = chances[seat] + noise * next32(rng) * _UNIT
        if chance > best_chance:
            best, best_chance = action, chance
    return best


@kernel
def shares_of_win(s: State, shares: Any) -> None:
    """Write each seat's part of the win of a finished game."""
    scores = np.zeros(MAX_PLAYERS, np.int64)
    winners = result(s, scores)
    for seat in range(s.players):
        shares[seat] = 1.0 / count_bits(winners) if winners >> seat & 1 else 0.0


@kernel
def _choose(work: States, net: Net, sight: Sight, with_net: float, knobs: Any, rng: Rng) -> int:
    s = work[0]
    seat = int64(s.seat)
    actions = merged(s, seat)
    if next32(rng) * _UNIT < knobs[SLIPS]:
        return concrete(s, seat, random_bit(actions, rng))
    if with_net > 0.0:
        return after_one_action(work, seat, net, sight, 0.02, rng)
    action, _ = best_looking(s, seat, actions, knobs, rng)
    return concrete(s, seat, action)


@kernel
def play(
    start: States,
    work: States,
    table: Any,
    games: int,
    how: Any,
    knobs: Any,
    old_knobs: Any,
    net: Net,
    sight: Sight,
    store: Store,
    rng: Rng,
) -> int:
    """Play games and fill ``store``; return the number of decisions.

    ``table``: the faces of the tiles and the host's picks. ``how``: share kept, whether the network plays.
    """
    decisions = 0
    chances, scores = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    for _ in range(games):
        work[0] = start[0]
        setup.chance(work[0], table[0], table[1], rng, UNSEEN)
        while work[0].phase != OVER:
            if next32(rng) * _UNIT < how[0]:
                see(work[0], sight)
                evaluate(work[0], old_knobs, None, None, chances, scores)
                keep(store, sight, chances, int64(work[0].players))
            action = _choose(work, net, sight, how[1], knobs, rng)
            apply(work[0], int64(work[0].seat), action, UNSEEN)
            decisions += 1
        shares_of_win(work[0], chances)
        settle(store, chances, int64(work[0].players))
    return decisions
