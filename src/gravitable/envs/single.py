"""One game for the standard environments, stepped in compiled code."""

from __future__ import annotations

import secrets
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import list_bits, random_bit
from gravitable.core.contract import SPECTATOR, Json
from gravitable.core.record import check_players
from gravitable.core.registry import rules_of
from gravitable.envs.batched import MAX_DECISIONS, deal_of, kernel_of, new_generators
from gravitable.envs.errors import BadSetting, NotReset, illegal_action
from gravitable.envs.observation import layout, n_actions

OnIllegal = Literal["lose", "error", "random"]
Reward = Literal["win", "score"]

ILLEGAL_REWARD: Final = -1.0
"""What an illegal action costs whoever takes it, where it ends the game."""
__all__ = [
    "ILLEGAL_REWARD",
    "MAX_DECISIONS",
    "LostByIllegal",
    "OnIllegal",
    "Reward",
    "SingleGame",
    "checked_limit",
    "checked_reward",
]

Mask = NDArray[np.int8]
Sight = NDArray[np.uint8]


class SingleGame:
    """A game that an environment steps: who is to act, what it may do and see, how it ended."""

    def __init__(self, game: str, players: int, options: Json, on_illegal: OnIllegal = "error") -> None:
        if on_illegal not in ("lose", "error", "random"):
            raise BadSetting(f"on_illegal is 'lose', 'error' or 'random', not {on_illegal!r}")
        self.rules = rules_of(game)
        check_players(self.rules, players)
        self.options = self.rules.settle(players, options)
        self.players = players
        self.on_illegal = on_illegal
        self.layout = layout(game, players)
        self.n_actions = n_actions(game)
        self.seat = -1
        """The seat that must choose now, the lowest of several; -1 when the game is over or has not begun."""
        self.kernel = kernel_of(game)
        self._deal = deal_of(self.rules, players, self.options)
        self.states = np.zeros(1, self._deal.start.dtype)
        self._work = np.zeros(1, self._deal.start.dtype)
        self.dealer: NDArray[np.int64] | None = None
        """The generator that deals, and one that replaces illegal actions and plays for bots."""
        self.player = np.zeros(4, np.int64)

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; without a seed go on with the chance of the last one, or with the operating system's."""
        if seed is not None or self.dealer is None:
            dealers, players = new_generators(secrets.randbits(63) if seed is None else seed, 1)
            self.dealer, self.player = dealers[0], players[0]
        self.seat = self.kernel.open_game(self.states, self._deal, self.dealer)

    def result(self) -> tuple[list[float], list[int]]:
        """Return what the end was worth to each seat, and the scores."""
        scores, rewards = np.zeros(self.players, np.int64), np.zeros(self.players, np.float32)
        self.kernel.close_game(self.states, scores, rewards)
        return rewards.tolist(), scores.tolist()

    def look(self, seat: int) -> tuple[Sight, Mask]:
        """Return what a seat sees, and the mask of its legal actions (all zero when it is not to act)."""
        sight, mask = np.zeros(self.layout.size, np.uint8), np.zeros(self.n_actions, np.int8)
        self.kernel.look(self.states, seat, self._work, mask, sight, sight.view(np.uint64))
        return sight, mask

    def act(self, action: object) -> None:
        """Take an action for the seat that must choose.

        Raises LostByIllegal, IllegalAction or NotReset, and then changes nothing.
        """
        if self.seat < 0:
            raise NotReset("the game is over or has not begun; call reset()")
        number = self.checked(action)
        self.seat = self.kernel.turn(self.states, self.seat, number, self.dealer)

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat."""
        listed = np.zeros(self.n_actions, np.int64)
        count = list_bits(self.kernel.choices(self.states, seat), listed)
        return listed[:count].tolist()  # type: ignore[no-any-return]

    def view(self) -> Json:
        """Return what everybody may see, for drawing."""
        return self.rules.describe(self.rules.mask(self.states, SPECTATOR), self.options)

    def scores(self) -> NDArray[np.int64]:
        """Return how everybody stands now: points, or how far a ship has come."""
        scores, rewards = np.zeros(self.players, np.int64), np.zeros(self.players, np.float32)
        self.kernel.close_game(self.states, scores, rewards)
        return scores

    def is_lost_by(self, action: Any, seat: int | None = None) -> bool:
        """Say whether an action of the space is illegal now, and costs the seat that takes it the game."""
        number = _as_number(action)
        if self.on_illegal != "lose" or number is None or not 0 <= number < self.n_actions:
            return False
        return not self.kernel.choices(self.states, self.seat if seat is None else seat) >> number & 1

    def checked(self, action: Any) -> int:
        """Return an action that the seat to act may take; raises LostByIllegal or IllegalAction."""
        bits = self.kernel.choices(self.states, self.seat)
        number = _as_number(action)
        if number is not None and 0 <= number < self.n_actions:
            if bits >> number & 1:
                return number
            if self.on_illegal == "lose":
                raise LostByIllegal
        if self.on_illegal == "random":
            return int(random_bit(bits, self.player))
        raise illegal_action(self.rules, f"seat {self.seat}", action, self.legal(self.seat))


class LostByIllegal(Exception):
    """An action of the space is illegal now, and that costs whoever took it the game."""


def _as_number(action: Any) -> int | None:
    """Return an action as a number; Stable-Baselines hands over arrays without an axis."""
    if type(action) is int:
        return action
    if isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu":
        return int(action)
    return int(action) if isinstance(action, (int, np.integer)) else None


def checked_reward(value: Reward) -> Reward:
    """Return a kind of reward; raises BadSetting."""
    if value not in ("win", "score"):
        raise BadSetting(f"reward is 'win' or 'score', not {value!r}")
    return value


def checked_limit(name: str, value: object) -> int | None:
    """Return a number of decisions that makes sense; raises BadSetting."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 1):
        return value
    raise BadSetting(f"{name} must be a whole number from 1 on or None, not {value!r}")
