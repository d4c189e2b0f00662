"""Steps of many games of Gravwell at once: the parts for ``step_template``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import nth_bit
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.template import fill_in
from gravitable.envs.kernels import step_template
from gravitable.envs.kernels.common import Deal, write_worth
from gravitable.envs.kernels.gravwell_observe import observe
from gravitable.gravwell import setup
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import CHAOS, DEAL, GHOST_SHUFFLE
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import winners
from gravitable.gravwell.view import mask


@kernel
def seat_to_act(s: State) -> int:
    """Return the seat that must choose now, the lowest of several, -1 when the game is over."""
    seats = to_act(s)
    return nth_bit(seats, 0) if seats else int64(-1)


@kernel
def later_chance(s: State, rng: Any) -> None:
    """Deal, shuffle, or draw for chaos, until somebody must choose."""
    while s.phase in (DEAL, GHOST_SHUFFLE, CHAOS):
        setup.chance(s, rng, UNSEEN)


@kernel
def first_chance(s: State, deal: Deal, rng: Any) -> None:
    """Deal for the first round."""
    later_chance(s, rng)


@kernel
def outcome(s: State, scores: NDArray[np.int64], rewards: NDArray[np.float32]) -> None:
    """Write how a game has ended; the score is how far a ship has come."""
    write_worth(winners(s), rewards)
    for seat in range(scores.shape[0]):
        scores[seat] = s.position[seat]


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
