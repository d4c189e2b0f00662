"""Our games for OpenSpiel: importing this module registers each as ``python_NAME``.

>>> import pyspiel
>>> import gravitable.envs.openspiel
>>> game = pyspiel.load_game("python_superstar(players=2,rounds=3)")
>>> game.num_players()
2
"""

from __future__ import annotations

from gravitable.core.package import packages

for _package in packages().values():
    if _package.openspiel:
        _package.load(_package.openspiel)
