"""Gravity Superstar for PettingZoo, one decision a step.

>>> from gravitable.envs import superstar_v0
>>> env = superstar_v0.env(players=2)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> int(observation["action_mask"].sum()) > 0
True
"""

from __future__ import annotations

from typing import Any

from gravitable.envs.aec import GravitableAEC

__all__ = ["env", "raw_env"]


class raw_env(GravitableAEC):  # noqa: N801 - the name that PettingZoo gives to environments
    """See ``gravitable.envs.aec.GravitableAEC`` for the settings."""

    def __init__(self, players: int = 2, **settings: Any) -> None:
        super().__init__("superstar", "superstar_v0", players, **settings)


env = raw_env  # it checks its input itself, so no wrapper stands in between
