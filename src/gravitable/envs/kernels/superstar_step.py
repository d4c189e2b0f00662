"""Steps of many games of Gravity Superstar at once: the parts for ``step_template``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.template import fill_in
from gravitable.envs.kernels import step_template
from gravitable.envs.kernels.common import Deal, write_worth
from gravitable.envs.kernels.superstar_observe import observe
from gravitable.superstar import setup
from gravitable.superstar.apply import apply
from gravitable.superstar.data import MAX_PLAYERS, OVER
from gravitable.superstar.legal import legal_mask
from gravitable.superstar.state import State
from gravitable.superstar.turn import result
from gravitable.superstar.view import mask


@kernel
def seat_to_act(s: State) -> int:
    """Return the seat that must choose now, -1 when the game is over."""
    return int64(-1) if s.phase == OVER else int64(s.seat)


@kernel
def first_chance(s: State, deal: Deal, rng: Any) -> None:
    """Set up the board."""
    setup.chance(s, deal.faces, deal.picks, rng, UNSEEN)


@kernel
def later_chance(s: State, rng: Any) -> None:
    """Do nothing: chance decides only the setup."""


@kernel
def outcome(s: State, scores: NDArray[np.int64], rewards: NDArray[np.float32]) -> None:
    """Write how a game has ended."""
    points = np.zeros(MAX_PLAYERS, np.int64)
    write_worth(result(s, points), rewards)
    for seat in range(scores.shape[0]):
        scores[seat] = points[seat]


fill_in(
    step_template,
    globals(),
    apply=apply,
    legal_mask=legal_mask,
    mask=mask,
    observe=observe,
    seat_to_act=seat_to_act,
    first_chance=first_chance,
    later_chance=later_chance,
    outcome=outcome,
)
