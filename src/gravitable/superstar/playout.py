"""Whole games in compiled code: random play, and counting the tree of play."""

from __future__ import annotations

from typing import Any

from gravitable.core.bits import random_bit
from gravitable.core.chance import Rng, States
from gravitable.core.jit import kernel
from gravitable.superstar import setup
from gravitable.superstar.apply import apply
from gravitable.superstar.data import OVER
from gravitable.superstar.legal import legal_mask

State = Any


@kernel
def finish_randomly(s: State, rng: Rng, events: Any) -> int:
    """Play a game to its end at random and return the number of decisions."""
    decisions = 0
    while s.phase != OVER:
        apply(s, s.seat, random_bit(legal_mask(s, s.seat), rng), events)
        decisions += 1
    return decisions


@kernel
def random_games(
    states: States, start: States, faces: Any, picks: Any, rng: Rng, games: int, events: Any
) -> int:
    """Play whole games from setup to end in ``states[0]`` and return the number of decisions."""
    decisions = 0
    for _ in range(games):
        states[0] = start[0]
        setup.chance(states[0], faces, picks, rng, events)
        decisions += finish_randomly(states[0], rng, events)
    return decisions
