"""Whole games in compiled code: random play, and counting the tree of play."""

from __future__ import annotations

from typing import Any

from gravitable.core.bits import nth_bit, random_bit
from gravitable.core.chance import Rng, States
from gravitable.core.jit import kernel
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import OVER
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.setup import chance

State = Any


@kernel
def finish_randomly(s: State, rng: Rng, events: Any) -> int:
    """Play a game to its end at random, chance included, and return the number of decisions."""
    decisions = 0
    while s.phase != OVER:
        seats = to_act(s)
        if seats:
            seat = nth_bit(seats, 0)
            apply(s, seat, random_bit(legal_mask(s, seat), rng), events)
            decisions += 1
        else:
            chance(s, rng, events)
    return decisions


@kernel
def random_games(states: States, start: States, rng: Rng, games: int, events: Any) -> int:
    """Play whole games from the first deal to the end in ``states[0]`` and return the number of decisions."""
    decisions = 0
    for _ in range(games):
        states[0] = start[0]
        decisions += finish_randomly(states[0], rng, events)
    return decisions
