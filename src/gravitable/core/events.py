"""Events: what happened, written by the kernels and read by everybody else.

A kernel writes rows of four numbers (kind, seat, place, value) into the buffer it is given; row 0 counts them.
The buffer of length 0 records nothing and costs next to nothing, so the same rules animate a board and run a
search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel

Events = NDArray[np.int32]

NO_EVENTS: Events = np.zeros((0, 4), np.int32)
"""The buffer for who does not care what happened on the way."""

CAPACITY = 1024


def event_buffer() -> Events:
    """Return a buffer large enough for any single action of any game."""
    return np.zeros((CAPACITY, 4), np.int32)


@kernel
def clear(events: Events) -> None:
    """Empty the buffer."""
    if events.shape[0] > 0:
        events[0, 0] = 0


@kernel
def emit(events: Events, kind: int, seat: int, place: int, value: int) -> None:
    """Append one event; a full buffer keeps what it has."""
    if events.shape[0] > 0:
        row = events[0, 0] + 1
        if row < events.shape[0]:
            events[0, 0] = row
            events[row, 0] = kind
            events[row, 1] = seat
            events[row, 2] = place
            events[row, 3] = value


def rows(events: Events) -> list[list[int]]:
    """Return the events of the buffer as plain lists, oldest first."""
    if events.shape[0] == 0:
        return []
    return events[1 : int(events[0, 0]) + 1].tolist()


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
