"""A Gravwell player who glances: likes big numbers, and forgets that others move before its card comes up.

Errs like people do: it looks where its ship would go if nothing else happened, not at what the others hold, and pulls
the Emergency Stop as soon as a card would take it back.
"""

from __future__ import annotations

from gravitable.bots.kernels.gravwell_sight import fuel_worth, stack_worth
from gravitable.core.bits import count_bits, nth_bit
from gravitable.core.chance import Rng, next32
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.gravwell.data import ACT_GO, ACT_STACK, ACT_STOP, DRAFT, PICK, VALUE
from gravitable.gravwell.legal import legal_mask

_BLUR = 6.0  # a glance is wrong by up to so many spaces, divided by its sight


@kernel
def _appeal(states: States, seat: int, action: int, sight: int) -> float:
    s = states[0]
    if s.phase == DRAFT:
        return stack_worth(int64(s.stack_up[action - ACT_STACK]))
    if s.phase == PICK:
        return fuel_worth(s, seat, action) if sight > 1 else 1.0 * VALUE[action]
    if action == ACT_GO:
        return fuel_worth(s, seat, int64(s.current))
    return -0.5 if action == ACT_STOP else 0.0


@kernel
def choose(states: States, seat: int, sight: int, rng: Rng) -> int:
    """Return what seems best at a glance; with a ``sight`` of 1 only the printed numbers count."""
    best, best_appeal = 0, -1e9
    actions = legal_mask(states[0], seat)
    for n in range(count_bits(actions)):
        action = nth_bit(actions, n)
        appeal = _appeal(states, seat, action, sight) + _BLUR / sight * next32(rng) / 2**32
        if appeal > best_appeal:
            best, best_appeal = action, appeal
    return best
