"""Monte Carlo tree search for Gravwell: the parts for ``search_template``.

A playout ends when the round does: the next deal decides most of what comes after it. From ``search@2`` on, others who
have picked already are thought about like those who have not; a network that learned from whole games judges the
position at the end of a round, since a lead says little about who wins; and with two players the search notes what came
of each pair of picks, so that the bot can choose at random in the right proportions, which opponents cannot exploit
(duel.py).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from gravitable.bots.kernels import search_template
from gravitable.bots.kernels.gravwell_features import see
from gravitable.bots.kernels.gravwell_knobs import BY_HAND, LEARNED
from gravitable.bots.kernels.gravwell_sight import look
from gravitable.bots.kernels.network import Net, win_chances
from gravitable.core.bits import count_bits, nth_bit, random_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.lists import must_agree, must_be_numbered
from gravitable.core.numbers import int64
from gravitable.core.template import fill_in
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import DEAL, GATE, GHOST, HIDDEN, MAX_PLAYERS, NONE, OVER, PICK
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.setup import chance
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_rounds, winners
from gravitable.gravwell.view import determinize

# The knobs, in the order of their declaration.
EXPLORATION, SLIPS, NOISE, SPREAD, SPREAD_END, BIAS, DRIFT, EXTRA_ROUNDS, NET = range(len(BY_HAND))
must_be_numbered(BY_HAND, globals())
must_agree("the knobs of both versions", BY_HAND, LEARNED)

# Where a ship ends up, as measured: with each round to come, a quarter of its distance to the usual end goes away.
_TRUST, _USUAL_END = 0.75, 38.0

_UNIT = 1.0 / 2**32
_TREE_NOISE = 0.1


@kernel
def unseal(s: State, asks_again: bool) -> None:
    """Forget that others have picked already: it is better to think about their picks than to guess them.

    Without ``asks_again`` they are not asked once more, so that whoever picks last thinks that the others do nothing.
    That was a fault of ``search@1``, which stays as it was.
    """
    if s.phase == PICK:
        for seat in range(int64(s.players)):
            if s.played[seat, s.movement - 1] == HIDDEN:
                s.played[seat, s.movement - 1] = NONE
                if asks_again:
                    s.waiting |= 1 << seat


@kernel
def best_looking(s: State, seat: int, actions: int, noise: float, rng: Rng) -> tuple[int, float]:
    """Return the action that looks best, with a little noise, and how good it looks."""
    best, best_value, blurred = 0, 0.0, -1e9
    for n in range(count_bits(actions)):
        action = nth_bit(actions, n)
        value = look(s, seat, action)
        blur = value + noise * next32(rng) * _UNIT
        if blur > blurred:
            best, best_value, blurred = action, value, blur
    return best, best_value


@kernel
def playout(s: State, knobs: Any, rng: Rng) -> None:
    """Play on quickly to the end of the round: mostly what looks best, sometimes anything."""
    last_round = s.round_number + int64(knobs[EXTRA_ROUNDS])
    while s.phase != OVER and not (s.phase == DEAL and s.round_number > last_round):
        seats = to_act(s)
        if not seats:
            chance(s, rng, UNSEEN)
            continue
        seat = nth_bit(seats, 0)
        actions = legal_mask(s, seat)
        if next32(rng) * _UNIT < knobs[SLIPS]:
            action = random_bit(actions, rng)
        else:
            action, _ = best_looking(s, seat, actions, knobs[NOISE], rng)
        apply(s, seat, action, UNSEEN)


@kernel
def _rounds_left(s: State) -> int:
    """Return how many rounds are still to be played."""
    return n_rounds(s) - s.round_number + 1 if s.phase == DEAL else n_rounds(s) - s.round_number


@kernel
def _guess_by_hand(s: State, knobs: Any, rewards: Any) -> None:
    """Write each seat's chance to win, by how far the ships have come and how much may still happen."""
    left = _rounds_left(s)
    spread = knobs[SPREAD_END] + knobs[SPREAD] * sqrt(left)
    if s.players == 1:
        mine = s.position[0] + 1.5 * knobs[DRIFT] * left - GATE
        ghost = max(0.0, s.position[GHOST] + knobs[DRIFT] * left - GATE)
        rewards[0] = 1.0 / (1.0 + exp((ghost - mine) / spread))
        return
    total = 0.0
    for seat in range(int64(s.players)):
        rewards[seat] = exp((s.position[seat] - GATE) / spread)
        total += rewards[seat]
    for seat in range(int64(s.players)):
        rewards[seat] /= total


@kernel
def _guess_winner(s: State, knobs: Any, net: Net | None, sight: Any, rewards: Any) -> None:
    """Write each seat's chance to win as the network sees it; by hand without one, and in Solo."""
    if net is None:  # known when compiling
        _guess_by_hand(s, knobs, rewards)
    elif s.players > 1 and knobs[NET] > 0.0:
        see(s, sight)
        win_chances(net, sight, int64(s.players), rewards)
    else:
        _guess_by_hand(s, knobs, rewards)


@kernel
def evaluate(s: State, knobs: Any, net: Net | None, sight: Any, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and how far it will come: certain when the game is over, else a guess."""
    trust = 1.0
    if s.phase == OVER:
        seats = winners(s)
        for seat in range(int64(s.players)):
            rewards[seat] = 1.0 / count_bits(seats) if seats >> seat & 1 else 0.0
    else:
        trust = _TRUST ** _rounds_left(s)
        _guess_winner(s, knobs, net, sight, rewards)
    for seat in range(int64(s.players)):
        scores[seat] = trust * s.position[seat] + (1.0 - trust) * _USUAL_END


# The rest of what the template asks for.


@kernel
def as_it_is(s: State, seat: int, action: int) -> int:
    """Return the action: none stands for another one."""
    return action


@kernel
def is_round_over(s: State) -> bool:
    """Say whether the round has ended, and the tree with it."""
    return s.phase in (OVER, DEAL)


@kernel
def wants_more(tried: int, visits: int, knobs: Any) -> bool:
    """Say that every action is to be tried before one is tried again."""
    return True


@kernel
def best_untried(s: State, seat: int, actions: int, knobs: Any, rng: Rng) -> tuple[int, float]:
    """Return the action that looks best, with hardly any noise."""
    return best_looking(s, seat, actions, _TREE_NOISE, rng)


@kernel
def is_duel(s: State) -> bool:
    """Say whether two players pick at once."""
    return s.phase == PICK and s.players == 2 and s.waiting == 3


fill_in(
    search_template,
    globals(),
    MAX_PLAYERS=MAX_PLAYERS,
    EXPLORATION=EXPLORATION,
    BIAS=BIAS,
    seats_to_act=to_act,
    actions_of=legal_mask,
    concrete=as_it_is,
    apply=apply,
    chance=chance,
    is_leaf=is_round_over,
    wants_more=wants_more,
    best_untried=best_untried,
    determinize=determinize,
    prepare=unseal,
    is_duel=is_duel,
    playout=playout,
    evaluate=evaluate,
)
