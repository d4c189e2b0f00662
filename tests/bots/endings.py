"""Small endings of Gravwell that can be solved exactly: all cards known, no stops left, the last movements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gravitable.core.chance import generator
from gravitable.core.events import NO_EVENTS
from gravitable.core.registry import rules_of
from gravitable.core.state import States

Floats = NDArray[np.float64]
RULES = rules_of("gravwell")
OPTIONS = RULES.settle(2, {"no_secrets": True, "hardcore": True})


def endings(movement: int, seed: int) -> Iterator[States]:
    """Return positions of random games before a movement of the last round, with nothing left but picks."""
    rng, dice = generator(seed), np.random.default_rng(seed)
    while True:
        states = RULES.start(2, OPTIONS)
        while not RULES.over(states):
            if RULES.chance_kind(states):
                RULES.chance(states, OPTIONS, rng, NO_EVENTS)
                continue
            if _is_ending(states, movement):
                yield states.copy()
                break
            seat = RULES.to_act(states)[0]
            RULES.apply(states, seat, int(dice.choice(RULES.legal(states, seat))), NO_EVENTS)


def _is_ending(states: States, movement: int) -> bool:
    s = states[0]
    at = s.round_number == 6 and s.movement == movement and len(RULES.to_act(states)) == 2
    return bool(at and not s.stop[0] and not s.stop[1])


def table(states: States) -> Floats:
    """Return seat 0's exact chances for each pair of picks, both playing perfectly afterwards."""
    mine, theirs = (RULES.legal(states, seat) for seat in (0, 1))
    out = np.zeros((len(mine), len(theirs)))
    for a, card in enumerate(mine):
        for b, other in enumerate(theirs):
            after = states.copy()
            RULES.apply(after, 0, card, NO_EVENTS)
            RULES.apply(after, 1, other, NO_EVENTS)
            out[a, b] = value(after)
    return out


def value(states: States) -> float:
    """Return seat 0's exact chance to win."""
    if RULES.over(states):
        winners = RULES.result(states)["winners"]
        return (0 in winners) / len(winners)
    return game_value(table(states))


def game_value(payoff: Floats) -> float:
    """Return the value of a matrix game: the best guarantee over all pairs of supports of equal size."""
    best = max(payoff.min(axis=1))
    for size in range(2, min(payoff.shape) + 1):
        for rows in combinations(range(payoff.shape[0]), size):
            for columns in combinations(range(payoff.shape[1]), size):
                best = max(best, guarantee(payoff, _equalizing(payoff, rows, columns)))
    return float(best)


def _equalizing(payoff: Floats, rows: tuple[int, ...], columns: tuple[int, ...]) -> Floats:
    """Return the mixture of some rows under which some columns are worth the same; zeros when there is none."""
    size = len(rows)
    system = np.ones((size + 1, size + 1))
    system[:size, :size] = payoff[np.ix_(rows, columns)].T
    system[:size, size], system[size, size] = -1.0, 0.0
    out = np.zeros(payoff.shape[0])
    if abs(np.linalg.det(system)) > 1e-9:
        shares = np.linalg.solve(system, np.append(np.zeros(size), 1.0))[:size]
        if (shares >= -1e-12).all():
            out[list(rows)] = shares
    return out


def guarantee(payoff: Floats, mixture: Floats) -> float:
    """Return what a mixture of rows brings against the best answer."""
    return float((mixture @ payoff).min()) if mixture.sum() > 0.5 else -1.0
