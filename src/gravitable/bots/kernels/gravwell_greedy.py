"""The greedy Gravwell player: guesses the others' cards a few times, and takes what brings it furthest."""

from __future__ import annotations

import numpy as np

from gravitable.bots.kernels.gravwell_sight import STOP_PRICE, stack_worth
from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import (
    ACT_GO,
    ACT_STACK,
    ACT_STOP,
    DRAFT,
    GATE,
    N_CARDS,
    N_MOVEMENTS,
    PICK,
    STOP,
)
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_movers
from gravitable.gravwell.view import determinize

_GUESSES = 12
_RIVAL_WEIGHT = 0.5
_GATE_BONUS = 100.0
_NOISE = 0.01


@kernel
def standing(s: State, seat: int) -> float:
    """Return how well a seat stands: how far it has come, and the strongest rival."""
    rival = int64(0)
    for other in range(n_movers(s)):
        if other != seat:
            rival = max(rival, int64(s.position[other]))
    here = int64(s.position[seat])
    bonus = _GATE_BONUS * (int64(here == GATE) - int64(rival == GATE))
    return here - _RIVAL_WEIGHT * rival + bonus


@kernel
def should_stop(s: State, seat: int, trial: States) -> bool:
    """Say whether a seat does better by stopping its card than by letting it take effect."""
    stopped, going = 0.0, 0.0
    for action in (int64(ACT_STOP), int64(ACT_GO)):
        trial[0] = s
        apply(trial[0], seat, action, UNSEEN)
        stopped, going = going, standing(trial[0], seat)
    price = 0.0 if s.movement == N_MOVEMENTS else STOP_PRICE
    return stopped > going + price


@kernel
def _finish_movement(s: State, trial: States, rng: Rng) -> None:
    """Let everybody else pick at random, and all stop when it helps them, until the movement is done."""
    movement = s.movement
    while s.movement == movement and (s.phase in (PICK, STOP)):
        seat = nth_bit(to_act(s), 0)
        if s.phase == PICK:
            action = random_bit(legal_mask(s, seat), rng)
        else:
            action = int64(ACT_STOP) if should_stop(s, seat, trial) else int64(ACT_GO)
        apply(s, seat, action, UNSEEN)


@kernel
def _choose_stack(s: State, seat: int, rng: Rng) -> int:
    """Return the stack whose open cards are worth most."""
    best, best_worth = -1, -1.0
    stacks = legal_mask(s, seat)
    for n in range(count_bits(stacks)):
        action = nth_bit(stacks, n)
        worth = stack_worth(int64(s.stack_up[action - ACT_STACK])) + _NOISE * next32(rng) / 2**32
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@kernel
def choose(states: States, seat: int, work: States, rng: Rng) -> int:
    """Return the greedy choice; ``work`` has room for three states.

    A card is chosen that does best on average over a few guesses of what the others hold and play.
    """
    if states[0].phase == DRAFT:
        return _choose_stack(states[0], seat, rng)
    if states[0].phase == STOP:
        work[0] = states[0]
        determinize(work[0], rng)
        return ACT_STOP if should_stop(work[0], seat, work[1:]) else ACT_GO
    cards = legal_mask(states[0], seat)
    values = np.zeros(N_CARDS)
    for _ in range(_GUESSES):
        work[0] = states[0]
        determinize(work[0], rng)
        for n in range(count_bits(cards)):
            card = nth_bit(cards, n)
            work[1] = work[0]
            apply(work[1], seat, card, UNSEEN)
            _finish_movement(work[1], work[2:], rng)
            values[card] += standing(work[1], seat)
    best = nth_bit(cards, 0)
    for n in range(1, count_bits(cards)):
        if values[nth_bit(cards, n)] > values[best]:
            best = nth_bit(cards, n)
    return best
