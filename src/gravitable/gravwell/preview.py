"""What an action would bring about, as far as the seat can know: the cards of a stack, or the outlook of a card."""

from __future__ import annotations

from gravitable.core.chance import generator
from gravitable.core.copies import copied
from gravitable.core.state import States
from gravitable.gravwell import data, entry, notation
from gravitable.gravwell.ahead import own_effect
from gravitable.gravwell.events import letters
from gravitable.gravwell.outlook import outlook
from gravitable.gravwell.view_types import Preview

SAMPLES = 500


def preview(states: States, seat: int, action: int) -> Preview:
    """Return what a legal action of ``seat`` may lead to; the same question always gets the same answer."""
    text = notation.text(action)
    if data.ACT_STACK <= action < data.ACT_STOP:
        masked = copied(states)
        entry.mask(masked, seat)
        up = letters(int(masked["stack_up"][0][action - data.ACT_STACK]))
        return Preview(text, bool(masked["variants"][0][data.VARIANT_NO_SECRETS]), up=up)
    effect = own_effect(states, seat) if action == data.ACT_GO else None
    return Preview(
        text, certain=False, effect=effect, outlook=outlook(states, seat, action, generator(0), SAMPLES)
    )
