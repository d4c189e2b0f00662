"""The greedy Superstar player: tries every action, and takes the one after which it stands best."""

from __future__ import annotations

from gravitable.bots.kernels.superstar_sight import concrete, merged
from gravitable.core.bits import count_bits, nth_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.superstar.apply import apply
from gravitable.superstar.data import ACT_END, ACT_REPLAY, REPLAY, STEAL
from gravitable.superstar.legal import legal_mask
from gravitable.superstar.moves import points
from gravitable.superstar.state import State
from gravitable.superstar.view import determinize

_RIVAL_WEIGHT = 0.5  # a point taken from the strongest rival is worth half of one gained
_CARD_WEIGHT = 0.15  # a card in hand is worth keeping when nothing else tells two actions apart
_NOISE = 0.01


@kernel
def standing(s: State, seat: int) -> float:
    """Return how well a seat stands: its points, the strongest rival's, and the cards in its hand."""
    rival = int64(-1)
    for other in range(int64(s.players)):
        if other != seat:
            rival = max(rival, points(s, other))
    hand = count_bits(int64(s.hand[seat]))
    return points(s, seat) - _RIVAL_WEIGHT * rival + _CARD_WEIGHT * hand


@kernel
def _steal_best(trial: States, seat: int) -> None:
    """Settle all steals of a seat, each as suits it best."""
    while trial[0].phase == STEAL and trial[0].seat == seat:
        best, best_value = int64(-1), -1e9
        actions = legal_mask(trial[0], seat)
        for n in range(count_bits(actions)):
            action = nth_bit(actions, n)
            trial[1] = trial[0]
            apply(trial[1], seat, action, UNSEEN)
            value = standing(trial[1], seat)
            if value > best_value:
                best, best_value = action, value
        apply(trial[0], seat, best, UNSEEN)


@kernel
def _best_action(start: State, seat: int, trial: States, rng: Rng) -> tuple[int, float]:
    """Return the best action of a seat without thinking of a replay, and how it stands then."""
    best, best_value = -1, -1e9
    actions = merged(start, seat)
    for n in range(count_bits(actions)):
        action = concrete(start, seat, nth_bit(actions, n))
        trial[0] = start
        apply(trial[0], seat, action, UNSEEN)
        _steal_best(trial, seat)
        value = standing(trial[0], seat) + _NOISE * next32(rng) / 2**32
        if value > best_value:
            best, best_value = action, value
    return best, best_value


@kernel
def _choose_replay(work: States, seat: int, rng: Rng) -> int:
    """Pay for a second action when the best one gains more than the token is worth."""
    work[1] = work[0]
    apply(work[1], seat, int64(ACT_END), UNSEEN)
    without = standing(work[1], seat)
    apply(work[0], seat, int64(ACT_REPLAY), UNSEEN)
    _, with_replay = _best_action(work[0], seat, work[1:], rng)
    return ACT_REPLAY if with_replay > without + _NOISE else ACT_END


@kernel
def choose(states: States, seat: int, work: States, rng: Rng) -> int:
    """Return the greedy choice; ``work`` has room for three states."""
    work[0] = states[0]
    determinize(work[0], rng)
    if work[0].phase == REPLAY:
        return _choose_replay(work, seat, rng)
    best, _ = _best_action(work[0], seat, work[1:], rng)
    return best
