"""What the Superstar bots see at a glance: which actions are worth a thought, and what a move would pick up.

Nothing here decides what is legal or what happens: that is for the rules. ``path_gain`` only guesses what a move
brings by looking along its path, some twenty times quicker than playing it; a test compares it with the rules.
"""

from __future__ import annotations

import numpy as np

from gravitable.core.bits import count_bits
from gravitable.core.jit import kernel
from gravitable.core.lists import must_agree
from gravitable.core.numbers import int64
from gravitable.superstar.board import NEIGHBOUR
from gravitable.superstar.data import (
    ACT_COMPLETE,
    ACT_DOUBLE,
    ACT_SIMPLE,
    ACT_SPECIAL,
    ACT_TELEPORT,
    ACT_TILE,
    ACT_WILD,
    ACTION,
    CARDS,
    DROP,
    DROP_DOWN,
    HIGH,
    HIGH_LEFT,
    LONG,
    N_COLOURS,
    N_OWN_CARDS,
    N_SPECIALS,
    QUARTERS,
    REPLAY_SYMBOL,
    ROTATE,
    ROTATE_CW,
    SIDE_TURN,
    UP_TURN,
    WILD,
)
from gravitable.superstar.legal import landing, legal_mask
from gravitable.superstar.state import State

# Which card goes face down first: the one that helps least later. Goodies last, for they go to the neighbour.
LAY_ORDER = np.array([DROP, HIGH, LONG, ROTATE, WILD, *range(N_OWN_CARDS, len(CARDS))])
must_agree("cards and the order to lay them", sorted(LAY_ORDER), range(len(CARDS)))

EJECTION = 1.5  # a stolen thing, and sometimes a pair with it; a second loss for the rival is not counted
CARD_PRICE = 0.15
WILD_PRICE = 0.35

_SIMPLE_LEFT = int64(sum(1 << action for action in range(ACT_SIMPLE, ACT_SPECIAL, 2)))
_SIMPLE_RIGHT = _SIMPLE_LEFT << 1
_ALL_SIMPLE = _SIMPLE_LEFT | _SIMPLE_RIGHT
_SPECIAL_BITS = int64((1 << N_SPECIALS) - 1)

NO_STEP = int64(-1)
"""In the place of a direction. For a plain -1 Numba would compile whatever takes it once more."""


@kernel
def card_to_lay(hand: int) -> int:
    """Return the card of a hand that is missed least."""
    for place in range(LAY_ORDER.shape[0]):
        if hand >> LAY_ORDER[place] & 1:
            return int64(LAY_ORDER[place])
    return 0


@kernel
def merged(s: State, seat: int) -> int:
    """Return the legal actions, but only one of those that have the same effect.

    The simple moves of all cards to one side are counted as the first of them, for every seat: which card lies face
    down changes nothing that others see. A Wild is not spent on a move whose own card is in the hand.
    """
    actions = legal_mask(s, seat)
    if s.phase != ACTION:
        return actions
    specials = (actions >> ACT_SPECIAL) & _SPECIAL_BITS
    left, right = actions & _SIMPLE_LEFT, actions & _SIMPLE_RIGHT
    actions &= ~(_ALL_SIMPLE | specials << ACT_WILD)
    if left:
        actions |= int64(1) << ACT_SIMPLE
    if right:
        actions |= int64(1) << (ACT_SIMPLE + 1)
    return actions


@kernel
def concrete(s: State, seat: int, action: int) -> int:
    """Return the legal action that a merged one stands for."""
    if ACT_SIMPLE <= action < ACT_SPECIAL and s.phase == ACTION:
        return ACT_SIMPLE + 2 * card_to_lay(int64(s.hand[seat])) + (action - ACT_SIMPLE & 1)
    return action


@kernel
def _worth(s: State, seat: int, space: int, odd: int, ejection: float) -> float:
    """Return what entering a space would bring; ``odd``: bits of the colours of which the seat has an odd number."""
    for other in range(int64(s.players)):
        if s.pawn[other] == space and other != seat:
            return ejection
    star = int64(s.star[space])
    if star:
        return 1.0 + (odd >> star & 1)
    if s.symbol[space] == REPLAY_SYMBOL and s.supply > 0:
        return 1.0
    return 0.0


