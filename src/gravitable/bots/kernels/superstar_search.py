"""Monte Carlo tree search for Superstar: the parts for ``search_template``.

Not every action of a node is tried: the more often the node is visited, the more actions are, those that look best
first. ``search@1`` tries all of them, plays on quickly for some moves, and judges by hand; its successor lets a network
judge: at once with two players, after a few moves with more, since others then stand between a move and its fruits.

Numbers that were tuned come in as ``knobs`` (see ``bots.tuning``), so that tuning compiles nothing anew.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from gravitable.bots.kernels import search_template
from gravitable.bots.kernels.network import Net, win_chances
from gravitable.bots.kernels.superstar_features import see, stars_left
from gravitable.bots.kernels.superstar_knobs import BY_HAND, LEARNED
from gravitable.bots.kernels.superstar_sight import action_worth, concrete, merged, odd_colours
from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.events import UNSEEN, Events
from gravitable.core.jit import kernel
from gravitable.core.lists import must_agree, must_be_numbered
from gravitable.core.numbers import float64, int64
from gravitable.core.template import fill_in
from gravitable.superstar.apply import apply
from gravitable.superstar.data import (
    ACT_REPLAY,
    ACT_STEAL,
    ACT_STEAL_TOKEN,
    ACTION,
    MAX_PLAYERS,
    OVER,
    POINTS_TO_END,
    STARS_TO_END,
    STEAL,
)
from gravitable.superstar.moves import points
from gravitable.superstar.state import State
from gravitable.superstar.turn import result
from gravitable.superstar.view import determinize

# The knobs, in the order of their declaration.
(
    EXPLORATION,
    PLAYOUT,
    SLIPS,
    NOISE,
    HAND,
    NEXT_GAIN,
    SPREAD,
    SPREAD_END,
    BIAS,
    REPLAY_GAIN,
    TURN,
    OFF_BOARD,
    WIDEN,
    CROWD,
) = range(len(BY_HAND))
must_be_numbered(BY_HAND, globals())
must_agree("the knobs of both versions", BY_HAND, LEARNED)

_UNIT = 1.0 / 2**32


@kernel
def steal_worth(s: State, seat: int, victim: int, action: int) -> float:
    """Return how good a steal looks: pairs made, and pairs broken."""
    if action == ACT_STEAL_TOKEN:
        return 0.2
    colour = action - ACT_STEAL
    return float64((s.stars[seat, colour] & 1) + 0.7 * (1 - (s.stars[victim, colour] & 1)))


@kernel
def best_gain(s: State, seat: int) -> float:
    """Return how good the best action of a turn looks that ``seat`` could take if it were to act now."""
    odd = odd_colours(s, seat)
    best = 0.0
    actions = merged_as_if(s, seat)
    for n in range(count_bits(actions)):
        best = max(best, action_worth(s, seat, nth_bit(actions, n), odd))
    return best


@kernel
def merged_as_if(s: State, seat: int) -> int:
    """Return the actions of a turn that a seat would have if it were its turn."""
    phase, turn = s.phase, s.seat
    s.phase, s.seat = ACTION, seat
    actions = merged(s, seat)
    s.phase, s.seat = phase, turn
    return actions


@kernel
def look(s: State, seat: int, action: int, odd: int, knobs: Any) -> float:
    """Return how good an action of any phase looks."""
    if s.phase == ACTION:
        return action_worth(s, seat, action, odd)
    if s.phase == STEAL:
        return steal_worth(s, seat, s.victims[0], action)
    if action == ACT_REPLAY:
        return float64(best_gain(s, seat) - knobs[REPLAY_GAIN])
    return 0.0


@kernel
def best_looking(s: State, seat: int, actions: int, knobs: Any, rng: Rng) -> tuple[int, float]:
    """Return the action that looks best, with a little noise, and how good it looks."""
    odd = odd_colours(s, seat)
    best, best_value, blurred = 0, 0.0, -1e9
    for n in range(count_bits(actions)):
        action = nth_bit(actions, n)
        value = look(s, seat, action, odd, knobs)
        blur = value + knobs[NOISE] * next32(rng) * _UNIT
        if blur > blurred:
            best, best_value, blurred = action, value, blur
    return best, best_value


@kernel
def playout(s: State, knobs: Any, rng: Rng) -> None:
    """Play on quickly for a while: mostly what looks best, sometimes anything."""
    for _ in range(int64(knobs[PLAYOUT] if s.players == 2 else knobs[CROWD])):
        if s.phase == OVER:
            return
        seat = int64(s.seat)
        actions = merged(s, seat)
        if next32(rng) * _UNIT < knobs[SLIPS]:
            action = random_bit(actions, rng)
        else:
            action, _ = best_looking(s, seat, actions, knobs, rng)
        apply(s, seat, concrete(s, seat, action), UNSEEN)


@kernel
def _distance_to_end(s: State) -> float:
    """Return about how many stars will still be taken."""
    if s.expert:
        lead = int64(0)
        for seat in range(int64(s.players)):
            lead = max(lead, points(s, seat))
        return float64(max(0.0, 0.6 * s.players * (POINTS_TO_END[s.players] - lead)))
    return max(0.0, float64(s.stars_on_board - STARS_TO_END[s.players]))


@kernel
def _prospects(s: State, knobs: Any, prospects: Any) -> None:
    """Write what each seat's position looks worth, in points."""
    for seat in range(int64(s.players)):
        worth = points(s, seat) + knobs[HAND] * count_bits(int64(s.hand[seat]))
        if s.pawn[seat] < 0:
            worth += knobs[OFF_BOARD]
        elif knobs[NEXT_GAIN] > 0.0:
            worth += knobs[NEXT_GAIN] * best_gain(s, seat)
        if s.seat == seat:
            worth += knobs[TURN]
        prospects[seat] = worth


