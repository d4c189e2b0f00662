"""Room for positions to learn from: what the network sees of them, and how their games ended."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gravitable.bots.kernels.network import Sight
from gravitable.core.bits import count_bits
from gravitable.core.jit import kernel

# What ``counts`` holds.
KEPT, SETTLED, GAMES = range(3)


class Store(NamedTuple):
    """The arrays; the first axis is the position."""

    counts: NDArray[np.int64]
    own: NDArray[np.float32]
    shared: NDArray[np.float32]
    wins: NDArray[np.float32]
    """[position, seat]: each seat's part of the win."""
    guess: NDArray[np.float32]
    """The same as the hand-made evaluation guessed it."""
    game: NDArray[np.int32]


def new_store(room: int, players: int, n_own: int, n_shared: int) -> Store:
    """Return room for so many positions; what does not fit is not kept."""
    return Store(
        np.zeros(3, np.int64),
        np.zeros((room, players, n_own), np.float32),
        np.zeros((room, n_shared), np.float32),
        np.zeros((room, players), np.float32),
        np.zeros((room, players), np.float32),
        np.zeros(room, np.int32),
    )


@kernel
def keep(store: Store, sight: Sight, guess: Any, players: int) -> None:
    """Keep the position in ``sight``, while there is room."""
    place = store.counts[KEPT]
    if place < store.own.shape[0]:
        store.own[place] = sight.own
        store.shared[place] = sight.shared
        for seat in range(players):
            store.guess[place, seat] = guess[seat]
        store.game[place] = store.counts[GAMES]
        store.counts[KEPT] = place + 1


@kernel
def settle(store: Store, wins: Any, players: int) -> None:
    """Note how the game ended for all positions that were kept since the last one."""
    for place in range(store.counts[SETTLED], store.counts[KEPT]):
        for seat in range(players):
            store.wins[place, seat] = wins[seat]
    store.counts[SETTLED] = store.counts[KEPT]
    store.counts[GAMES] += 1


@kernel
def share_out(winners: int, players: int, shares: Any) -> None:
    """Write each seat's part of the win, given the winners as bits."""
    for seat in range(players):
        shares[seat] = 1.0 / count_bits(winners) if winners >> seat & 1 else 0.0
