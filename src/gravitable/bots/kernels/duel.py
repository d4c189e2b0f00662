"""Two players choose at the same time: how often to play each action, so that an opponent who knows it gains nothing.

The search has noted what came of each pair of choices. Here both sides play that table against each other by regret
matching until neither would gain anything by doing otherwise; the average of what we did is the mixture to draw from.
The other's hand is one of several guesses, and each of them answers for itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel

STEPS = 1000
_DOUBT = 2.0  # times that a pair counts as tried, with what its two choices bring on average

Floats = NDArray[np.float64]


@kernel
def payoffs(rewards: Floats, times: Floats) -> Floats:
    """Return what each pair of choices brings us, from sums and counts; pairs seldom tried lean on their averages."""
    rows, columns = rewards.sum(axis=1), rewards.sum(axis=0)
    row_times, column_times = times.sum(axis=1), times.sum(axis=0)
    mean = rewards.sum() / max(times.sum(), 1.0)
    out = np.zeros(rewards.shape)
    for a in range(rewards.shape[0]):
        for b in range(rewards.shape[1]):
            of_row = (rows[a] + mean) / (row_times[a] + 1.0)
            of_column = (columns[b] + mean) / (column_times[b] + 1.0)
            usual = min(max(of_row + of_column - mean, 0.0), 1.0)
            out[a, b] = (rewards[a, b] + _DOUBT * usual) / (times[a, b] + _DOUBT)
    return out


@kernel
def _by_regret(regret: Any, allowed: Any, out: Any) -> None:
    """Write the strategy that plays every choice as often as it is regretted."""
    total, count = 0.0, 0
    for i in range(regret.shape[0]):
        if allowed[i]:
            total += regret[i]
            count += 1
    for i in range(regret.shape[0]):
        out[i] = 0.0
        if allowed[i]:
            out[i] = regret[i] / total if total > 0.0 else 1.0 / count


@kernel
def _regret_more(regret: Any, allowed: Any, strategy: Any, values: Any) -> None:
    """Take into the regrets what each choice would have brought."""
    expected = 0.0
    for i in range(regret.shape[0]):
        expected += strategy[i] * values[i]
    for i in range(regret.shape[0]):
        if allowed[i]:
            regret[i] = max(0.0, regret[i] + values[i] - expected)


@kernel
def _values(payoff: Floats, mine: Any, theirs: Any, my_values: Any, their_values: Any) -> None:
    """Write what each choice brings against the other side's strategy; what we gain the other loses."""
    my_values[:] = 0.0
    their_values[:] = 0.0
    for a in range(payoff.shape[0]):
        for b in range(payoff.shape[1]):
            my_values[a] += theirs[b] * payoff[a, b]
            their_values[b] -= mine[a] * payoff[a, b]


@kernel
def solve(payoff: Floats, mine: Any, hands: Any, steps: int) -> Floats:
    """Return our mixture. ``mine[a]``: may we choose it; ``hands[h, b]``: may the other, in guess ``h``."""
    n_mine, n_theirs = payoff.shape
    my_regret, my_strategy, average = np.zeros(n_mine), np.zeros(n_mine), np.zeros(n_mine)
    regrets, strategies = np.zeros((hands.shape[0], n_theirs)), np.zeros((hands.shape[0], n_theirs))
    together, my_values, their_values = np.zeros(n_theirs), np.zeros(n_mine), np.zeros(n_theirs)
    for step in range(steps):
        _by_regret(my_regret, mine, my_strategy)
        together[:] = 0.0
        for hand in range(hands.shape[0]):
            _by_regret(regrets[hand], hands[hand], strategies[hand])
            together += strategies[hand] / hands.shape[0]
        _values(payoff, my_strategy, together, my_values, their_values)
        _regret_more(my_regret, mine, my_strategy, my_values)
        for hand in range(hands.shape[0]):
            _regret_more(regrets[hand], hands[hand], strategies[hand], their_values)
        average += (step + 1) * my_strategy
    average /= average.sum()
    return average
