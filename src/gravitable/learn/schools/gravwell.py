"""Gravwell for training."""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.gravwell.rules import RULES
from gravitable.learn.schools import School


def _table(players: int) -> tuple[Any, Any]:
    nothing = np.zeros(0)  # chance needs nothing but its generator
    return RULES.start(players, RULES.settle(players, {})), (nothing, nothing)


SCHOOL = School(
    kernels="gravitable.learn.kernels.gravwell_games",
    table=_table,
    mixture={2: 0.5, 3: 0.2, 4: 0.3},
    keep=1.0,
)
