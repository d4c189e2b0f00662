"""Chance in Gravwell, when somebody else has drawn the cards: OpenSpiel deals them one by one."""

from __future__ import annotations

from typing import Any

from gravitable.core.events import Events
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.gravwell import setup
from gravitable.gravwell.turn import proceed


@kernel
def lay_out(states: States, deck: Any, events: Events) -> None:
    """See ``setup.lay_out``."""
    setup.lay_out(states[0], deck, events)
    proceed(states[0], events)


@kernel
def play_drawn(states: States, letters: Any, events: Events) -> None:
    """See ``setup.play_drawn``."""
    setup.play_drawn(states[0], letters, events)
    proceed(states[0], events)
