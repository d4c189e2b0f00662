"""The spaces of observations and actions, as Gymnasium and PettingZoo want them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces

from gravitable.envs.observation import layout, n_actions


@cache
def sight_space(game: str, players: int) -> spaces.Box:
    """Return the space of observations alone."""
    return spaces.Box(0, 255, (layout(game, players).size,), np.uint8)


def observation_space(game: str, players: int) -> spaces.Dict:
    """Return the space of observations with their masks."""
    mask = spaces.Box(0, 1, (n_actions(game),), np.int8)
    return spaces.Dict({"observation": sight_space(game, players), "action_mask": mask})


def action_space(game: str) -> spaces.Discrete[Any]:
    """Return the space of a game's actions."""
    return spaces.Discrete(n_actions(game))
