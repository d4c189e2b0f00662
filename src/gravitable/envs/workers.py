"""Threads that share out the slices of a batch.

A step of a batch takes some hundred microseconds. The futures of a standard thread pool, made for longer work, would
take a good part of that; plain queues do not.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from gravitable.envs.errors import NotReset

Job = Callable[[], object]
Errors = SimpleQueue[BaseException | None]
Inbox = SimpleQueue[tuple[Job, Errors] | None]


class Workers:
    """So many threads besides the one that asks; they end with this object."""

    def __init__(self, count: int) -> None:
        self._inboxes: list[Inbox] = [SimpleQueue() for _ in range(count)]
        self.threads = [threading.Thread(target=_serve, args=(i,), daemon=True) for i in self._inboxes]
        for thread in self.threads:
            thread.start()
        self._end = weakref.finalize(self, _send_home, self._inboxes)

    def run(self, jobs: Sequence[Job]) -> None:
        """Run one job on each thread and the first one here; return, or raise, when all are done."""
        if not self._end.alive:
            raise NotReset("the environment has been closed; make a new one")
        first, *others = jobs
        told: Errors = SimpleQueue()  # a new one each time, so that Ctrl-C leaves nothing behind
        for inbox, job in zip(self._inboxes, others, strict=True):
            inbox.put((job, told))
        errors = [_outcome(first), *(told.get() for _ in others)]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        """End the threads."""
        self._end()


def _outcome(job: Job) -> BaseException | None:
    """Run a job and return what it raised, so that nobody stops before all are done."""
    try:
        job()
    except BaseException as error:
        return error
    return None


def _serve(inbox: Inbox) -> None:
    while (asked := inbox.get()) is not None:
        job, told = asked
        told.put(_outcome(job))
        del asked, job, told  # they may hold the arrays of an environment that is gone


def _send_home(inboxes: list[Inbox]) -> None:
    for inbox in inboxes:
        inbox.put(None)
