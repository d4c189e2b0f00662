"""What the network sees of a game of Gravwell: plain numbers for each seat, and some for everybody.

Made for moments between movements: at a deal, in a draft, and before picks. Cards stand one by one, since which they
are decides more than who is ahead.
"""

from __future__ import annotations

from typing import Any

from gravitable.bots.kernels.gravwell_sight import CARD_WORTH, fuel_worth
from gravitable.bots.kernels.network import Sight
from gravitable.core.bits import count_bits, nth_bit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.gravwell.data import (
    DEAL,
    DERELICT,
    DRAFT,
    GATE,
    N_CARDS,
    SINGULARITY,
)
from gravitable.gravwell.moves import surroundings
from gravitable.gravwell.pulls import ahead_and_behind, direction_of
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_rounds

# Own features, by place. The position comes first: it decides who is the strongest rival.
(
    POSITION,
    AT_START,
    FAR,
    NEAR_GATE,
    AT_GATE,
    AHEAD,
    BEHIND,
    NOBODY_AHEAD,
    NOBODY_BEHIND,
    PULL,
    LEAD,
    LEADS,
    STOP,
    HAND_SIZE,
    HAND_WORTH,
    BEST,
    SECOND_BEST,
    WORST,
    MEAN,
    DRAFT_PLACE,
    FIRST_DERELICT,
    SECOND_DERELICT,
    CARDS,
) = range(23)
N_OWN = CARDS + N_CARDS
# Shared: 7 for the rounds left, 7 for the movement, deal, draft, 2, 3 or 4 players, and the variants that there were
# when the network learned; it cannot see a later one before it has learned anew.
N_LEARNED = 4
ROUNDS_LEFT, MOVEMENT, IS_DEAL, IS_DRAFT, PLAYERS, VARIANTS = 0, 7, 14, 15, 16, 19
N_SHARED = VARIANTS + N_LEARNED


@kernel
def rounds_left(s: State) -> int:
    """Return how many rounds are still to be begun."""
    return n_rounds(s) - s.round_number + int64(s.phase == DEAL)


@kernel
def _see_place(s: State, seat: int, own: Any) -> None:
    """Fill in where a ship is and what pulls at it."""
    here = int64(s.position[seat])
    own[seat, POSITION] = here / 27.0
    own[seat, AT_START] = here == SINGULARITY
    own[seat, FAR] = max(here - 26, 0) / 14.0
    own[seat, NEAR_GATE] = max(here - 40, 0) / 7.0
    own[seat, AT_GATE] = here == GATE
    around = surroundings(s, seat)
    ahead, behind = ahead_and_behind(around)
    own[seat, AHEAD] = min(ahead, 24) / 8.0
    own[seat, BEHIND] = min(behind, 24) / 8.0
    own[seat, NOBODY_AHEAD] = ahead == 0
    own[seat, NOBODY_BEHIND] = behind == 0
    own[seat, PULL] = direction_of(around)
    for which in range(2):
        there = int64(s.position[DERELICT + which])
        if SINGULARITY <= there < GATE:
            own[seat, FIRST_DERELICT + which] = min(max(there - here, -24), 24) / 12.0


@kernel
def _see_hand(s: State, seat: int, own: Any) -> None:
    """Fill in a seat's cards, one by one and by what they would do now."""
    hand = int64(s.hand[seat])
    count = count_bits(hand)
    own[seat, HAND_SIZE] = s.hand_size[seat] / 3.0
    own[seat, STOP] = s.stop[seat]
    if count == 0:
        return
    best, second, worst, total, worth = -99.0, -99.0, 99.0, 0.0, 0.0
    for n in range(count):
        card = nth_bit(hand, n)
        own[seat, CARDS + card] = 1.0
        gain = fuel_worth(s, seat, card)
        worth += CARD_WORTH[card]
        total += gain
        worst = min(worst, gain)
        if gain > best:
            best, second = gain, best
        else:
            second = max(second, gain)
    own[seat, HAND_WORTH] = worth / 16.0
    own[seat, BEST] = best / 8.0
    own[seat, SECOND_BEST] = max(second, worst) / 8.0
    own[seat, WORST] = worst / 8.0
    own[seat, MEAN] = total / count / 8.0


@kernel
def _see_leads(s: State, own: Any) -> None:
    for seat in range(int64(s.players)):
        rival = int64(-1)
        for other in range(int64(s.players)):
            if other != seat:
                rival = max(rival, int64(s.position[other]))
        lead = s.position[seat] - rival
        own[seat, LEAD] = min(max(lead, -24), 24) / 12.0
        own[seat, LEADS] = int64(lead > 0) - int64(lead < 0)
    for place in range(int64(s.players)):
        own[s.draft_order[place], DRAFT_PLACE] = place / s.players


@kernel
def _see_shared(s: State, shared: Any) -> None:
    shared[:] = 0.0
    shared[ROUNDS_LEFT + min(max(rounds_left(s), 0), 6)] = 1.0
    shared[MOVEMENT + s.movement] = 1.0
    shared[IS_DEAL] = s.phase == DEAL
    shared[IS_DRAFT] = s.phase == DRAFT
    for kind in range(3):
        shared[PLAYERS + kind] = s.players == kind + 2
    for variant in range(N_LEARNED):
        shared[VARIANTS + variant] = s.variants[variant]


@kernel
def see(s: State, sight: Sight) -> None:
    """Write the features of a (determinized) state of two players or more."""
    own = sight.own
    for seat in range(int64(s.players)):
        own[seat, :] = 0.0
        _see_place(s, seat, own)
        _see_hand(s, seat, own)
    _see_leads(s, own)
    _see_shared(s, sight.shared)
