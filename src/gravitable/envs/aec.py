"""PettingZoo's turn-by-turn form of both games: ``superstar_v0`` and ``gravwell_v0`` are made of this."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from gravitable.envs.render import RENDER_MODES, Renderer
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


class GravitableAEC(AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]
    """One game, one decision a step.

    ``players`` and the game's options are as in ``gravitable.new``. ``max_cycles`` truncates a game before any player
    takes more decisions than that (500; None never does). An illegal action ends the game for everybody and costs 1,
    as PettingZoo's ``TerminateIllegalWrapper`` has it; with ``on_illegal="error"`` it raises IllegalAction, which names
    the legal ones, with ``"random"`` a random legal one is taken instead. ``reward="score"`` gives each player the
    change of its score after every step, instead of what the end is worth. ``seed`` is that of the first ``reset``
    without one.
    """

    def __init__(
        self,
        game: str,
        name: str,
        players: int = 2,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = MAX_DECISIONS,
        on_illegal: OnIllegal = "lose",
        reward: Reward = "win",
        seed: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.game = SingleGame(game, players, options, on_illegal)
        self.render_mode = render_mode
        self.max_cycles = checked_limit("max_cycles", max_cycles)
        self.reward = checked_reward(reward)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.observation_spaces = {a: observation_space(game, players) for a in self.possible_agents}
        self.action_spaces = {a: action_space(game) for a in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed = seed
        self._shown: str | None = None
        self._renderer = Renderer(self.game, render_mode)

    @property
    def layout(self) -> Any:
        """Where the parts of an observation lie."""
        return self.game.layout

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Options of the game belong to the constructor; what is given here changes nothing."""
        self.game.reset(self._seed if seed is None else seed)
        self._seed = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = [0] * len(self.agents)
        self._scores = self.game.scores()
        self._skip_agent_selection = None
        self._select(self.game.seat)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, and the mask of what it may do."""
        if agent == self._shown:
            return {"observation": self._sight.copy(), "action_mask": self._mask.copy()}
        sight, mask = self.game.look(self._seat_of[agent])
        return {"observation": sight, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        try:
            self.game.act(action)
        except LostByIllegal:
            self._lose(agent)
            return
        self._decisions[self._seat_of[agent]] += 1
        seat = self.game.seat
        if self.reward == "score":
            self._reward_scores()
        if seat < 0:
            self._end()
        elif self.max_cycles is not None and self._decisions[seat] >= self.max_cycles:
            self._shown = None
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select(seat)
        if self.render_mode == "human":
            self.render()

    def _select(self, seat: int) -> None:
        agent = self.possible_agents[seat]
        self.agent_selection = agent
        self._sight, self._mask = self.game.look(seat)
        self._shown = agent
        self.infos[agent] = {"action_mask": self._mask.copy()}

    def _end(self) -> None:
        rewards, points = self.game.result()
        self._shown = None
        if self.reward == "win":
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"score": score} for agent, score in zip(self.agents, points, strict=True)}
        self.agent_selection = self.agents[0]

    def _reward_scores(self) -> None:
        before, self._scores = self._scores, self.game.scores()
        gains = (self._scores - before).tolist()
        self.rewards = {agent: float(gains[self._seat_of[agent]]) for agent in self.agents}
        self._accumulate_rewards()

    def _lose(self, agent: str) -> None:
        """End the game at the cost of an agent that took an illegal action."""
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL_REWARD}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {each: {} for each in self.agents}
        self.infos[agent]["illegal_action"] = True

    def render(self) -> np.ndarray[Any, Any] | str | list[Any] | None:
        """Draw the game as everybody may see it, in the way chosen by ``render_mode``."""
        return self._renderer.draw()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()
