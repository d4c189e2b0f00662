"""Gravwell for PettingZoo with picks made together: everybody who must choose acts in the same step.

While some choose and others wait (the draft, an Emergency Stop), the masks of those who wait are all zero and their
actions are ignored.

>>> from gravitable.envs import gravwell_parallel_v0
>>> env = gravwell_parallel_v0.parallel_env(players=3)
>>> observations, infos = env.reset(seed=1)
>>> sorted(observations)
['player_0', 'player_1', 'player_2']
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv
from pettingzoo.utils import parallel_to_aec

from gravitable.envs.errors import BadArray, NotReset, illegal_action
from gravitable.envs.render import RENDER_MODES, Renderer
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

__all__ = ["env", "parallel_env"]

Observation = dict[str, NDArray[Any]]
Observations = dict[str, Observation]
Infos = dict[str, dict[str, Any]]


class parallel_env(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
    """One game of Gravwell; settings as in ``gravwell_v0``, but ``max_cycles`` counts steps.

    By default a random legal action replaces an illegal one: agents that wait send any, and PettingZoo's own tests play
    without looking at masks. With ``on_illegal="lose"`` it ends the game for everybody and costs 1.
    """

    metadata = {"name": "gravwell_parallel_v0", "render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        players: int = 2,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = MAX_DECISIONS,
        on_illegal: OnIllegal = "random",
        reward: Reward = "win",
        seed: int | None = None,
        **options: Any,
    ) -> None:
        self.game = SingleGame("gravwell", players, options, on_illegal)
        self.render_mode = render_mode
        self.max_cycles = checked_limit("max_cycles", max_cycles)
        self.reward = checked_reward(reward)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {a: observation_space("gravwell", players) for a in self.possible_agents}
        self.action_spaces = {a: action_space("gravwell") for a in self.possible_agents}
        self._seed = seed
        self._cycles = 0
        self._renderer = Renderer(self.game, render_mode)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin a new game. Options of the game belong to the constructor; what is given here changes nothing."""
        self.game.reset(self._seed if seed is None else seed)
        self._seed = None
        self._cycles = 0
        self._scores = self.game.scores()
        self.agents = self.possible_agents[:]
        return self._look()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Take the actions of all who must choose; raises IllegalAction, and then nothing has changed."""
        checked = self._checked(actions)
        lost = [
            seat
            for seat, action in zip(self.game.rules.to_act(self.game.states), checked, strict=True)
            if self.game.is_lost_by(action, seat)
        ]
        if not lost:
            for action in checked:
                self.game.act(action)
        self._cycles += 1
        over = self.game.seat < 0 or bool(lost)
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        observations, infos = self._look()
        for seat in lost:
            infos[self.possible_agents[seat]]["illegal_action"] = True
        rewards = self._rewards(over, lost)
        told = (
            observations,
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            infos,
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told

    def _rewards(self, over: bool, lost: list[int]) -> list[float]:
        """Return what the step was worth to each seat."""
        if lost:
            return [ILLEGAL_REWARD * (seat in lost) for seat in range(len(self.agents))]
        if self.reward == "score":
            before, self._scores = self._scores, self.game.scores()
            return [float(gain) for gain in self._scores - before]
        return self.game.result()[0] if over else [0.0] * len(self.agents)

    def _checked(self, actions: dict[str, int]) -> list[int]:
        """Return the actions of those who must choose, in seat order, all of them legal."""
        if not self.agents:
            raise NotReset("the game is over or has not begun; call reset()")
        return [self._checked_action(seat, actions) for seat in self.game.rules.to_act(self.game.states)]

    def _checked_action(self, seat: int, actions: dict[str, int]) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise BadArray(
                f"{agent} must choose now, but the actions are only of {', '.join(actions) or 'nobody'}"
            )
        action, legal = actions[agent], self.game.legal(seat)
        is_number = isinstance(action, (int, np.integer))
        if action not in legal and (self.game.on_illegal == "error" or not is_number):
            raise illegal_action(self.game.rules, agent, action, legal)
        return action

    def _look(self) -> tuple[Observations, Infos]:
        seen = {agent: self.game.look(seat) for seat, agent in enumerate(self.agents)}
        observations = {agent: {"observation": s, "action_mask": m} for agent, (s, m) in seen.items()}
        return observations, {agent: {"action_mask": mask.copy()} for agent, (_, mask) in seen.items()}

    def render(self) -> np.ndarray[Any, Any] | str | list[Any] | None:
        """Draw the game as everybody may see it, in the way chosen by ``render_mode``."""
        return self._renderer.draw()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def env(**settings: Any) -> Any:
    """Return the same game for libraries that ask one agent after the other, the way PettingZoo converts it."""
    return parallel_to_aec(parallel_env(**settings))
