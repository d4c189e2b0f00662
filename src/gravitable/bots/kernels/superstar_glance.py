"""A Superstar player who glances: grabs the nearest thing, follows a fall only so far, and forgets about rivals.

Errs like people do. It sees whatever lies next to its pawn, loses sight of a pawn that falls far, does not ask who
could throw it out afterwards, and spends a Wild as gladly as any other card.
"""

from __future__ import annotations

from gravitable.bots.kernels.superstar_search import steal_worth
from gravitable.bots.kernels.superstar_sight import NO_STEP, concrete, merged
from gravitable.core.bits import count_bits, nth_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.jit import kernel
from gravitable.core.numbers import float64, int64
from gravitable.core.state import States
from gravitable.superstar.board import NEIGHBOUR
from gravitable.superstar.data import (
    ACT_COMPLETE,
    ACT_REPLAY,
    ACT_SIMPLE,
    ACT_SPECIAL,
    ACT_TILE,
    ACTION,
    DROP_DOWN,
    HIGH_LEFT,
    QUARTERS,
    REPLAY_SYMBOL,
    ROTATE_CW,
    SIDE_TURN,
    STEAL,
    UP_TURN,
)
from gravitable.superstar.state import State

_FARTHER = 0.9  # the worth of a thing is multiplied by this for every space that it is farther away
_EMPTY_HANDED = 0.6  # how much a person with one card or none likes to take the cards back
_NOISE = 0.3


@kernel
def _lies_there(s: State, seat: int, space: int) -> float:
    """Return what lies on a space: a star, a rival's pawn, a replay symbol. Colours and pairs are forgotten."""
    for other in range(int64(s.players)):
        if s.pawn[other] == space and other != seat:
            return 1.0
    return 1.0 if s.star[space] or (s.symbol[space] == REPLAY_SYMBOL and s.supply > 0) else 0.0


@kernel
def _glanced(s: State, seat: int, first: int, second: int, feet: int, sight: int) -> float:
    """Return what up to two steps and the beginning of the fall after them seem to bring."""
    space, gain, weight = int64(s.pawn[seat]), 0.0, 1.0
    for turn in range(2):
        direction = first if turn == 0 else second
        if direction >= 0:
            space = NEIGHBOUR[s.shape_index, space, direction]
            gain += weight * _lies_there(s, seat, space)
            weight *= _FARTHER
    for _ in range(sight):
        if s.blocked[space] >> feet & 1:
            break
        space = NEIGHBOUR[s.shape_index, space, feet]
        gain += weight * _lies_there(s, seat, space)
        weight *= _FARTHER
    return gain


@kernel
def _special(s: State, seat: int, special: int, sight: int) -> float:
    feet = int64(s.feet[seat])
    if special >= ROTATE_CW:
        return _glanced(s, seat, NO_STEP, NO_STEP, (feet + QUARTERS[special - ROTATE_CW]) & 3, sight)
    if special == DROP_DOWN:
        return _glanced(s, seat, feet, NO_STEP, feet, sight)
    side = (feet + SIDE_TURN[special & 1]) & 3
    return _glanced(s, seat, (feet + UP_TURN) & 3 if special >= HIGH_LEFT else side, side, feet, sight)


@kernel
def _appeal(s: State, seat: int, action: int, sight: int) -> float:
    """Return how good an action seems at a glance."""
    if s.phase == STEAL:
        return steal_worth(s, seat, s.victims[0], action)
    if s.phase != ACTION:
        return 0.1 * float64(action == ACT_REPLAY)
    if action == ACT_COMPLETE:
        return _EMPTY_HANDED * float64(count_bits(int64(s.hand[seat])) < 2)
    if ACT_SIMPLE <= action < ACT_SPECIAL:
        feet = int64(s.feet[seat])
        return _glanced(s, seat, (feet + SIDE_TURN[(action - ACT_SIMPLE) & 1]) & 3, NO_STEP, feet, sight)
    return _special(s, seat, (action - ACT_SPECIAL) & 7, sight) if action < ACT_TILE else 0.3


@kernel
def choose(states: States, seat: int, sight: int, rng: Rng) -> int:
    """Return what seems best at a glance; ``sight``: spaces of a fall that are followed."""
    s = states[0]
    best, best_appeal = int64(0), -1.0
    actions = merged(s, seat)
    for n in range(count_bits(actions)):
        action = nth_bit(actions, n)
        appeal = _appeal(s, seat, action, sight) + _NOISE * next32(rng) / 2**32
        if appeal > best_appeal:
            best, best_appeal = action, appeal
    return concrete(s, seat, best)
