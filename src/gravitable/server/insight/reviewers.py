"""The processes that make reviews and think about analyses, seen from the server.

They are started when they are needed, and started again when they die.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

import msgspec

from gravitable.core.contract import Json
from gravitable.core.errors import GravitableError
from gravitable.reviews.types import Review
from gravitable.server.insight.review_worker import Job, Word
from gravitable.server.insight.thinking import Question

Heard = dict[int, asyncio.Queue[Word | None]]
"""What a process said, by the number of the job; None: it has ended."""
_LOG: Final = logging.getLogger("gravitable.reviews")
_WORDS: Final = msgspec.json.Decoder(Word)


class ReviewFailed(GravitableError):
    """The process that made a review died, or could not do it."""

    code = "review-failed"


class Reviewer:
    """One process that makes one review at a time, and answers questions meanwhile.

    Started with ``subprocess``, which closes all other descriptors in it: uvloop's own would leave it the socket that
    the server listens at, and after a crash nobody could listen there before that process has noticed.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._heard: Heard = {}
        self._ready_for: set[str] = set()
        """The games that this process has loaded, or is about to."""
        self._numbers = itertools.count(1)
        self._starting = asyncio.Lock()

    async def get_ready(self, game: str) -> None:
        """Start the process and let it load a game, so that the first review need not wait for that."""
        await self.warm()
        if game not in self._ready_for:
            self._ready_for.add(game)
            with suppress(ReviewFailed):  # it died: whoever asks for a review starts it again
                await self._tell(Job(next(self._numbers), prepare=game))

    async def warm(self) -> None:
        """Start the process unless it runs."""
        async with self._starting:
            if self._process is None or self._process.poll() is not None:
                self._heard, self._ready_for = {}, set()
                self._process = await asyncio.to_thread(_started)
                listening = (self._process, self._heard, asyncio.get_running_loop())
                threading.Thread(target=_listen, args=listening, daemon=True).start()

    async def review(self, record: Json, budget: int | None) -> AsyncGenerator[Review]:
        """Yield a review of a record as it grows, the whole one last; close the iterator to stop it.

        Raises ReviewFailed.
        """
        await self.warm()
        number = next(self._numbers)
        words = self._heard[number] = asyncio.Queue()
        is_over = False
        try:
            await self._tell(Job(number, record, budget))
            while not is_over:
                word = await self._next(words)
                is_over = word.problem is not None or word.stopped or bool(word.review and word.review.done)
                if word.problem is not None:
                    raise ReviewFailed(word.problem)
                if word.review is not None:
                    yield word.review
        finally:
            await self._forget(number, is_over)

    async def answer(self, question: Question) -> Word:
        """Return the answer to a question about a position; cancel it to have the search given up.

        Raises ReviewFailed.
        """
        await self.warm()
        number = next(self._numbers)
        words = self._heard[number] = asyncio.Queue()
        is_over = False
        try:
            await self._tell(Job(number, question=question))
            word = await self._next(words)
            is_over = True
            if word.problem is not None:
                raise ReviewFailed(word.problem)
            return word
        finally:
            await self._forget(number, is_over)

    @property
    def busy(self) -> int:
        """How many jobs wait for an answer."""
        return len(self._heard)

    async def _forget(self, number: int, is_over: bool) -> None:
        """Hear no more about a job, and have it stopped unless it is over."""
        self._heard.pop(number, None)
        if not is_over:
            with suppress(ReviewFailed):
                await self._tell(Job(number))

    async def _tell(self, job: Job) -> None:
        process = self._process
        try:
            if process is None:
                raise ReviewFailed("internal")
            await asyncio.to_thread(_write, process, msgspec.json.encode(job) + b"\n")
        except (OSError, ValueError) as error:
            raise ReviewFailed("internal") from error

    async def _next(self, words: asyncio.Queue[Word | None]) -> Word:
        """Return the next word about a job; raises ReviewFailed when the process has died."""
        word = await words.get()
        if word is None:
            _LOG.error("the process that makes reviews has died")
            self._process = None
            raise ReviewFailed("internal")
        return word

    async def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            await asyncio.to_thread(process.wait)


def _started() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gravitable.server.insight.review_worker"]
    return subprocess.Popen(  # noqa: S603 - our own
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        close_fds=True,
        process_group=0,  # Ctrl-C at a terminal is for the server, which closes our input; Windows ignores this
    )


def _write(process: subprocess.Popen[bytes], line: bytes) -> None:
    assert process.stdin is not None  # noqa: S101 - see _started
    process.stdin.write(line)
    process.stdin.flush()


def _listen(process: subprocess.Popen[bytes], heard: Heard, loop: asyncio.AbstractEventLoop) -> None:
    """Hear a process until its end, in a thread of its own."""
    assert process.stdout is not None  # noqa: S101 - see _started
    with suppress(RuntimeError):  # the event loop is closed: the server is gone
        for line in process.stdout:
            loop.call_soon_threadsafe(_deliver, heard, _WORDS.decode(line))
        loop.call_soon_threadsafe(_deliver_end, heard)


def _deliver(heard: Heard, word: Word) -> None:
    """Hand a message to whoever waits for it; what a stopped job still says is ignored."""
    if word.number in heard:
        heard[word.number].put_nowait(word)


def _deliver_end(heard: Heard) -> None:
    for words in heard.values():
        words.put_nowait(None)
