"""Events: what happened, written by the kernels and read by everybody else.

A kernel writes rows of four numbers (kind, seat, place, value) into the buffer it is given; row 0 counts them.
Compiled loops that nobody watches (search, simulation, batches) hand over ``UNSEEN`` instead: the rules are then
compiled once more without any events, and run 1.5 times as fast. So the same rules animate a board and run a
search.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel, kernel_for

EventBuffer = NDArray[np.int32]
Events = EventBuffer | None

UNSEEN = None
"""For kernels that call the rules and never show what happened."""

NO_EVENTS: EventBuffer = np.zeros((0, 4), np.int32)
"""The buffer for Python code that does not care what happened: nothing more has to be compiled for it."""

EventRow = tuple[int, ...]
"""One event as a kernel wrote it: kind, seat, place, value."""

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
    """Append one event; a full buffer keeps nothing and only counts, and ``rows`` and ``stored`` then refuse it."""
    if events is None:  # known when compiling: nothing is left of the call
        return
    if events.shape[0] > 0:
        row = events[0, 0] + 1
        events[0, 0] = row
        if row < events.shape[0]:
            events[row, 0] = kind
            events[row, 1] = seat
            events[row, 2] = place
            events[row, 3] = value


def _count(events: EventBuffer) -> int:
    count = int(events[0, 0])
    if count >= len(events):
        raise OverflowError(f"an action made {count} things happen; there is room for {len(events) - 1}")
    return count


def rows(events: EventBuffer) -> list[EventRow]:
    """Return the events of the buffer, oldest first."""
    return read(stored(events)) if events.shape[0] else []


def stored(events: EventBuffer) -> bytes:
    """Return the events of the buffer in little room, to be read with ``read``."""
    return events[1 : _count(events) + 1].tobytes()


def read(kept: bytes) -> list[EventRow]:
    """Return events that were stored, oldest first."""
    return list(_ROW.iter_unpack(kept))


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """One thing that happened. Each game declares its own kinds; all of them have a ``seat``, which may be None.

    The tag (``event`` in JSON) is the name of the kind. ``str(event)`` is a sentence for people.
    """

    if TYPE_CHECKING:  # each game declares this field itself, at a place and of a type of its own

        @property
        def seat(self) -> int | None:
            """Whom it is about."""

    @property
    def kind(self) -> str:
        """What happened: the tag of the type, such as ``step``."""
        return str(self.__struct_config__.tag)

    @property
    def detail(self) -> dict[str, Any]:
        """Everything but the kind and the seat."""
        detail: dict[str, Any] = msgspec.to_builtins(self)
        del detail["event"], detail["seat"]
        return detail

    @property
    def sentence(self) -> str:
        """The event in words; every game has its own table of sentences."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """Return the event with its sentence as JSON-able data."""
        return {**msgspec.to_builtins(self), "text": self.sentence}

    def __str__(self) -> str:
        return self.sentence
