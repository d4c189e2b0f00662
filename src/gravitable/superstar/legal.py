"""What a player may do now.

The legal actions of a position are a set of bits in one ``int64``: most of it comes out of two small tables,
by the cards in hand and by which steps around the pawn are free.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import list_bits
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.superstar import data
from gravitable.superstar.board import NEIGHBOUR
from gravitable.superstar.data import (
    ACT_COMPLETE,
    ACT_DOUBLE,
    ACT_END,
    ACT_REPLAY,
    ACT_STEAL,
    ACT_STEAL_TOKEN,
    ACT_TELEPORT,
    ACT_TILE,
    ACTION,
    DOUBLE,
    GOODIES,
    N_COLOURS,
    OWN_CARDS,
    REPLAY,
    STEAL,
    TELEPORT,
    TILE,
)
from gravitable.superstar.state import State


def _simple_moves() -> NDArray[np.int64]:
    """[hand, sides] -> the simple moves of all cards in hand to the free sides (bit 0: left, bit 1: right)."""
    hands = 1 << len(data.CARDS)
    table = np.zeros((hands, 4), np.int64)
    for hand in range(hands):
        for sides in range(4):
            cards = [card for card in range(len(data.CARDS)) if hand >> card & 1]
            free = [side for side in (0, 1) if sides >> side & 1]
            table[hand, sides] = sum(
                1 << (data.ACT_SIMPLE + 2 * card + side) for card in cards for side in free
            )
    return table


def _special_moves() -> NDArray[np.int64]:
    """[own cards in hand, free jumps] -> special moves; jumps: bits for long left, right, high left, right."""
    hands = 1 << data.N_OWN_CARDS
    table = np.zeros((hands, 16), np.int64)
    for hand in range(hands):
        for jumps in range(16):
            possible = [s for s in range(data.N_SPECIALS) if s > data.HIGH_RIGHT or jumps >> s & 1]
            own = [data.ACT_SPECIAL + s for s in possible if hand >> int(data.CARD_OF_SPECIAL[s]) & 1]
            wild = [data.ACT_WILD + s for s in possible if hand >> data.WILD & 1]
            table[hand, jumps] = sum(1 << action for action in own + wild)
    return table


SIMPLE_MOVES = _simple_moves()
SPECIAL_MOVES = _special_moves()


@kernel
def _is_free(s: State, space: int, direction: int) -> int:
    """Return 1 when no platform stands between the space and its neighbour."""
    return int64(1 - (s.blocked[space] >> direction & 1))


@kernel
def _step(s: State, space: int, direction: int) -> int:
    return int64(NEIGHBOUR[s.shape_index, space, direction])


@kernel
def free_sides(s: State, space: int, feet: int) -> int:
    """Return the free sides of a pawn as bits: 1 left, 2 right."""
    return _is_free(s, space, (feet + 1) & 3) | _is_free(s, space, (feet + 3) & 3) << 1


@kernel
def landing(s: State, space: int, feet: int) -> int:
    """Return where a pawn comes to stand when it falls from a space."""
    here = space
    while _is_free(s, here, feet):
        here = _step(s, here, feet)
        if here == space:
            break
    return here


@kernel
def _free_jumps(s: State, space: int, feet: int, sides: int) -> int:
    """Return the possible jumps as bits: long left 1, long right 2, high left 4, high right 8."""
    # Always looked up: a branch that the processor cannot predict would cost more than the look-ups.
    left, up, right = (feet + 1) & 3, (feet + 2) & 3, (feet + 3) & 3
    beside = _is_free(s, _step(s, space, left), left) | _is_free(s, _step(s, space, right), right) << 1
    above = free_sides(s, _step(s, space, up), feet) << 2
    return (sides & beside) | above * _is_free(s, space, up)


@kernel
def _double_jumps(s: State, space: int, feet: int, sides: int) -> int:
    """Return the possible double jumps as bits: 2 * first side + second side."""
    jumps = 0
    for side in range(2):
        if sides >> side & 1:
            beside = _step(s, space, (feet + 1 + 2 * side) & 3)
            jumps |= free_sides(s, landing(s, beside, feet), feet) << 2 * side
    return jumps


@kernel
def _goodie_actions(s: State, hand: int, space: int, feet: int, sides: int) -> int:
    actions = int64(0)
    if hand >> TILE & 1:
        actions |= int64(7) << ACT_TILE
    if hand >> DOUBLE & 1:
        actions |= int64(_double_jumps(s, space, feet, sides)) << ACT_DOUBLE
    if hand >> TELEPORT & 1:
        actions |= int64(1) << ACT_TELEPORT
    return actions


@kernel
def _turn_actions(s: State, seat: int) -> int:
    space = int64(s.pawn[seat])
    feet = int64(s.feet[seat])
    hand = int64(s.hand[seat])
    sides = free_sides(s, space, feet)
    jumps = _free_jumps(s, space, feet, sides)
    actions = SIMPLE_MOVES[hand, sides] | SPECIAL_MOVES[hand & OWN_CARDS, jumps]
    if s.face_up[seat] | s.face_down[seat]:
        actions |= int64(1) << ACT_COMPLETE
    if hand & GOODIES:
        actions |= _goodie_actions(s, hand, space, feet, sides)
    return int64(actions)


@kernel
def loot(s: State, victim: int) -> int:
    """Return the distinct things that can be stolen from a seat, as steal actions."""
    actions = int64(0)
    for colour in range(N_COLOURS):
        if s.stars[victim, colour] > 0:
            actions |= int64(1) << (ACT_STEAL + colour)
    if s.tokens[victim] > 0:
        actions |= int64(1) << ACT_STEAL_TOKEN
    return actions


@kernel
def to_act(s: State) -> int:
    """Return the seats that must choose now, as bits."""
    if ACTION <= s.phase <= REPLAY:
        return int64(1) << s.seat
    return int64(0)


@kernel
def legal_mask(s: State, seat: int) -> int:
    """Return the legal actions of a seat as bits; none when it is not to act."""
    if seat != s.seat:
        return int64(0)
    if s.phase == ACTION:
        return _turn_actions(s, seat)
    if s.phase == STEAL:
        return loot(s, s.victims[0])
    if s.phase == REPLAY:
        return int64(1) << ACT_REPLAY | int64(1) << ACT_END
    return int64(0)


@kernel
def legal(s: State, seat: int, out: NDArray[np.int64]) -> int:
    """Write the legal actions of a seat into ``out``, ascending, and return how many there are."""
    return list_bits(legal_mask(s, seat), out)
