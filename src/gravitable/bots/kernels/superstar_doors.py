"""What Python asks the Superstar kernels of the bots: functions that take arrays of states."""

from __future__ import annotations

from gravitable.bots.kernels import superstar_sight
from gravitable.core.jit import kernel
from gravitable.core.state import States


@kernel
def concrete_action(states: States, seat: int, action: int) -> int:
    """See ``superstar_sight.concrete``."""
    return superstar_sight.concrete(states[0], seat, action)


@kernel
def forget_sealed(states: States) -> None:
    """Do nothing: in this game nobody chooses in secret."""


@kernel
def choosers(states: States) -> int:
    """Return how many seats choose at the same time: never more than one."""
    return 1
