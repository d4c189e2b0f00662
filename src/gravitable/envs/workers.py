"""Threads that share out the pieces of a batch.

A step of a batch takes some hundred microseconds, and to wake a sleeping thread takes a good part of that. So no
thread waits for another to wake up: a thread that runs takes the next piece, and only pieces that were taken are waited
for.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import SimpleQueue

from gravitable.envs.errors import NotReset

Job = Callable[[], object]
Errors = SimpleQueue[BaseException | None]
Inbox = SimpleQueue[tuple[deque[Job], Errors] | None]


class Workers:
    """So many threads besides the one that asks; they end with this object."""

    def __init__(self, count: int) -> None:
        self._inboxes: list[Inbox] = [SimpleQueue() for _ in range(count)]
        self.threads = [threading.Thread(target=_serve, args=(i,), daemon=True) for i in self._inboxes]
        for thread in self.threads:
            thread.start()
        self._end = weakref.finalize(self, _send_home, self._inboxes)

    def run(self, jobs: Sequence[Job]) -> None:
        """Run all jobs, here and on the other threads; return, or raise, when all are done."""
        if not self._end.alive:
            raise NotReset("the environment has been closed; make a new one")
        left, told = deque(jobs), Errors()  # new ones each time, so that Ctrl-C leaves nothing behind
        for inbox in self._inboxes[: len(jobs) - 1]:
            inbox.put((left, told))
        errors = [_outcome(job) for job in _taken_from(left)]
        errors += [told.get() for _ in range(len(jobs) - len(errors))]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        """End the threads."""
        self._end()


def _taken_from(left: deque[Job]) -> Iterator[Job]:
    """Take one job after the other; threads never take the same."""
    with suppress(IndexError):
        while True:
            yield left.popleft()


def _outcome(job: Job) -> BaseException | None:
    """Run a job and return what it raised, so that nobody stops before all are done."""
    try:
        job()
    except BaseException as error:
        return error
    return None


def _serve(inbox: Inbox) -> None:
    while (asked := inbox.get()) is not None:
        left, told = asked
        for job in _taken_from(left):
            told.put(_outcome(job))
            del job  # it may hold the arrays of an environment that is gone
        del asked, left, told


def _send_home(inboxes: list[Inbox]) -> None:
    for inbox in inboxes:
        inbox.put(None)
