"""What the Gravwell bots see at a glance: where a card would take its owner if it took effect right now.

Nothing here decides what happens: that is for the rules. Before a card's turn comes others may have moved, so even the
exact answer would be a guess.
"""

from __future__ import annotations

import numpy as np

from gravitable.core.bits import count_bits, nth_bit
from gravitable.core.jit import kernel
from gravitable.core.numbers import float64, int64
from gravitable.gravwell.data import (
    ACT_STACK,
    ACT_STOP,
    DRAFT,
    GATE,
    KIND,
    N_CARDS,
    N_MOVEMENTS,
    PICK,
    REPULSOR,
    SINGULARITY,
    STANDARD,
    VALUE,
)
from gravitable.gravwell.moves import surroundings
from gravitable.gravwell.pulls import direction_of
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_movers

TRACTOR_SHARE = 0.5  # of the spaces that a tractor moves rivals, so much counts for its owner
STOP_PRICE = 2.0  # spaces that a stop must save while there are movements left to use it in
GATE_BONUS = 20.0

# What a card is worth in the draft: how far it is likely to take its owner forward.
CARD_WORTH = np.array(
    [
        VALUE[card] if KIND[card] == STANDARD else 4.0 if KIND[card] == REPULSOR else 2.0
        for card in range(N_CARDS)
    ]
)


@kernel
def thrust_direction(s: State, seat: int, letter: int) -> int:
    """Return where a standard or repulsor card would take its owner now: 1 forward, -1 back, 0 nowhere."""
    if s.position[seat] == SINGULARITY:
        return int64(KIND[letter] == STANDARD)
    direction = direction_of(surroundings(s, seat))
    return -direction if KIND[letter] == REPULSOR else direction


@kernel
def _tractor_worth(s: State, seat: int, letter: int) -> float:
    here = s.position[seat]
    rivals_ahead = 0
    for other in range(n_movers(s)):
        if other != seat and s.position[other] < GATE:
            rivals_ahead += int64(s.position[other] > here) - int64(s.position[other] < here)
    return float64(TRACTOR_SHARE * VALUE[letter] * rivals_ahead)


@kernel
def fuel_worth(s: State, seat: int, letter: int) -> float:
    """Return about how many spaces a card would gain for its owner now."""
    if KIND[letter] > REPULSOR:
        return _tractor_worth(s, seat, letter)
    here = int64(s.position[seat])
    there = here + thrust_direction(s, seat, letter) * VALUE[letter]
    if there >= GATE:
        return GATE - here + GATE_BONUS
    return float64(max(there, SINGULARITY) - here)


@kernel
def stack_worth(cards: int) -> float:
    """Return what the open cards of a stack are worth."""
    worth = 0.0
    for n in range(count_bits(cards)):
        worth += CARD_WORTH[nth_bit(cards, n)]
    return worth


@kernel
def look(s: State, seat: int, action: int) -> float:
    """Return how good an action of any phase looks, in spaces."""
    if s.phase == PICK:
        return fuel_worth(s, seat, action)
    if s.phase == DRAFT:
        return stack_worth(int64(s.stack_up[action - ACT_STACK]))
    if action == ACT_STOP:
        return 0.0 if s.movement == N_MOVEMENTS else -STOP_PRICE
    return fuel_worth(s, seat, int64(s.current))
