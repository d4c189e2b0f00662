"""What a card does to its own ship at once, and the Emergency Stop answered beforehand.

Whether a card throws its ship back is for the rules to say: they play it on a copy, made of what the seat may see. All
cards of the movement lie open by then, so whatever else is guessed changes nothing.
"""

from __future__ import annotations

from gravitable.core.ahead import Ahead
from gravitable.core.chance import generator
from gravitable.core.copies import copied
from gravitable.core.events import EventRow, clear, event_buffer, rows
from gravitable.core.state import States
from gravitable.gravwell import data, entry
from gravitable.gravwell import events as ev
from gravitable.gravwell.view_types import CardEffect

GO_UNLESS_BACK = "go-unless-back"
"""Let the card happen, unless it throws the ship back: then stop."""


def own_effect(states: States, seat: int) -> CardEffect:
    """Return what the card that a seat is asked about does to its own ship, before any other card takes effect."""
    copy, events = copied(states), event_buffer()
    entry.mask(copy, seat)
    entry.determinize(copy, generator(0))
    clear(events)
    entry.apply(copy, seat, data.ACT_GO, events)
    happened = rows(events)
    position = int(states["position"][0][seat])
    if len(happened) > 1 and happened[0][0] == ev.PULL and happened[1][0] == ev.MOVE:
        position = happened[1][3] & 63
    return CardEffect(position, _wins(happened[2:4], seat))


def _wins(after: list[EventRow], seat: int) -> bool:
    """Say whether a ship passes the gate and the game ends at once, as it does without Warp Gate Activated."""
    return [row[0] for row in after] == [ev.PASS, ev.OVER] and after[0][1] == seat


def _answer(states: States, seat: int, wish: str) -> int | None:
    if int(states["phase"][0]) != data.STOP:
        return None
    is_back = own_effect(states, seat).position < int(states["position"][0][seat])
    return data.ACT_STOP if is_back else data.ACT_GO


AHEAD = Ahead((GO_UNLESS_BACK,), _answer)
