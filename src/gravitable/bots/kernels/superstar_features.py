"""What the network sees of a game of Superstar: plain numbers for each seat, and some for everybody.

Reach is what one action could take from where the pawn stands, seen along its path (``superstar_sight`` does the same
for choosing); it is worked out for the cards in hand and for a full hand.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from gravitable.bots.kernels.network import Sight
from gravitable.bots.kernels.superstar_sight import NO_STEP, odd_colours, walk_gain
from gravitable.core.bits import count_bits
from gravitable.core.jit import kernel
from gravitable.core.numbers import float64, int64
from gravitable.superstar.board import NEIGHBOUR
from gravitable.superstar.data import (
    CARD_OF_SPECIAL,
    DROP_DOWN,
    GOODIES,
    HIGH_LEFT,
    N_COLOURS,
    N_OWN_CARDS,
    N_PLACES,
    N_SPECIALS,
    POINTS_TO_END,
    QUARTERS,
    REPLAY,
    ROTATE_CW,
    SIDE_TURN,
    STARS_TO_END,
    STEAL,
    TILE_SPACES,
    UP_TURN,
    WILD,
)
from gravitable.superstar.legal import free_sides
from gravitable.superstar.moves import pairs, points
from gravitable.superstar.state import State

# Own features, by place. Points come first: they decide who is the strongest rival.
(
    POINTS,
    LEAD,  # over the strongest rival; it counts more when fewer stars are left
    STARS,
    PAIRS,
    TOKENS,
    ODD,
    ODD_ON_BOARD,
    HAND,
    WILD_IN_HAND,
    GOODIES_IN_HAND,
    OFF_BOARD,
    BEST,
    SECOND_BEST,
    MANY,
    BEST_FULL,
    HUNTS,
    HUNTED,
    HUNTED_FULL,
    TO_ACT,
    MAY_REPLAY,
    TURNS_UNTIL,
    LAST_IN_ROUND,
    LEADS,
    HAND_CARDS,
) = range(24)
N_OWN = HAND_CARDS + N_OWN_CARDS
# Shared features, by place.
(
    LEFT,
    LEFT_ROOT,
    LEFT_LITTLE,
    ROUND,
    SUPPLY,
    IS_EXPERT,
    TWO_PLAYERS,  # then three, then four
    _,
    _,
    MANY_PLAYERS,
    IS_STEAL,
    IS_REPLAY,
) = range(12)
N_SHARED = IS_REPLAY + 1

_HIT = 64.0  # an ejection among the gains of a path; the rest stays below


@kernel
def stars_left(s: State) -> float:
    """Return about how many stars will still be taken."""
    left = float64(s.stars_on_board - STARS_TO_END[s.players])
    if s.expert:
        lead = int64(0)
        for seat in range(int64(s.players)):
            lead = max(lead, points(s, seat))
        left = 0.6 * s.players * (POINTS_TO_END[s.players] - lead)
    if s.round_limit > 0:
        left = min(left, float64(s.players * (s.round_limit - s.round_number)))
    return max(0.0, left)


@kernel
def _is_free(s: State, space: int, direction: int) -> bool:
    return not s.blocked[space] >> direction & 1


@kernel
def _special_reach(s: State, seat: int, special: int, odd: int) -> float:
    """Return what a special move would bring, -1 when a platform is in its way."""
    space, feet = int64(s.pawn[seat]), int64(s.feet[seat])
    if special >= ROTATE_CW:
        return walk_gain(
            s, seat, space, NO_STEP, NO_STEP, (feet + QUARTERS[special - ROTATE_CW]) & 3, odd, _HIT
        )
    if special == DROP_DOWN:
        return walk_gain(s, seat, space, feet, NO_STEP, feet, odd, _HIT)
    up = (feet + UP_TURN) & 3
    side = (feet + SIDE_TURN[special & 1]) & 3
    first = up if special >= HIGH_LEFT else side
    if not _is_free(s, space, first) or not _is_free(s, NEIGHBOUR[s.shape_index, space, first], side):
        return -1.0
    return walk_gain(s, seat, space, first, side, feet, odd, _HIT)


@kernel
def _note_reach(own: Any, seat: int, gain: float, in_hand: bool) -> bool:
    """Take a possible move into a seat's features; say whether it would eject somebody."""
    hits = gain >= _HIT
    worth = gain - (_HIT - 1.5) if hits else gain
    own[seat, BEST_FULL] = max(own[seat, BEST_FULL], np.float32(worth / 4.0))
    if not in_hand:
        return hits
    worth = worth / 4.0
    if worth > own[seat, BEST]:
        own[seat, SECOND_BEST] = own[seat, BEST]
        own[seat, BEST] = worth
    elif worth > own[seat, SECOND_BEST]:
        own[seat, SECOND_BEST] = worth
    own[seat, MANY] += np.float32(0.2 * min(worth, 1.0))
    return hits


