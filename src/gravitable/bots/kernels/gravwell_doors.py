"""What Python asks the Gravwell kernels of the bots: functions that take arrays of states."""

from __future__ import annotations

from typing import Any

from gravitable.bots.kernels.gravwell_search import unseal
from gravitable.core.bits import count_bits
from gravitable.core.chance import Rng
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.gravwell.data import HIDDEN, N_CARDS, PICK
from gravitable.gravwell.legal import to_act
from gravitable.gravwell.view import determinize


@kernel
def concrete_action(states: States, seat: int, action: int) -> int:
    """Return the legal action that an action of the tree stands for: here, itself."""
    return action


@kernel
def forget_sealed(states: States) -> None:
    """See ``gravwell_search.unseal``."""
    unseal(states[0], True)


@kernel
def choosers(states: States) -> int:
    """Return how many seats pick at the same time, those included who have done so already; 0 in other phases."""
    picked = 0
    for seat in range(states[0].players):
        picked += states[0].phase == PICK and states[0].played[seat, states[0].movement - 1] == HIDDEN
    return picked + count_bits(to_act(states[0])) if states[0].phase == PICK else 0


@kernel
def guess_hands(states: States, seat: int, rng: Rng, hands: Any) -> None:
    """Write guesses at the cards that a seat may pick, as a row of ones and zeros each."""
    work = states.copy()
    for guess in range(hands.shape[0]):
        work[0] = states[0]
        unseal(work[0], True)
        determinize(work[0], rng)
        for card in range(N_CARDS):
            hands[guess, card] = work[0].hand[seat] >> card & 1
