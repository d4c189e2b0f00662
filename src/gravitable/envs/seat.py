"""One seat of a game against bots, for Gymnasium.

>>> from gravitable.envs.seat import SeatEnv
>>> env = SeatEnv("superstar", bots="greedy")
>>> observation, info = env.reset(seed=1)
>>> action = int(info["action_mask"].nonzero()[0][0])
>>> observation, reward, terminated, truncated, info = env.step(action)

Importing this module registers ``gravitable/Superstar-v0`` and ``gravitable/Gravwell-v0``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from gravitable.bots import Bot, make
from gravitable.core.registry import packages
from gravitable.envs.errors import NotReset
from gravitable.envs.render import RENDER_MODES, Renderer
from gravitable.envs.rivals import NOT_COMPILED, checked_seat, rivals_kernel, slips_of, specs_of
from gravitable.envs.single import (
    ILLEGAL_REWARD,
    MAX_DECISIONS,
    LostByIllegal,
    OnIllegal,
    Reward,
    SingleGame,
    checked_limit,
    checked_reward,
)
from gravitable.envs.spaces import action_space, observation_space

Observation = dict[str, NDArray[Any]]


class SeatEnv(gymnasium.Env[Observation, "np.int64"]):
    """The agent plays one seat, bots the others.

    ``bots`` is what ``gravitable.bots.make`` takes, such as ``"greedy"``, ``"level:3"`` or ``"search:200"``, once for
    all seats or as a list with one for each rival in seat order. Random and greedy bots answer in compiled code.
    ``seat`` is a number, or ``"random"`` for another one in each game; an agent always sees itself as number 0. With
    ``reward="win"`` the reward is 0 until the game ends, then what the end is worth to the agent: 1 for a sole win,
    shared wins less, a loss ``-1 / (players - 1)``; with ``"score"`` it is the change of the own score since the last
    step. After ``max_steps`` steps a game is truncated (500; None never does it). An illegal action ends the game with
    a reward of -1; with ``on_illegal="error"`` it raises IllegalAction, with ``"random"`` a random legal one is
    taken instead. Game options are as in ``gravitable.new``.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - so Gymnasium names it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int | str = 0,
        bots: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
        on_illegal: OnIllegal = "lose",
        reward: Reward = "win",
        max_steps: int | None = MAX_DECISIONS,
        **options: Any,
    ) -> None:
        self.game = SingleGame(game, 2 if players is None else players, options, on_illegal)
        self._fixed_seat = checked_seat(seat, self.game.players)
        self.seat = self._fixed_seat or 0
        """The agent's seat in the present game."""
        self.bots = specs_of(bots, self.game.players - 1)
        self.reward, self.max_steps = checked_reward(reward), checked_limit("max_steps", max_steps)
        self._steps = 0
        self.observation_space: Any = observation_space(game, self.game.players)
        self.action_space: Any = action_space(game)
        self.render_mode = render_mode
        self._renderer = Renderer(self.game, render_mode)
        self._kernel = rivals_kernel(game)
        self._work = np.zeros(4, self.game.states.dtype)
        self._bots_slips = [slips_of(spec) for spec in self.bots]
        for spec, slips in zip(self.bots, self._bots_slips, strict=True):
            if slips == NOT_COMPILED:
                make(spec, game, 0)  # an unknown bot is refused here and now
        self._thinkers: dict[int, Bot] = {}

    def _sit_down(self) -> None:
        """Take the seat of this game, and give the others to the bots."""
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(self.game.players))
        rivals = [seat for seat in range(self.game.players) if seat != self.seat]
        self._slips = np.full(self.game.players, NOT_COMPILED)
        self._slips[rivals] = self._bots_slips
        own, name = int(self.game.player[0]), self.game.rules.name
        self._thinkers = {
            seat: make(spec, name, own + seat)
            for seat, spec in zip(rivals, self.bots, strict=True)
            if self._slips[seat] == NOT_COMPILED
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and let the bots play until it is the agent's turn."""
        super().reset(seed=seed)
        self.game.reset(seed)
        self._steps = 0
        self._sit_down()
        self._play_on()
        while self.game.seat < 0:  # the bots have finished the game without the agent
            self.game.reset()
            self._play_on()
        if self.reward == "score":
            self._scores = self.game.scores()
        return self._look()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, let the bots answer, and return what the agent sees at its next turn or at the end."""
        game = self.game
        if game.seat < 0:
            raise NotReset("the game is over or has not begun; call reset()")
        self._steps += 1
        try:
            number = game.checked(action)
        except LostByIllegal:
            game.seat = -1
            observation, info = self._look()
            return observation, ILLEGAL_REWARD, True, False, info | {"illegal_action": True}
        game.seat = self._kernel.turn(
            game.states, game.seat, number, self._slips, game.dealer, game.player, self._work
        )
        if self._thinkers:
            self._play_on()
        observation, info = self._look()
        over = game.seat < 0
        is_cut = not over and self._steps == self.max_steps
        reward = self._reward(over) if over or self.reward == "score" else 0.0
        if over:
            info["scores"] = game.result()[1]
        if self.render_mode == "human":
            self.render()
        return observation, reward, over, is_cut, info

    def _reward(self, over: bool) -> float:
        """Return what a step was worth to the agent."""
        if self.reward == "score":
            before, self._scores = self._scores, self.game.scores()
            return float(self._scores[self.seat] - before[self.seat])
        return self.game.result()[0][self.seat] if over else 0.0

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, as sb3-contrib's ``MaskablePPO`` asks for them."""
        return self.game.look(self.seat)[1].astype(bool)

    def _play_on(self) -> None:
        """Let the bots play until it is the agent's turn or the game is over."""
        game = self.game
        while True:
            game.seat = self._kernel.play_on(game.states, self._slips, game.dealer, game.player, self._work)
            if game.seat in (-1, self.seat):
                return
            action = self._thinkers[game.seat].choose(game.rules.mask(game.states, game.seat), game.seat)
            game.act(action)

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        sight, mask = self.game.look(self.seat)
        return {"observation": sight, "action_mask": mask}, {"action_mask": mask.copy()}

    def render(self) -> Any:
        """Draw the game as everybody may see it, in the way chosen by ``render_mode``."""
        return self._renderer.draw()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


for _name in (name for name, package in packages().items() if package.environments):
    gymnasium.register(
        f"gravitable/{_name.title()}-v0",
        "gravitable.envs.seat:SeatEnv",
        vector_entry_point="gravitable.envs.vector:SeatVectorEnv",
        kwargs={"game": _name},
    )