@kernel
def _see_reach(s: State, seat: int, own: Any) -> int:
    """Fill in a seat's reach; return 1 when it could eject somebody with its hand, 2 with other cards, 3 both."""
    odd, hand = odd_colours(s, seat), int64(s.hand[seat])
    space, feet = int64(s.pawn[seat]), int64(s.feet[seat])
    sides, hunts = free_sides(s, space, feet), 0
    for side in range(2):
        if sides >> side & 1:
            gain = walk_gain(s, seat, space, (feet + SIDE_TURN[side]) & 3, NO_STEP, feet, odd, _HIT)
            if _note_reach(own, seat, gain, hand != 0):
                hunts |= 1
    for special in range(N_SPECIALS):
        gain = _special_reach(s, seat, special, odd)
        if gain >= 0.0:
            in_hand = (hand >> CARD_OF_SPECIAL[special] | hand >> WILD) & 1 == 1
            if _note_reach(own, seat, gain, in_hand):
                hunts |= 1 if in_hand else 2
    return hunts


@kernel
def _see_belongings(s: State, seat: int, own: Any) -> None:
    """Fill in what a seat has: points, stars, tokens, cards."""
    hand = int64(s.hand[seat])
    total, n_pairs, tokens = points(s, seat), pairs(s, seat), int64(s.tokens[seat])
    own[seat, POINTS] = total / 16.0
    own[seat, STARS] = (total - n_pairs - tokens) / 10.0
    own[seat, PAIRS] = n_pairs / 5.0
    own[seat, TOKENS] = tokens / 3.0
    own[seat, ODD] = count_bits(odd_colours(s, seat)) / 6.0
    own[seat, HAND] = count_bits(hand) / 5.0
    own[seat, WILD_IN_HAND] = hand >> WILD & 1
    own[seat, GOODIES_IN_HAND] = count_bits(hand & GOODIES)
    for card in range(N_OWN_CARDS):
        own[seat, HAND_CARDS + card] = hand >> card & 1


@kernel
def _see_turn(s: State, seat: int, own: Any) -> None:
    """Fill in how far away a seat's turn is."""
    players = int64(s.players)
    own[seat, TO_ACT] = s.seat == seat
    own[seat, MAY_REPLAY] = s.seat == seat and not s.second_action and s.tokens[seat] > 0
    own[seat, TURNS_UNTIL] = ((seat - s.seat) % players) / players
    own[seat, LAST_IN_ROUND] = ((seat - s.first) % players) / players
    own[seat, OFF_BOARD] = s.pawn[seat] < 0


@kernel
def _see_leads(s: State, left: float, own: Any) -> None:
    """Fill in who leads, and by how much."""
    spread = 1.0 + sqrt(left)
    for seat in range(int64(s.players)):
        rival = int64(-1)
        for other in range(int64(s.players)):
            if other != seat:
                rival = max(rival, points(s, other))
        lead = points(s, seat) - rival
        own[seat, LEAD] = min(max(lead / spread, -4.0), 4.0)
        own[seat, LEADS] = int64(lead > 0) - int64(lead < 0)


@kernel
def _see_board(s: State, own: Any) -> None:
    """Fill in how many stars lie about that would make a pair for a seat."""
    lying = np.zeros(N_COLOURS + 1, np.int64)
    for space in range(N_PLACES[s.shape_index] * TILE_SPACES):
        lying[s.star[space]] += 1
    for seat in range(int64(s.players)):
        odd, fitting = odd_colours(s, seat), 0
        for colour in range(1, N_COLOURS + 1):
            if odd >> colour & 1:
                fitting += lying[colour]
        own[seat, ODD_ON_BOARD] = fitting / 16.0


@kernel
def _see_shared(s: State, left: float, shared: Any) -> None:
    shared[LEFT] = left / 20.0
    shared[LEFT_ROOT] = sqrt(left) / 4.0
    shared[LEFT_LITTLE] = 1.0 / (1.0 + left)
    shared[ROUND] = min(s.round_number, 40) / 16.0
    shared[SUPPLY] = s.supply / 18.0
    shared[IS_EXPERT] = s.expert
    for more in range(3):
        shared[TWO_PLAYERS + more] = s.players == 2 + more
    shared[MANY_PLAYERS] = s.players > 4
    shared[IS_STEAL] = s.phase == STEAL
    shared[IS_REPLAY] = s.phase == REPLAY


@kernel
def see(s: State, sight: Sight) -> None:
    """Write the features of a (determinized) state."""
    own = sight.own
    hunters = 0
    for seat in range(int64(s.players)):
        own[seat, :] = 0.0
        _see_belongings(s, seat, own)
        _see_turn(s, seat, own)
        if s.pawn[seat] >= 0:
            hunts = _see_reach(s, seat, own)
            own[seat, HUNTS] = hunts & 1
            hunters |= hunts << 2 * seat
    for seat in range(int64(s.players)):
        others = hunters & ~(3 << 2 * seat)
        if s.pawn[seat] >= 0:
            own[seat, HUNTED] = others & 0b010101010101 != 0
            own[seat, HUNTED_FULL] = others != 0
    left = stars_left(s)
    _see_leads(s, left, own)
    _see_board(s, own)
    _see_shared(s, left, sight.shared)
