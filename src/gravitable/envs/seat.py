"""One seat of a game against bots, for Gymnasium.

>>> from gravitable.envs.seat import SeatEnv
>>> env = SeatEnv("superstar", bots="greedy")
>>> observation, info = env.reset(seed=1)
>>> action = int(info["action_mask"].nonzero()[0][0])
>>> observation, reward, terminated, truncated, info = env.step(action)

Importing this module registers ``gravitable/Superstar-v0`` and ``gravitable/Gravwell-v0``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from gravitable.bots import Bot, make
from gravitable.core.errors import BadSeat
from gravitable.core.registry import packages
from gravitable.envs.errors import BadSetting, NotReset
from gravitable.envs.labs import lab_of
from gravitable.envs.render import RENDER_MODES, Renderer
from gravitable.envs.single import OnIllegal, SingleGame
from gravitable.envs.spaces import action_space, observation_space

Observation = dict[str, NDArray[Any]]

_NOT_COMPILED = -1
_RANDOM = 100


class SeatEnv(gymnasium.Env[Observation, "np.int64"]):
    """The agent plays one seat, bots the others.

    ``bots`` is what ``gravitable.bots.make`` takes, such as ``"greedy"``, ``"level:3"`` or ``"search:200"``, once for
    all seats or as a list with one for each rival in seat order. Random and greedy bots answer in compiled code. The
    reward is 0 until the game ends, then what the end is worth to the agent: 1 for a sole win, shared wins less,
    a loss ``-1 / (players - 1)``. Game options and illegal actions are as in the PettingZoo environments.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - so Gymnasium names it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
        on_illegal: OnIllegal = "error",
        **options: Any,
    ) -> None:
        self.game = SingleGame(game, 2 if players is None else players, options, on_illegal)
        self.seat = _checked_seat(seat, self.game.players)
        self.bots = _specs(bots, self.game.players - 1)
        self.observation_space: Any = observation_space(game, self.game.players)
        self.action_space: Any = action_space(game)
        self.render_mode = render_mode
        self._renderer = Renderer(self.game, render_mode)
        self._kernel = import_module(lab_of(game).bots)
        self._work = np.zeros(4, self.game.states.dtype)
        self._slips = np.full(self.game.players, _NOT_COMPILED)
        self._others: dict[int, str] = {}
        for rival, spec in zip(self._rivals(), self.bots, strict=True):
            self._slips[rival] = _compiled_slips(spec)
            if self._slips[rival] == _NOT_COMPILED:
                make(spec, game, 0)  # an unknown bot is refused here and now
                self._others[rival] = spec
        self._thinkers: dict[int, Bot] = {}

    def _rivals(self) -> list[int]:
        return [seat for seat in range(self.game.players) if seat != self.seat]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and let the bots play until it is the agent's turn."""
        super().reset(seed=seed)
        self.game.reset(seed)
        own = int(self.game.player[0])
        self._thinkers = {s: make(spec, self.game.rules.name, own + s) for s, spec in self._others.items()}
        self._play_on()
        while self.game.seat < 0:  # the bots have finished the game without the agent
            self.game.reset()
            self._play_on()
        return self._look()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, let the bots answer, and return what the agent sees at its next turn or at the end."""
        game = self.game
        if game.seat < 0:
            raise NotReset("the game is over or has not begun; call reset()")
        number = game.checked(action)
        game.seat = self._kernel.turn(
            game.states, game.seat, number, self._slips, game.dealer, game.player, self._work
        )
        if self._others:
            self._play_on()
        observation, info = self._look()
        reward, over = 0.0, game.seat < 0
        if over:
            rewards, info["scores"] = game.result()
            reward = rewards[self.seat]
        if self.render_mode == "human":
            self.render()
        return observation, reward, over, False, info

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


def _checked_seat(seat: object, players: int) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise BadSeat(f"there is no seat {seat!r}; seats go from 0 to {players - 1}")
    return seat


def _specs(bots: str | Sequence[str], rivals: int) -> list[str]:
    specs = [bots] * rivals if isinstance(bots, str) else list(bots)
    if len(specs) != rivals:
        raise BadSetting(f"bots names {len(specs)} bots, but there are {rivals} rivals")
    return specs


def _compiled_slips(spec: str) -> int:
    """Return how many of a hundred decisions a compiled bot makes at random, or that it is none of those."""
    if spec == "random":
        return _RANDOM
    if re.fullmatch(r"greedy(:[1-9]\d?)?", spec):
        return int(spec.partition(":")[2] or 0)
    return _NOT_COMPILED


for _name in (name for name, package in packages().items() if package.environments):
    gymnasium.register(
        f"gravitable/{_name.title()}-v0", "gravitable.envs.seat:SeatEnv", kwargs={"game": _name}
    )
