"""A small network that says who will win: the same weights judge every seat, a softmax turns that into chances.

Each seat's row of inputs is its own features, those of its strongest rival, the average of all other rivals, and what
concerns everybody. So one network plays with any number of players. Sums run in one fixed order in 32-bit arithmetic:
compiled and uncompiled code give the same numbers.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel
from gravitable.core.numbers import float64

Floats = NDArray[np.float32]


class Net(NamedTuple):
    """The weights: inputs -> hidden -> hidden -> one number for the seat."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats


class Sight(NamedTuple):
    """Room for what the network sees of one position."""

    own: Floats
    """[seat, feature]"""
    shared: Floats
    row: Floats
    hidden: Floats
    second: Floats


def new_sight(players: int, n_own: int, n_shared: int, hidden: int = 1, second: int = 1) -> Sight:
    """Return room for positions of so many players."""
    shapes = ((players, n_own), n_shared, 3 * n_own + n_shared, hidden, second)
    return Sight(*(np.zeros(shape, np.float32) for shape in shapes))


def sight_for(net: Net, players: int, n_own: int) -> Sight:
    """Return room that fits a network."""
    n_shared = net.first.shape[0] - 3 * n_own
    return new_sight(players, n_own, n_shared, net.first.shape[1], net.second.shape[1])


@kernel
def strongest_rival(own: Any, players: int, seat: int) -> int:
    """Return the strongest rival: the largest first feature; of equals the next to the left."""
    best = (seat + 1) % players
    for ahead in range(2, players):
        other = (seat + ahead) % players
        if own[other, 0] > own[best, 0]:
            best = other
    return best


@kernel
def fill_row(own: Any, shared: Any, players: int, seat: int, row: Any) -> None:
    """Write the inputs of one seat."""
    n_own = own.shape[1]
    rival = strongest_rival(own, players, seat)
    for i in range(n_own):
        row[i] = own[seat, i]
        row[n_own + i] = own[rival, i]
        row[2 * n_own + i] = 0.0
    if players > 2:
        part = np.float32(1.0 / (players - 2))
        for other in range(players):
            if other not in (seat, rival):
                for i in range(n_own):
                    row[2 * n_own + i] += own[other, i] * part
    for i in range(shared.shape[0]):
        row[3 * n_own + i] = shared[i]


@kernel
def fill_rows(own: Any, shared: Any, players: int, rows: Any) -> None:
    """Write the inputs of all seats of many positions, for learning."""
    for position in range(own.shape[0]):
        for seat in range(players):
            fill_row(own[position], shared[position], players, seat, rows[position, seat])


@kernel
def _layer(inputs: Any, weights: Any, bias: Any, out: Any) -> None:
    """Write the outputs of a layer; numbers below zero become zero."""
    for j in range(out.shape[0]):
        out[j] = bias[j]
    for i in range(inputs.shape[0]):
        value = inputs[i]
        if value != 0.0:
            for j in range(out.shape[0]):
                out[j] += value * weights[i, j]
    for j in range(out.shape[0]):
        out[j] = max(out[j], np.float32(0.0))


@kernel
def _strength(net: Net, sight: Sight) -> float:
    """Return the network's number for the row in ``sight``."""
    _layer(sight.row, net.first, net.first_bias, sight.hidden)
    _layer(sight.hidden, net.second, net.second_bias, sight.second)
    total = np.float32(0.0)
    for j in range(sight.second.shape[0]):
        total += sight.second[j] * net.last[j]
    return float64(total)


@kernel
def softmax(values: Any, count: int) -> None:
    """Turn the first numbers into shares that add up to one."""
    best, total = values[0], 0.0
    for i in range(count):
        best = max(best, values[i])
    for i in range(count):
        values[i] = exp(values[i] - best)
        total += values[i]
    for i in range(count):
        values[i] /= total


@kernel
def win_chances(net: Net, sight: Sight, players: int, out: Any) -> None:
    """Write everybody's chance to win from the features in ``sight``."""
    for seat in range(players):
        fill_row(sight.own, sight.shared, players, seat, sight.row)
        out[seat] = _strength(net, sight)
    softmax(out, players)
