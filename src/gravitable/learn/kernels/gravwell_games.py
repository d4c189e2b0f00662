"""Games of Gravwell to learn from: the parts for ``games_template``."""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.bots.kernels.gravwell_features import see
from gravitable.bots.kernels.gravwell_search import NOISE, SLIPS, best_looking, evaluate, unseal
from gravitable.bots.kernels.network import Net, Sight, win_chances
from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.core.template import fill_in
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import DEAL, DRAFT, MAX_PLAYERS, N_ACTIONS, OVER, PICK
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.setup import chance
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import winners
from gravitable.gravwell.view import determinize, mask
from gravitable.learn.kernels import games_template
from gravitable.learn.kernels.store import share_out

_UNIT = 1.0 / 2**32
_GUESSES = 3


@kernel
def is_quiet(s: State) -> bool:
    """Say whether a state is one between movements, such as the network judges."""
    if s.phase == PICK:
        for seat in range(s.players):
            if s.played[seat, s.movement - 1] >= 0:
                return False
    return s.phase in (PICK, DRAFT, DEAL)


@kernel
def quieten(s: State, noise: float, rng: Rng) -> None:
    """Play on with what looks best until nothing is going on."""
    while s.phase != OVER and not is_quiet(s):
        seats = to_act(s)
        if seats:
            seat = nth_bit(seats, 0)
            action, _ = best_looking(s, seat, legal_mask(s, seat), noise, rng)
            apply(s, seat, action, UNSEEN)
        else:
            chance(s, rng, UNSEEN)


@kernel
def shares_of_win(s: State, shares: Any) -> None:
    """Write each seat's part of the win of a finished game."""
    share_out(winners(s), int64(s.players), shares)


@kernel
def after_one_action(work: States, seat: int, net: Net, sight: Sight, knobs: Any, rng: Rng) -> int:
    """Return the action after which the network likes the seat's chances best, over some guesses at what is hidden."""
    values, chances = np.zeros(N_ACTIONS), np.zeros(MAX_PLAYERS)
    actions = legal_mask(work[0], seat)
    work[1] = work[0]
    mask(work[1], seat)
    unseal(work[1], True)
    if count_bits(actions) == 1:
        return nth_bit(actions, 0)
    for _ in range(_GUESSES):
        work[2] = work[1]
        determinize(work[2], rng)
        if work[2].phase == PICK:
            for other in range(work[2].players):
                if other != seat and work[2].waiting >> other & 1:
                    pick, _ = best_looking(work[2], other, legal_mask(work[2], other), 2 * knobs[NOISE], rng)
                    work[2].played[other, work[2].movement - 1] = pick
                    work[2].waiting &= ~(1 << other)
        for n in range(count_bits(actions)):
            action = nth_bit(actions, n)
            work[3] = work[2]
            apply(work[3], seat, action, UNSEEN)
            quieten(work[3], knobs[NOISE], rng)
            if work[3].phase == OVER:
                shares_of_win(work[3], chances)
            else:
                see(work[3], sight)
                win_chances(net, sight, int64(work[3].players), chances)
            values[action] += chances[seat] + 0.03 * next32(rng) * _UNIT
    best = nth_bit(actions, 0)
    for n in range(count_bits(actions)):
        if values[nth_bit(actions, n)] > values[best]:
            best = nth_bit(actions, n)
    return best


@kernel
def any_action(s: State, seat: int, rng: Rng) -> int:
    """Return a legal action by chance."""
    return random_bit(legal_mask(s, seat), rng)


@kernel
def at_first_sight(s: State, seat: int, knobs: Any, rng: Rng) -> int:
    """Return the action that looks best."""
    action, _ = best_looking(s, seat, legal_mask(s, seat), knobs[NOISE], rng)
    return action


@kernel
def begin(_s: State, _table: Any, _rng: Rng) -> None:
    """Nothing is drawn before the first deal, which comes like all others."""


@kernel
def draw(s: State, rng: Rng) -> None:
    """Let chance decide."""
    chance(s, rng, UNSEEN)


@kernel
def seat_to_act(s: State) -> int:
    """Return the first of the seats that choose now; -1: chance decides."""
    seats = to_act(s)
    return nth_bit(seats, 0) if seats else int64(-1)


fill_in(
    games_template,
    globals(),
    MAX_PLAYERS=MAX_PLAYERS,
    OVER=OVER,
    apply=apply,
    begin=begin,
    draw=draw,
    seat_to_act=seat_to_act,
    is_quiet=is_quiet,
    SLIPS=SLIPS,
    any_action=any_action,
    after_one_action=after_one_action,
    at_first_sight=at_first_sight,
    see=see,
    evaluate=evaluate,
    shares_of_win=shares_of_win,
)
