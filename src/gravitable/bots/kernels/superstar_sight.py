"""What the Superstar bots see at a glance: which actions are worth a thought, and what a move would pick up.

Nothing here decides what is legal or what happens: that is for the rules. ``path_gain`` only guesses what a move
brings by looking along its path, some twenty times quicker than playing it; a test compares it with the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.core.jit import kernel
from gravitable.superstar.data import (
    ACT_SIMPLE,
    ACT_SPECIAL,
    ACT_WILD,
    ACTION,
    DROP,
    HIGH,
    LONG,
    N_SPECIALS,
    ROTATE,
    WILD,
)
from gravitable.superstar.legal import legal_mask

State = Any

# Which card goes face down first: the one that helps least later. Goodies last, for they go to the neighbour.
LAY_ORDER = np.array([DROP, HIGH, LONG, ROTATE, WILD, 5, 6, 7])

_ALL_SIMPLE = np.int64(0xFFFF << ACT_SIMPLE)
_SIMPLE_LEFT = np.int64(0x5555 << ACT_SIMPLE)
_SIMPLE_RIGHT = np.int64(0xAAAA << ACT_SIMPLE)
_SPECIAL_BITS = np.int64((1 << N_SPECIALS) - 1)


@kernel
def card_to_lay(hand: int) -> int:
    """Return the card of a hand that is missed least."""
    for place in range(LAY_ORDER.shape[0]):
        if hand >> LAY_ORDER[place] & 1:
            return LAY_ORDER[place]
    return 0


@kernel
def merged(s: State, seat: int) -> int:
    """Return the legal actions with those that come to the same counted once.

    The simple moves of all cards to one side stand as the first of them, whoever's they are: others cannot tell them
    apart. A Wild is not spent on a move whose own card is in the hand.
    """
    actions = legal_mask(s, seat)
    if s.phase != ACTION:
        return actions
    specials = (actions >> ACT_SPECIAL) & _SPECIAL_BITS
    left, right = actions & _SIMPLE_LEFT, actions & _SIMPLE_RIGHT
    actions &= ~(_ALL_SIMPLE | specials << ACT_WILD)
    if left:
        actions |= np.int64(1) << ACT_SIMPLE
    if right:
        actions |= np.int64(1) << (ACT_SIMPLE + 1)
    return actions


@kernel
def concrete(s: State, seat: int, action: int) -> int:
    """Return the legal action that a merged one stands for."""
    if ACT_SIMPLE <= action < ACT_SPECIAL and s.phase == ACTION:
        return ACT_SIMPLE + 2 * card_to_lay(np.int64(s.hand[seat])) + (action - ACT_SIMPLE & 1)
    return action
