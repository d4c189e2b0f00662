"""Gravity Superstar for training."""

from __future__ import annotations

from typing import Any

from gravitable.learn.schools import School
from gravitable.superstar import host
from gravitable.superstar.rules import RULES

_ROUNDS = 60  # games that go round in circles are cut off here


def _table(players: int) -> tuple[Any, Any]:
    options = RULES.settle(players, {"rounds": _ROUNDS})
    tiles = host.tile_set(options["tiles"])
    return RULES.start(players, options), (tiles.faces(), host.picks(options, tiles))


SCHOOL = School(
    kernels="gravitable.learn.kernels.superstar_games",
    table=_table,
    mixture={2: 0.5, 3: 0.15, 4: 0.25, 5: 0.05, 6: 0.05},
    keep=0.3,
)
