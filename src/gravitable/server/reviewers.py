"""The processes that make reviews, seen from the server: started when needed, started again when they fall."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

import msgspec

from gravitable.core.contract import Json
from gravitable.core.errors import GravitableError
from gravitable.reviews.types import Review
from gravitable.server.review_worker import Job, Word

_LONGEST_LINE: Final = 1 << 25
_LOG: Final = logging.getLogger("gravitable.reviews")


class ReviewFailed(GravitableError):
    """The process that made a review fell, or could not do it."""

    code = "review-failed"


class Reviewer:
    """One process that makes one review at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = itertools.count(1)
        self._starting = asyncio.Lock()

    async def warm(self) -> None:
        """Start the process, so that the first review need not wait for it."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await self._started()

    async def _started(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "gravitable.server.review_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
        )

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
            if process is None or process.stdin is None:
                raise ReviewFailed("internal")
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            await process.stdin.drain()
        except (OSError, ValueError) as error:
            raise ReviewFailed("internal") from error

    async def _hear(self, number: int) -> Word:
        """Return the next word about a job; what is left of one that was stopped is passed over."""
        process = self._process
        while process is not None and process.stdout is not None:
            line = await process.stdout.readline()
            if not line:
                await process.wait()
                _LOG.error("the process that makes reviews has fallen", extra={"exit": process.returncode})
                break
            word = msgspec.json.decode(line, type=Word)
            if word.number == number:
                return word
        self._process = None
        raise ReviewFailed("internal")

    async def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self._process = None
