"""Template: simple bots that play on in compiled code until it is the agent's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import random_bit
from gravitable.core.chance import Rng, below
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.core.template import given

# What a game brings.
legal_mask: Callable[[Any, int], int] = given()
mask: Callable[[Any, int], None] = given()
choose: Callable[[States, int, States, Rng], int] = given()
"""The greedy bot."""
seat_to_act: Callable[[Any], int] = given()
act: Callable[[States, int, int, int, Any], bool] = given()
"""See ``step_template``."""

NOT_COMPILED = -1  # in ``slips``: a seat that is played by somebody else


@kernel
def _choose(states: States, seat: int, slips: int, work: States, rng: Any) -> int:
    """Return a bot's choice: greedy, with so many random slips in a hundred; it sees only what its seat may."""
    if slips and below(rng, 100) < slips:
        return random_bit(legal_mask(states[0], seat), rng)
    work[0] = states[0]
    mask(work[0], seat)
    return choose(work[:1], seat, work[1:], rng)


@kernel
def play_on(states: States, slips: NDArray[np.int64], dealer: Any, player: Any, work: States) -> int:
    """Let the bots play until somebody else must choose, and return who; -1 when the game is over."""
    seat = seat_to_act(states[0])
    while seat >= 0 and slips[seat] != NOT_COMPILED:
        action = _choose(states, seat, slips[seat], work, player)
        act(states, 0, seat, action, dealer)
        seat = seat_to_act(states[0])
    return seat


@kernel
def turns(
    states: States,
    seats: NDArray[np.int64],
    actions: NDArray[np.int64],
    slips: NDArray[np.int64],
    dealers: Any,
    players: Any,
    work: States,
    next_seats: NDArray[np.int64],
) -> None:
    """Do the same in every game whose action is not negative, each with its own seat for the agent."""
    for game in range(actions.shape[0]):
        if actions[game] >= 0:
            own = states[game : game + 1]
            act(own, 0, seats[game], actions[game], dealers[game])
            next_seats[game] = play_on(own, slips[game], dealers[game], players[game], work)


@kernel
def turn(
    states: States,
    seat: int,
    action: int,
    slips: NDArray[np.int64],
    dealer: Any,
    player: Any,
    work: States,
) -> int:
    """Take an action and let the bots answer; return who must choose next, -1 when the game is over."""
    act(states, 0, seat, action, dealer)
    return play_on(states, slips, dealer, player, work)
