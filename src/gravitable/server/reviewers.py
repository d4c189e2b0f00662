"""The processes that make reviews, seen from the server: started when needed, and again when they die."""

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
from gravitable.server.review_worker import Job, Word

_LOG: Final = logging.getLogger("gravitable.reviews")


class ReviewFailed(GravitableError):
    """The process that made a review died, or could not do it."""

    code = "review-failed"


class Reviewer:
    """One process that makes one review at a time.

    Started with ``subprocess``, which closes all other descriptors in it: uvloop's own would leave it the socket that
    the server listens at, and after a crash nobody could listen there before that process has noticed.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._words: asyncio.Queue[Word | None] = asyncio.Queue()
        self._numbers = itertools.count(1)
        self._starting = asyncio.Lock()

    async def warm(self) -> None:
        """Start the process, so that the first review need not wait for it."""
        async with self._starting:
            if self._process is None or self._process.poll() is not None:
                self._words = asyncio.Queue()
                self._process = await asyncio.to_thread(_started)
                listening = (self._process, self._words, asyncio.get_running_loop())
                threading.Thread(target=_listen, args=listening, daemon=True).start()

    async def review(self, record: Json, budget: int | None) -> AsyncGenerator[Review]:
        """Yield a review of a record as it grows, the whole one last; close the iterator to stop it.

        Raises ReviewFailed.
        """
        await self.warm()
        number = next(self._numbers)
        await self._tell(Job(number, record, budget))
        is_over = False
        try:
            while not is_over:
                word = await self._hear(number)
                is_over = word.problem is not None or word.stopped or bool(word.review and word.review.done)
                if word.problem is not None:
                    raise ReviewFailed(word.problem)
                if word.review is not None:
                    yield word.review
        finally:
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

    async def _hear(self, number: int) -> Word:
        """Return the next word about a job; what is left of one that was stopped is passed over."""
        while (word := await self._words.get()) is not None:
            if word.number == number:
                return word
        _LOG.error("the process that makes reviews has fallen")
        self._process = None
        raise ReviewFailed("internal")

    async def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            await asyncio.to_thread(process.wait)


def _started() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gravitable.server.review_worker"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=True)  # noqa: S603


def _write(process: subprocess.Popen[bytes], line: bytes) -> None:
    assert process.stdin is not None  # noqa: S101 - see _started
    process.stdin.write(line)
    process.stdin.flush()


def _listen(
    process: subprocess.Popen[bytes], words: asyncio.Queue[Word | None], loop: asyncio.AbstractEventLoop
) -> None:
    """Hear a process until its end, in a thread of its own."""
    assert process.stdout is not None  # noqa: S101 - see _started
    with suppress(RuntimeError):  # the event loop is closed: the server is gone
        for line in process.stdout:
            loop.call_soon_threadsafe(words.put_nowait, msgspec.json.decode(line, type=Word))
        loop.call_soon_threadsafe(words.put_nowait, None)
