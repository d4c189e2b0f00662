"""Making positions to learn from: whole games in compiled code, on all cores, each piece of work with its own seed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import repeat

import numpy as np

from gravitable.arena.runners import cores
from gravitable.bots.kernels.network import Net, sight_for
from gravitable.bots.minds import mind_of
from gravitable.bots.tuning import turned
from gravitable.core.chance import chance_seed, generator, secret_of_seed
from gravitable.learn.fit import Positions, new_net
from gravitable.learn.kernels.store import GAMES, KEPT, SETTLED, new_store
from gravitable.learn.schools import school_of

PIECE = 10_000
"""Positions that one piece of work makes; how many work at it changes no result."""

_GAMES_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Order:
    """What to make: positions of one game with so many players, with a network that plays, or none."""

    game: str
    players: int
    count: int
    seed: int
    net: Net | None = None
    slips: float = 0.1
    """Share of decisions made at random, so that games differ."""

    def pieces(self) -> int:
        """Return into how many pieces the work is cut."""
        return -(-self.count // PIECE)

    def room(self) -> int:
        """Return how many positions a piece makes."""
        return min(self.count, PIECE)


@dataclass(frozen=True, slots=True)
class Piece:
    """What one piece of work brought."""

    positions: Positions
    games: int
    decisions: int


def sizes(game: str) -> tuple[int, int]:
    """Return how many features a seat has, and how many everybody shares."""
    features = mind_of(game).kernel("features")
    return features.N_OWN, features.N_SHARED


def n_inputs(game: str) -> int:
    """Return how many inputs a network of a game has."""
    n_own, n_shared = sizes(game)
    return 3 * n_own + n_shared


def make_piece(order: Order, number: int) -> Piece:
    """Make one piece of an order; the same piece is always the same."""
    school = school_of(order.game)
    kernels = import_module(school.kernels)
    start, table = school.table(order.players)
    n_own, n_shared = sizes(order.game)
    net = order.net or new_net(n_inputs(order.game), 2, 2, seed=0)
    store = new_store(order.room(), order.players, n_own, n_shared)
    rng = generator(chance_seed(secret_of_seed(order.seed), number))
    work, sight = np.zeros(5, start.dtype), sight_for(net, order.players, n_own)
    knobs = turned(order.game, 1, [f"slips={order.slips}"])
    by_hand = turned(order.game, 1, [])
    how = np.array([school.keep, float(order.net is not None)])
    decisions = 0
    while store.counts[KEPT] < order.room():
        decisions += kernels.play(
            start, work, table, _GAMES_AT_ONCE, how, knobs, by_hand, net, sight, store, rng
        )
    kept = slice(0, int(store.counts[SETTLED]))
    positions = Positions(
        store.own[kept], store.shared[kept], store.wins[kept], store.guess[kept], store.game[kept]
    )
    return Piece(positions, int(store.counts[GAMES]), decisions)


def make(order: Order, workers: int | None = None) -> Iterator[Piece]:
    """Return the pieces of an order as they get done, always in the same order."""
    with ThreadPoolExecutor(workers or cores()) as pool:
        yield from pool.map(make_piece, repeat(order), range(order.pieces()))


def join(pieces: list[Piece]) -> Positions:
    """Return the positions of several pieces together; their games get numbers of their own."""
    first, games = 0, []
    for piece in pieces:
        games.append(piece.positions.game + first)
        first += piece.games
    parts = [piece.positions for piece in pieces]
    return Positions(
        np.concatenate([part.own for part in parts]),
        np.concatenate([part.shared for part in parts]),
        np.concatenate([part.wins for part in parts]),
        np.concatenate([part.guess for part in parts]),
        np.concatenate(games),
    )
