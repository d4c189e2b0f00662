"""Games of Superstar to learn from: the parts for ``games_template``."""

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
from gravitable.core.template import fill_in
from gravitable.learn.kernels import games_template
from gravitable.learn.kernels.store import share_out
from gravitable.superstar import setup
from gravitable.superstar.apply import apply
from gravitable.superstar.data import MAX_PLAYERS, OVER
from gravitable.superstar.state import State
from gravitable.superstar.turn import result

_UNIT = 1.0 / 2**32
_BLUR = 0.02


@kernel
def after_one_action(work: States, seat: int, net: Net, sight: Sight, _knobs: Any, rng: Rng) -> int:
    """Return the action after which the network likes the seat's chances best, with a little noise."""
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
        chance = chances[seat] + _BLUR * next32(rng) * _UNIT
        if chance > best_chance:
            best, best_chance = action, chance
    return best


@kernel
def shares_of_win(s: State, shares: Any) -> None:
    """Write each seat's part of the win of a finished game."""
    scores = np.zeros(MAX_PLAYERS, np.int64)
    share_out(result(s, scores), int64(s.players), shares)


@kernel
def any_action(s: State, seat: int, rng: Rng) -> int:
    """Return a legal action by chance."""
    return concrete(s, seat, random_bit(merged(s, seat), rng))


@kernel
def at_first_sight(s: State, seat: int, knobs: Any, rng: Rng) -> int:
    """Return the action that looks best."""
    action, _ = best_looking(s, seat, merged(s, seat), knobs, rng)
    return concrete(s, seat, action)


@kernel
def begin(s: State, table: Any, rng: Rng) -> None:
    """Set the game up: ``table`` has the faces of the tiles and the host's picks."""
    setup.chance(s, table[0], table[1], rng, UNSEEN)


@kernel
def draw(_s: State, _rng: Rng) -> None:
    """Nothing is left to chance after the setup."""


@kernel
def seat_to_act(s: State) -> int:
    """Return who chooses now."""
    return int64(s.seat)


@kernel
def is_quiet(_s: State) -> bool:
    """Say that the network judges every state."""
    return True


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
