"""The process that makes reviews: at the lowest priority, one review at a time, told what to do line by line.

Questions of analyses are short and somebody waits for them: they come first, also between two steps of a review.

It reads jobs from its standard input and writes what it has so far to its standard output, each as one line of JSON. It
ends when the server that started it is gone, however that ended: then nobody reads, and nothing half done is left.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from random import Random
from typing import Any, Final

import msgspec

from gravitable.core.errors import GravitableError
from gravitable.reviews.types import Review
from gravitable.server.insight.thinking import Question, Stopped, move, thought
from gravitable.server.protocol.analysis import AnalysisThought

EVERY_S: Final = 0.4
"""The least time between two reports of a review in the making, however quickly it grows."""


class Job(msgspec.Struct, frozen=True):
    """A line from the server: review this record, answer this question, get ready; or, with none of these, stop."""

    number: int
    record: dict[str, Any] | None = None
    budget: int | None = None
    question: Question | None = None
    prepare: str | None = None
    """A game whose reviews will be asked for; nothing is said about it."""


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line to the server."""

    number: int
    review: Review | None = None
    """As far as it has come."""
    thought: AnalysisThought | None = None
    action: str | None = None
    """What a bot plays."""
    problem: str | None = None
    """The code of what went wrong."""
    stopped: bool = False


_JOBS: Final = msgspec.json.Decoder(Job)


def main() -> None:
    """Make reviews until nobody asks any more."""
    _step_back()
    worker = _Worker()
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


_MOST_ACTIONS: Final = 2000
"""How long a game may last that is played to get ready; random ones of ours are over after some hundred actions."""
NICE: Final = 10
"""How far questions of analyses stand back: a bot at a live table gets ten times as much of a busy processor."""


def _step_back() -> None:
    """Let everything else on the machine go first."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)


def _wait_for_idle(wanted: bool) -> None:
    """Linux: work only when nobody else wants the processor (reviews), or a little always (somebody waits)."""
    with suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_IDLE if wanted else os.SCHED_OTHER, os.sched_param(0))


class _Worker:
    def __init__(self) -> None:
        self._jobs: Queue[Job | None] = Queue()
        """Reviews to make; None: only look at the questions."""
        self._questions: Queue[Job] = Queue()
        self._unwanted: set[int] = set()

    def listen(self) -> None:
        """Hear what the server wants; end with it."""
        for line in sys.stdin.buffer:
            job = _JOBS.decode(line)
            if job.question is not None:
                self._questions.put(job)
                self._jobs.put(None)
            elif job.record is None and job.prepare is None:
                self._unwanted.add(job.number)
            else:
                self._jobs.put(job)
        os._exit(0)  # in the middle of a search, if need be

    def work(self) -> None:
        while True:
            job = self._jobs.get()
            self._answer_all()
            if job is not None:
                _wait_for_idle(True)
                _guarded(job, self._review if job.prepare is None else _get_ready)
                _wait_for_idle(False)  # also to hear the next question soon

    def _answer_all(self) -> None:
        with suppress(Empty):
            while True:
                _guarded(self._questions.get_nowait(), self._answer)

    def _answer(self, job: Job) -> None:
        """Answer one question, unless nobody wants the answer any more."""
        question = job.question
        if question is None or job.number in self._unwanted:
            _say(Word(job.number, stopped=True))
        elif question.bot is not None:
            _say(Word(job.number, action=move(question)))
        else:
            try:
                found = thought(question, lambda: job.number not in self._unwanted)
            except Stopped:
                _say(Word(job.number, stopped=True))
            else:
                _say(Word(job.number, thought=found))

    def _review(self, job: Job) -> None:
        from gravitable.reviews.steps import review_steps  # noqa: PLC0415 - loads the kernels: a second

        said = 0.0
        for review in review_steps(job.record or {}, job.budget):
            if job.number in self._unwanted:
                _say(Word(job.number, stopped=True))
                return
            if review.done or time.monotonic() - said >= EVERY_S:
                _say(Word(job.number, review=review))
                said = time.monotonic()
            if not self._questions.empty():
                _wait_for_idle(False)
                self._answer_all()
                _wait_for_idle(True)


def _get_ready(job: Job) -> None:
    """Load all that a review of a game needs, which takes seconds, by making one of a game that nobody played."""
    from gravitable import new  # noqa: PLC0415 - see above
    from gravitable.reviews.steps import review  # noqa: PLC0415 - see above

    game, chance = new(job.prepare or "", seed=0), Random(0)  # noqa: S311 - moves, not secrets
    for _ in range(_MOST_ACTIONS):
        if game.over:
            review(game.record(), budget=1, seeds=2)
            return
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.legal(seat)))


def _guarded(job: Job, work: Callable[[Job], None]) -> None:
    try:
        work(job)
    except GravitableError as error:
        _say(Word(job.number, problem=error.code))
    except Exception as error:  # the rules of a third game, perhaps: the next job must not suffer
        sys.stderr.write(f"a review or an analysis failed: {error!r}\n")
        _say(Word(job.number, problem="internal"))


def _say(word: Word) -> None:
    try:
        sys.stdout.buffer.write(msgspec.json.encode(word) + b"\n")
        sys.stdout.buffer.flush()
    except OSError:
        os._exit(0)


if __name__ == "__main__":
    main()
