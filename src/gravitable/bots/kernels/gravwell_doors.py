"""What Python asks the Gravwell kernels of the bots: arrays of states go in, as everywhere."""

from __future__ import annotations

from gravitable.bots.kernels.gravwell_search import unseal
from gravitable.core.chance import States
from gravitable.core.jit import kernel


@kernel
def concrete_action(states: States, seat: int, action: int) -> int:
    """Return the legal action that an action of the tree stands for: here, itself."""
    return action


@kernel
def forget_sealed(states: States) -> None:
    """See ``gravwell_search.unseal``."""
    unseal(states[0])
