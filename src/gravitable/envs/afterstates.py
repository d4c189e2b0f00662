"""What a seat would see after each of its actions, for many games at once: what a learned value is asked about.

>>> from gravitable.envs.afterstates import Lookahead
>>> from gravitable.envs.batched import BatchedEnv
>>> env = BatchedEnv("superstar", games=64, seed=1)
>>> ahead = Lookahead("superstar", players=2)
>>> after = ahead.look(env.states, env.out.seats, env.out.masks)
>>> len(after.actions) == int(env.out.masks.sum())
True
>>> bool((after.observations[0] != env.out.observations[0]).any())
True

Every action is tried on a copy, and shown as its seat may see it: a state from which everything hidden has been taken
out gives the same. That works for games in which one seat acts at a time. Where others have chosen in secret, as in
Gravwell, nobody can see what follows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gravitable.core.registry import rules_of
from gravitable.core.state import States
from gravitable.envs.batched import deal_of, kernel_of
from gravitable.envs.errors import BadSetting
from gravitable.envs.kernels.common import Out
from gravitable.envs.labs import lab_of
from gravitable.envs.observation import layout, n_actions

__all__ = ["Afterstates", "Lookahead"]


class Afterstates(NamedTuple):
    """A row for each legal action of each game, game by game, actions in their order."""

    games: NDArray[np.int64]
    """[rows] which of the games"""
    actions: NDArray[np.int64]
    """[rows] which action was tried"""
    observations: NDArray[np.uint8]
    """[rows, size] what the seat that took it sees then, see ``gravitable.envs.observation``"""
    over: NDArray[np.bool_]
    """[rows] whether the action ends the game"""
    worth: NDArray[np.float32]
    """[rows] what that end is worth to the seat, from -1 to 1; 0 where the game goes on"""


class Lookahead:
    """Tries actions of one kind of game without playing them.

    Raises BadSetting for a game in which seats choose at once.
    """

    def __init__(self, game: str, players: int = 2) -> None:
        if lab_of(game).together:
            raise BadSetting(
                f"players of {game} choose at once and in secret: what follows an action is not known"
            )
        rules = rules_of(game)
        self.players, self.n_actions, self.size = players, n_actions(game), layout(game, players).size
        self._kernel = kernel_of(game)
        self._deal = deal_of(rules, players, rules.settle(players, {}))

    def look(self, states: States, seats: NDArray[np.int64], masks: NDArray[Any]) -> Afterstates:
        """Return what each seat would see after each action of its mask; nothing that is handed over is changed.

        ``states`` are those of a ``BatchedEnv``, or one masked state that a bot was shown; ``seats`` are to act.
        """
        games, actions = masks.nonzero()
        tried, own, count = states[games], seats[games], len(games)
        scores, rewards = (
            np.zeros((count, self.players), np.int64),
            np.zeros((count, self.players), np.float32),
        )
        over, numbers = np.zeros(count, np.uint8), np.zeros((2, count), np.int64)
        numbers[0] = own
        unseen = np.zeros((count, 0), np.uint8), np.zeros((count, 0), np.uint64)
        legal = np.zeros((count, self.n_actions), np.int8)
        out = Out(numbers[0], numbers[1], legal, *unseen, rewards, scores, over)
        work = np.zeros(1, states.dtype)  # of this call alone: several threads may look at once
        dice = np.zeros(
            (count, 4), np.int64
        )  # chance decides nothing here, but the kernel asks for generators
        self._kernel.step(tried, actions, dice, work, self._deal, out, 0, count, False)
        sight = np.zeros((count, self.size), np.uint8)
        self._kernel.look_at_all(tried, own, work, legal, sight, sight.view(np.uint64))
        return Afterstates(games, actions, sight, over > 0, rewards[np.arange(count), own])
