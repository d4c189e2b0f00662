"""Applying an action: the one way in which a game moves on. It must be legal; nothing is checked here."""

from __future__ import annotations

from gravitable.core.events import Events, emit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.gravwell import events as ev
from gravitable.gravwell.data import ACT_FUEL, ACT_STACK, ACT_STOP, DRAFT, PICK, RESOLVING
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import draft, proceed, resolve


@kernel
def _pick(s: State, seat: int, letter: int, events: Events) -> None:
    s.played[seat, s.movement - 1] = letter
    s.waiting &= ~(1 << seat)
    emit(events, ev.PICK, seat, letter, int64(s.players > 1))


@kernel
def _stop_or_go(s: State, seat: int, action: int, events: Events) -> None:
    s.waiting = 0
    if action == ACT_STOP:
        s.stop[seat] = 0
        s.phase = RESOLVING
        emit(events, ev.STOP, seat, s.current, 0)
    else:
        resolve(s, seat, events)


@kernel
def apply(s: State, seat: int, action: int, events: Events) -> None:
    """Apply a legal action of ``seat`` and go on to the next choice."""
    if s.phase == PICK:
        _pick(s, seat, action - ACT_FUEL, events)
    elif s.phase == DRAFT:
        draft(s, seat, action - ACT_STACK, events)
    else:
        _stop_or_go(s, seat, action, events)
    proceed(s, events)
