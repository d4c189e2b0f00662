"""What an action would bring about, as far as the seat can know: the cards of a stack, or the outlook of a card."""

from __future__ import annotations

from typing import Any

from gravitable.core.chance import States, generator
from gravitable.core.copies import copied
from gravitable.gravwell import data, entry, notation
from gravitable.gravwell.events import letters
from gravitable.gravwell.outlook import outlook

Json = dict[str, Any]

SAMPLES = 500


def preview(states: States, seat: int, action: int) -> Json:
    """Return what a legal action of ``seat`` may lead to; the same question always gets the same answer."""
    if data.ACT_STACK <= action < data.ACT_STOP:
        return _stack(states, seat, action)
    spread = outlook(states, seat, action, generator(0), SAMPLES)
    return {"action": notation.text(action), "certain": False, "outlook": spread.to_json()}


def _stack(states: States, seat: int, action: int) -> Json:
    masked = copied(states)
    entry.mask(masked, seat)
    number = action - data.ACT_STACK
    return {
        "action": notation.text(action),
        "certain": bool(masked[0].no_secrets),
        "up": letters(int(masked[0].stack_up[number])),
        "down": None,  # nobody knows what lies face down before it is taken
        "outlook": None,
    }
