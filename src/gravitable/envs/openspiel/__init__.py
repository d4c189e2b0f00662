"""Both games for OpenSpiel: importing this module registers ``python_superstar`` and ``python_gravwell``.

>>> import pyspiel
>>> import gravitable.envs.openspiel
>>> game = pyspiel.load_game("python_superstar(players=2,rounds=3)")
>>> game.num_players()
2
"""

from __future__ import annotations

from gravitable.envs.openspiel.gravwell import GravwellGame, GravwellState
from gravitable.envs.openspiel.superstar import SuperstarGame, SuperstarState

__all__ = ["GravwellGame", "GravwellState", "SuperstarGame", "SuperstarState"]
