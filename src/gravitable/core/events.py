"""Events: what happened, written by the kernels and read by everybody else.

A kernel writes rows of four numbers (kind, seat, place, value) into the buffer it is given; row 0 counts them.
Compiled loops that nobody watches (search, simulation, batches) hand over ``UNSEEN`` instead: the rules are then
compiled once more without any events, and run half as fast again. So the same rules animate a board and run a
search.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel, kernel_for

EventBuffer = NDArray[np.int32]
Events = EventBuffer | None

UNSEEN = None
"""For kernels that call the rules and never show what happened."""

NO_EVENTS: EventBuffer = np.zeros((0, 4), np.int32)
"""The buffer for Python code that does not care what happened: nothing more has to be compiled for it."""

CAPACITY = 1024
_ROW: Final = struct.Struct("=4i")


def event_buffer() -> EventBuffer:
    """Return a buffer large enough for any single action of any game."""
    return np.zeros((CAPACITY, 4), np.int32)


@kernel
def clear(events: EventBuffer) -> None:
    """Empty the buffer."""
    if events.shape[0] > 0:
        events[0, 0] = 0


@kernel_for("void(int32[:, ::1], int64, int64, int64, int64)", "void(none, int64, int64, int64, int64)")
def emit(events: Events, kind: int, seat: int, place: int, value: int) -> None:
    """Append one event; a full buffer keeps what it has."""
    if events is None:  # known when compiling: nothing is left of the call
        return
    if events.shape[0] > 0:
        row = events[0, 0] + 1
        if row < events.shape[0]:
            events[0, 0] = row
            events[row, 0] = kind
            events[row, 1] = seat
            events[row, 2] = place
            events[row, 3] = value


def rows(events: EventBuffer) -> list[list[int]]:
    """Return the events of the buffer as plain lists, oldest first."""
    if events.shape[0] == 0:
        return []
    return events[1 : int(events[0, 0]) + 1].tolist()


def stored(events: EventBuffer) -> bytes:
    """Return the events of the buffer in little room, to be read with ``read``."""
    return events[1 : int(events[0, 0]) + 1].tobytes()


def read(kept: bytes) -> tuple[tuple[int, ...], ...]:
    """Return events that were stored, oldest first."""
    return tuple(_ROW.iter_unpack(kept))


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, in words: ``kind``, whom it happened to, and the details."""

    kind: str
    seat: int | None
    detail: dict[str, Any]
    sentence: str

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON-able data."""
        return {"event": self.kind, "seat": self.seat, **self.detail, "text": self.sentence}

    def __str__(self) -> str:
        return self.sentence


def events_of(texts: str) -> list[Event]:
    """Return the events that a game has put into words: members of a JSON list, as ``Event.to_json`` shows them."""
    told = []
    for detail in json.loads(f"[{texts}]"):
        kind, seat, sentence = detail.pop("event"), detail.pop("seat"), detail.pop("text")
        told.append(Event(kind, seat, detail, sentence))
    return told
