"""Can a win chance be trusted? Of all positions where it said about 70%, about 70% should have been won."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

N_BINS = 10
ENOUGH = 200
"""Cases that a bin needs to be judged by."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Cases whose predicted chances are alike."""

    predicted: float
    won: float
    cases: int


def bins(shares: NDArray[np.float32], wins: NDArray[np.float32]) -> list[Bin]:
    """Return ten bins of predicted against real shares of wins; every seat of every position is a case."""
    predicted, won = shares.reshape(-1), wins.reshape(-1)
    place = np.minimum((predicted * N_BINS).astype(int), N_BINS - 1)
    return [
        Bin(float(predicted[place == n].mean()), float(won[place == n].mean()), int((place == n).sum()))
        for n in range(N_BINS)
        if (place == n).any()
    ]


def largest_deviation(found: list[Bin]) -> float:
    """Return how far prediction and truth are apart at most, among bins with enough cases."""
    return max((abs(each.predicted - each.won) for each in found if each.cases >= ENOUGH), default=0.0)
