"""Many games of one seat against bots, for Gymnasium's ``make_vec``: stepped together in compiled code.

>>> import gymnasium
>>> import gravitable.envs.seat
>>> envs = gymnasium.make_vec("gravitable/Superstar-v0", num_envs=8, vectorization_mode="vector_entry_point")
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape, observations["action_mask"].dtype
((8, 1256), dtype('int8'))
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gravitable.envs.batched import deal_of, kernel_of, new_generators
from gravitable.envs.errors import BadArray, BadSetting, NotReset, illegal_action
from gravitable.envs.observation import layout, n_actions
from gravitable.envs.rivals import NOT_COMPILED, checked_seat, rivals_kernel, slips_of, specs_of
from gravitable.envs.single import (
    ILLEGAL_REWARD,
    MAX_DECISIONS,
    OnIllegal,
    Reward,
    SingleGame,
    checked_limit,
    checked_reward,
)
from gravitable.envs.spaces import action_space, observation_space

Observations = dict[str, NDArray[Any]]


class SeatVectorEnv(VectorEnv[Observations, Any, Any]):
    """So many games at once, in each the agent has one seat; settings as in ``SeatEnv``.

    Rivals are ``random``, ``greedy`` or ``greedy:30``, since these answer in compiled code. A game that has ended is
    begun anew by the next step, whose action for it is ignored (``AutoresetMode.NEXT_STEP``).
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        seat: int | str = 0,
        bots: str | Sequence[str] = "greedy",
        on_illegal: OnIllegal = "lose",
        reward: Reward = "win",
        max_steps: int | None = MAX_DECISIONS,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise BadSetting(f"num_envs must be a whole number from 1, not {num_envs!r}")
        if render_mode is not None:
            raise BadSetting("many games at once cannot be drawn; leave render_mode out")
        single = SingleGame(game, players, options, on_illegal)
        self.rules, self.players, self.num_envs = single.rules, players, num_envs
        self.on_illegal = on_illegal
        self.reward, self.max_steps = checked_reward(reward), checked_limit("max_steps", max_steps)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_observation_space = observation_space(game, players)
        self.single_action_space = action_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = checked_seat(seat, players)
        self._bots = _compiled(specs_of(bots, players - 1))
        self._kernel, self._rivals = kernel_of(game), rivals_kernel(game)
        self._deal = deal_of(self.rules, players, single.options)
        self.states = np.zeros(num_envs, self._deal.start.dtype)
        self._work = np.zeros(4, self._deal.start.dtype)
        self._seats, self._next = np.zeros((2, num_envs), np.int64)
        self._slips = np.full((num_envs, players), NOT_COMPILED)
        self._scores = np.zeros((num_envs, players), np.int64)
        self._steps = np.zeros(num_envs, np.int64)
        self._over = np.ones(num_envs, bool)
        self._dealers: NDArray[np.int64] | None = None
        self._masks = np.zeros((num_envs, n_actions(game)), np.int8)
        self._sight = np.zeros((num_envs, layout(game, players).size), np.uint8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games anew; one seed is for all of them."""
        if isinstance(seed, list):
            raise BadSetting("one seed is for all games: reset(seed=1)")
        if seed is not None or self._dealers is None:
            chosen = secrets.randbits(63) if seed is None else seed
            self._dealers, self._players = new_generators(chosen, self.num_envs)
            self._draw = np.random.default_rng(chosen)
        for game in range(self.num_envs):
            self._begin(game)
        return self._look()

    def step(
        self, actions: Any
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one action in each game, let the bots answer, and return what each agent sees."""
        if self._dealers is None:
            raise NotReset("the games have not begun; call reset()")
        begun = self._over.copy()
        taken, lost = self._checked(actions, ~begun)
        self._rivals.turns(
            self.states, self._seats, taken, self._slips, self._dealers, self._players, self._work, self._next
        )
        for game in begun.nonzero()[0]:
            self._begin(int(game))
        self._steps[~begun] += 1
        ended = ~begun & (self._next < 0)
        cut = ~begun & ~ended & ~lost & (self._steps >= (self.max_steps or np.inf))
        rewards = self._rewards(~begun, ended)
        rewards[lost] = ILLEGAL_REWARD
        self._over = ended | lost | cut
        observations, infos = self._look()
        if lost.any():
            infos["illegal_action"], infos["_illegal_action"] = lost.copy(), lost.copy()
        if ended.any():
            infos["scores"], infos["_scores"] = self._scores.copy(), ended
        return observations, rewards, ended | lost, cut, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, one row for each game, as sb3-contrib asks for them."""
        return self._masks.astype(bool)

    def _begin(self, game: int) -> None:
        """Begin one game and let the bots play until the agent must choose."""
        own, dealers = self.states[game : game + 1], self._dealers
        assert dealers is not None  # noqa: S101 - reset has made them
        seat = int(self._draw.integers(self.players)) if self._seat is None else self._seat
        self._seats[game] = seat
        self._slips[game] = [*self._bots[:seat], NOT_COMPILED, *self._bots[seat:]]
        self._next[game] = -1
        while self._next[game] < 0:  # the bots may finish a game without the agent
            self._kernel.open_game(own, self._deal, dealers[game])
            self._next[game] = self._rivals.play_on(
                own, self._slips[game], dealers[game], self._players[game], self._work
            )
        self._steps[game], self._over[game] = 0, False
        self._scores[game] = self._standing(game)[0]

    def _checked(
        self, actions: Any, playing: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the actions to play (-1: none in this game), and which games are lost by an illegal action."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadArray(
                f"actions must be {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        inside = (given >= 0) & (given < self._masks.shape[1])
        legal = inside & (self._masks[np.arange(self.num_envs), np.where(inside, given, 0)] > 0)
        wrong = playing & ~legal
        taken = np.where(playing, given, -1).astype(np.int64)
        for game in wrong.nonzero()[0] if self.on_illegal != "lose" else ():
            choices = self._masks[game].nonzero()[0]
            if self.on_illegal == "error":
                raise illegal_action(self.rules, f"game {game}", int(given[game]), choices.tolist())
            taken[game] = self._draw.choice(choices)
        lost = wrong if self.on_illegal == "lose" else np.zeros_like(wrong)
        taken[lost] = -1
        return taken, lost

    def _rewards(self, playing: NDArray[np.bool_], ended: NDArray[np.bool_]) -> NDArray[np.float64]:
        rewards = np.zeros(self.num_envs)
        by_score = self.reward == "score"
        for game in (playing if by_score else ended).nonzero()[0]:
            scores, worth = self._standing(int(game))
            seat = self._seats[game]
            rewards[game] = scores[seat] - self._scores[game, seat] if by_score else worth[seat]
            self._scores[game] = scores
        return rewards

    def _standing(self, game: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        scores, rewards = np.zeros(self.players, np.int64), np.zeros(self.players, np.float32)
        self._kernel.close_game(self.states[game : game + 1], scores, rewards)
        return scores, rewards

    def _look(self) -> tuple[Observations, dict[str, Any]]:
        self._kernel.look_at_all(
            self.states, self._seats, self._work[:1], self._masks, self._sight, self._sight.view(np.uint64)
        )
        masks = self._masks.copy()
        return {"action_mask": masks, "observation": self._sight.copy()}, {"action_mask": masks.copy()}


def _compiled(specs: list[str]) -> list[int]:
    slips = [slips_of(spec) for spec in specs]
    if NOT_COMPILED in slips:
        wrong = specs[slips.index(NOT_COMPILED)]
        raise BadSetting(
            f"many games at once are played against random and greedy, not {wrong!r}; use SeatEnv"
        )
    return slips
