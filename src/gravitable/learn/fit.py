"""Fitting the network to the results of games: gradient descent (Adam) on the log loss, in plain NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.bots.kernels.network import Net, fill_rows

Floats = NDArray[np.float32]


@dataclass(slots=True)
class Positions:
    """Positions of games with the same number of players."""

    own: Floats
    shared: Floats
    wins: Floats
    """[position, seat]: each seat's part of the win."""
    guess: Floats
    """What the hand-made evaluation thought of them."""
    game: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.own)

    @property
    def players(self) -> int:
        """How many seats these positions have."""
        return int(self.own.shape[1])

    def part(self, chosen: NDArray[np.bool_] | slice) -> Positions:
        """Return some of the positions."""
        return Positions(
            self.own[chosen], self.shared[chosen], self.wins[chosen], self.guess[chosen], self.game[chosen]
        )

    def rows(self, chosen: NDArray[np.int64] | slice) -> Floats:
        """Return the network's inputs for some positions: [position, seat, input]."""
        own, shared = self.own[chosen], self.shared[chosen]
        rows = np.empty((*own.shape[:2], 3 * own.shape[2] + shared.shape[1]), np.float32)
        fill_rows(own, shared, self.players, rows)
        return rows


def new_net(inputs: int, hidden: int, second: int, seed: int) -> Net:
    """Return a network that knows nothing."""
    rng = np.random.default_rng(seed)

    def weights(rows: int, columns: int) -> Floats:
        return np.asarray(rng.standard_normal((rows, columns)) * np.sqrt(2.0 / rows), np.float32)

    return Net(
        weights(inputs, hidden),
        np.zeros(hidden, np.float32),
        weights(hidden, second),
        np.zeros(second, np.float32),
        0.1 * weights(second, 1)[:, 0],
    )


def chances(net: Net, rows: Floats) -> Floats:
    """Return everybody's chance to win, as the kernels work it out."""
    return _forward(net, rows)[-1]


def _forward(net: Net, rows: Floats) -> tuple[Floats, Floats, Floats]:
    hidden = np.maximum(rows @ net.first + net.first_bias, 0)
    second = np.maximum(hidden @ net.second + net.second_bias, 0)
    logits = second @ net.last
    shares = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return hidden, second, shares / shares.sum(axis=-1, keepdims=True)


def surprise(shares: Floats, wins: Floats) -> float:
    """Return the mean log loss of predicted shares."""
    return float(-(wins * np.log(np.maximum(shares, 1e-7))).sum(axis=-1).mean())


def _gradient(net: Net, rows: Floats, wins: Floats) -> tuple[Net, float]:
    """Return the gradient of the log loss, and the log loss."""
    hidden, second, shares = _forward(net, rows)
    error = ((shares - wins) / len(rows)).reshape(-1)
    rows, hidden, second = (each.reshape(-1, each.shape[-1]) for each in (rows, hidden, second))
    at_second = error[:, None] * net.last * (second > 0)
    at_hidden = (at_second @ net.second.T) * (hidden > 0)
    slopes: list[Any] = [
        rows.T @ at_hidden,
        at_hidden.sum(axis=0),
        hidden.T @ at_second,
        at_second.sum(axis=0),
        second.T @ error,
    ]
    return Net(*slopes), surprise(shares, wins)


class Adam:
    """Gradient descent that remembers how each weight has moved."""

    def __init__(self, net: Net) -> None:
        self.net = Net(*(part.astype(np.float32).copy() for part in net))
        self._mean = [np.zeros_like(part) for part in net]
        self._square = [np.zeros_like(part) for part in net]
        self._steps = 0

    def step(self, rows: Floats, wins: Floats, rate: float, decay: float = 1e-5) -> float:
        """Take one step downhill, and return the log loss before it."""
        slope, loss = _gradient(self.net, rows, wins)
        self._steps += 1
        for number, down in enumerate(slope):
            mean, square, part = self._mean[number], self._square[number], self.net[number]
            mean += 0.1 * (down - mean)
            square += 0.001 * (down * down - square)
            change = (mean / (1 - 0.9**self._steps)) / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
            part -= rate * change + decay * rate * part
        return loss


def batches(
    sets: list[Positions], size: int, rng: np.random.Generator
) -> Iterator[tuple[Positions, NDArray[np.int64]]]:
    """Return every position once, in random order, sets mixed."""
    plan: list[tuple[int, NDArray[np.int64]]] = []
    for number, positions in enumerate(sets):
        order = rng.permutation(len(positions))
        plan += [(number, order[at : at + size]) for at in range(0, len(order), size)]
    for place in rng.permutation(len(plan)):
        number, chosen = plan[place]
        yield sets[number], chosen


def fit(
    net: Net, sets: list[Positions], passes: int, rate: float, seed: int, size: int = 2048
) -> Iterator[tuple[Net, float]]:
    """Learn from all positions ``passes`` times; yield the network and its mean log loss after each pass."""
    adam, rng = Adam(net), np.random.default_rng(seed)
    total = passes * sum(-(-len(positions) // size) for positions in sets)
    done = 0
    for _ in range(passes):
        losses = []
        for positions, chosen in batches(sets, size, rng):
            slowed = rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * done / total)))
            losses.append(adam.step(positions.rows(chosen), positions.wins[chosen], slowed))
            done += 1
        yield adam.net, float(np.mean(losses))


def held_out(positions: Positions, every: int = 10) -> tuple[Positions, Positions]:
    """Return positions of most games, and those of every tenth game, kept apart for checking."""
    apart = positions.game % every == 0
    return positions.part(~apart), positions.part(apart)