@kernel
def odd_colours(s: State, seat: int) -> int:
    """Return the colours, as bits from 1, of which one more star makes a pair."""
    odd = 0
    for colour in range(N_COLOURS):
        odd |= (s.stars[seat, colour] & 1) << (colour + 1)
    return odd


@kernel
def walk_gain(
    s: State, seat: int, space: int, first: int, second: int, feet: int, odd: int, ejection: float
) -> float:
    """Return what up to two steps and the fall after them would bring."""
    gain = 0.0
    for turn in range(2):
        direction = first if turn == 0 else second
        if direction >= 0:
            space = NEIGHBOUR[s.shape_index, space, direction]
            gain += _worth(s, seat, space, odd, ejection)
            odd ^= 1 << s.star[space]
    start = space
    while not s.blocked[space] >> feet & 1:
        space = NEIGHBOUR[s.shape_index, space, feet]
        gain += _worth(s, seat, space, odd, ejection)
        odd ^= 1 << s.star[space]
        if space == start:
            break
    return gain


@kernel
def special_gain(s: State, seat: int, special: int, odd: int) -> float:
    """Return what a special move would bring."""
    space, feet = int64(s.pawn[seat]), int64(s.feet[seat])
    if special < HIGH_LEFT:
        side = (feet + SIDE_TURN[special]) & 3
        return walk_gain(s, seat, space, side, side, feet, odd, EJECTION)
    if special < DROP_DOWN:
        side = (feet + SIDE_TURN[special - HIGH_LEFT]) & 3
        return walk_gain(s, seat, space, (feet + UP_TURN) & 3, side, feet, odd, EJECTION)
    if special == DROP_DOWN:
        return walk_gain(s, seat, space, feet, NO_STEP, feet, odd, EJECTION)
    return walk_gain(
        s, seat, space, NO_STEP, NO_STEP, (feet + QUARTERS[special - ROTATE_CW]) & 3, odd, EJECTION
    )


@kernel
def path_gain(s: State, seat: int, action: int, odd: int) -> float:
    """Return about how many points an action of a turn would bring at once, steals included."""
    space, feet = int64(s.pawn[seat]), int64(s.feet[seat])
    if action < ACT_SIMPLE:
        return 0.0
    if action < ACT_SPECIAL:
        side = (feet + SIDE_TURN[(action - ACT_SIMPLE) & 1]) & 3
        return walk_gain(s, seat, space, side, NO_STEP, feet, odd, EJECTION)
    if action < ACT_TILE:
        return special_gain(s, seat, (action - ACT_SPECIAL) & 7, odd)
    if action < ACT_DOUBLE:
        return 0.0  # a turned tile: too much to see at a glance
    if action < ACT_TELEPORT:
        sides = action - ACT_DOUBLE
        first, second = (feet + SIDE_TURN[sides >> 1]) & 3, (feet + SIDE_TURN[sides & 1]) & 3
        gain = walk_gain(s, seat, space, first, NO_STEP, feet, odd, EJECTION)
        middle = landing(s, NEIGHBOUR[s.shape_index, space, first], feet)
        return gain + walk_gain(s, seat, middle, second, NO_STEP, feet, odd, EJECTION)
    if action > ACT_TELEPORT:
        return 0.0  # a card that nothing is known about yet
    door = int64(s.door[s.open_door])
    fall = walk_gain(s, seat, door, NO_STEP, NO_STEP, feet, odd, EJECTION)
    return _worth(s, seat, door, odd, EJECTION) + fall


@kernel
def action_worth(s: State, seat: int, action: int, odd: int) -> float:
    """Return how good an action of a turn looks: what it brings, and what it does to the hand."""
    if action == ACT_COMPLETE:
        return CARD_PRICE * count_bits(int64(s.face_up[seat] | s.face_down[seat]))
    price = WILD_PRICE if ACT_WILD <= action < ACT_TILE else CARD_PRICE
    return path_gain(s, seat, action, odd) - price