@kernel
def _guess_by_hand(s: State, knobs: Any, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and its score, by points and what each seat could take next."""
    _prospects(s, knobs, rewards)
    left = _distance_to_end(s)
    spread = knobs[SPREAD_END] + knobs[SPREAD] * sqrt(left)
    best, total = rewards[0], 0.0
    for seat in range(int64(s.players)):
        scores[seat] = rewards[seat] + 1.3 * left / s.players
        best = max(best, rewards[seat])
    for seat in range(int64(s.players)):
        rewards[seat] = exp((rewards[seat] - best) / spread)
        total += rewards[seat]
    for seat in range(int64(s.players)):
        rewards[seat] /= total


@kernel
def evaluate(s: State, knobs: Any, net: Net | None, sight: Any, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and its score: certain when the game is over, else a guess."""
    if s.phase == OVER:
        final = np.zeros(MAX_PLAYERS, np.int64)
        winners = result(s, final)
        share = 1.0 / count_bits(winners)
        for seat in range(int64(s.players)):
            rewards[seat] = share if winners >> seat & 1 else 0.0
            scores[seat] = final[seat]
    elif net is None:  # known when compiling
        _guess_by_hand(s, knobs, rewards, scores)
    else:
        see(s, sight)
        win_chances(net, sight, int64(s.players), rewards)
        to_come = 1.3 * stars_left(s) / s.players
        for seat in range(int64(s.players)):
            scores[seat] = points(s, seat) + to_come


# The rest of what the template asks for.


@kernel
def seats_to_act(s: State) -> int:
    """Return the seat whose turn it is, as bits."""
    return int64(1) << s.seat


@kernel
def no_chance(s: State, rng: Rng, events: Events) -> None:
    """Do nothing: once the board is set up, chance decides nothing more."""


@kernel
def is_over(s: State) -> bool:
    """Say whether the game has ended: only there does the tree end."""
    return s.phase == OVER


@kernel
def wants_more(tried: int, visits: int, knobs: Any) -> bool:
    """Say whether a place should try another action: the more visits, the more actions."""
    return count_bits(tried) < 1.0 + float64(knobs[WIDEN]) * sqrt(visits)


@kernel
def nothing_to_prepare(s: State, asks_again: bool) -> None:
    """Do nothing: nobody chooses in secret."""


@kernel
def no_duel(s: State) -> bool:
    """Say that two seats never choose at once."""
    return False


fill_in(
    search_template,
    globals(),
    MAX_PLAYERS=MAX_PLAYERS,
    EXPLORATION=EXPLORATION,
    BIAS=BIAS,
    seats_to_act=seats_to_act,
    actions_of=merged,
    concrete=concrete,
    apply=apply,
    chance=no_chance,
    is_leaf=is_over,
    wants_more=wants_more,
    best_untried=best_looking,
    determinize=determinize,
    prepare=nothing_to_prepare,
    is_duel=no_duel,
    playout=playout,
    evaluate=evaluate,
)
