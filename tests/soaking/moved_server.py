"""``gravitable serve`` with clocks that a trial moves: two numbers of eight bytes in a file say by how much.

    python -m soaking.moved_server CLOCK_FILE serve --port ...

The first number, of nanoseconds, moves both clocks of the machine forward. The second moves only the one on the wall,
as a person does who sets it: the server's own time must not follow it back.
"""

from __future__ import annotations

import mmap
import struct
import sys
import time
from pathlib import Path

FORM = "<qq"


class MovedClock:
    """The file: the trial writes how far the clocks are moved, the server reads it."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(struct.calcsize(FORM)))
        with path.open("r+b") as file:
            self._bytes = mmap.mmap(file.fileno(), struct.calcsize(FORM))

    def move(self, ahead_s: float, wall_s: float = 0.0) -> None:
        struct.pack_into(FORM, self._bytes, 0, int(ahead_s * 1e9), int(wall_s * 1e9))

    def ahead_ns(self) -> int:
        return int(struct.unpack_from(FORM, self._bytes)[0])

    def wall_ns(self) -> int:
        return sum(struct.unpack_from(FORM, self._bytes))


def install(clock: MovedClock) -> None:
    """Let everything in this process see the moved clocks, the event loop too."""
    monotonic_ns, time_ns = time.monotonic_ns, time.time_ns
    time.monotonic_ns = lambda: monotonic_ns() + clock.ahead_ns()
    time.monotonic = lambda: time.monotonic_ns() / 1e9
    time.time_ns = lambda: time_ns() + clock.wall_ns()
    time.time = lambda: time.time_ns() / 1e9
    sys.modules["uvloop"] = None  # type: ignore[assignment] # it has a clock of its own, which nobody can move


if __name__ == "__main__":
    install(MovedClock(Path(sys.argv.pop(1))))
    from gravitable.cli import main

    main()
