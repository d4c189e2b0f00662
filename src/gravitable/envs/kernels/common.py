"""What the environments of both games share in compiled code: what a step reads and writes, masks, random play."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import count_bits, random_bit
from gravitable.core.chance import seed_generator
from gravitable.core.jit import kernel
from gravitable.core.state import States


class Deal(NamedTuple):
    """What a new game is made of: the record before chance has decided anything, tile faces, the host's picks."""

    start: States
    faces: Any
    picks: NDArray[np.int64]


class Out(NamedTuple):
    """Where a step writes to, one row for each game."""

    seats: NDArray[np.int64]
    """The seat to act; -1 in a game that is over and was not dealt anew."""
    legal: NDArray[np.int64]
    """Its legal actions as bits."""
    masks: NDArray[np.int8]
    """The same as bytes."""
    sight: NDArray[np.uint8]
    """What it sees; no columns when that is not wanted."""
    words: NDArray[np.uint64]
    """The memory of ``sight`` as words."""
    rewards: NDArray[np.float32]
    """What the end of a game was worth to each seat; zero while it goes on."""
    scores: NDArray[np.int64]
    """The scores of the last game that ended."""
    done: NDArray[np.uint8]
    """1 when this step has ended the game."""


# Each helper takes the few arrays that it needs: handing on all of ``Out`` would copy some seventy words a call.


@kernel
def write_mask(bits: int, mask: NDArray[np.int8]) -> None:
    """Write a set of actions, one byte for each action."""
    for action in range(mask.shape[0]):
        mask[action] = bits >> action & 1


@kernel
def write_worth(winners: int, rewards: NDArray[np.float32]) -> None:
    """Write what an end is worth to each seat, zero in sum: a sole winner gets 1, winners share; alone 1 or -1."""
    players = rewards.shape[0]
    n_winners = count_bits(winners)
    for seat in range(players):
        share = 1.0 / n_winners if winners >> seat & 1 else 0.0
        rewards[seat] = 2.0 * share - 1.0 if players == 1 else (players * share - 1.0) / (players - 1.0)


@kernel
def first_illegal(actions: NDArray[np.int64], legal: NDArray[np.int64], n_actions: int) -> int:
    """Return the first game whose action is not among its legal ones, -1 when there is none."""
    for game in range(actions.shape[0]):
        action = actions[game]
        if action < 0 or action >= n_actions or not legal[game] >> action & 1:
            return game
    return -1


@kernel
def seed_all(rngs: NDArray[np.int64], words: NDArray[np.int64]) -> None:
    """Start one generator for each row, from two 32-bit words each."""
    for row in range(rngs.shape[0]):
        seed_generator(rngs[row], words[row, 0], words[row, 1])


@kernel
def sample(
    legal: NDArray[np.int64], rngs: NDArray[np.int64], actions: NDArray[np.int64], low: int, high: int
) -> None:
    """Write a random legal action for each game, each as likely; 0 for a game that is over."""
    for game in range(low, high):
        actions[game] = random_bit(legal[game], rngs[game]) if legal[game] else 0
