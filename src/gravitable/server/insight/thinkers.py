"""Questions of people who analyse, answered by the processes that make reviews: of each page only the newest counts.

Whoever moves on to another position asks anew, and the older question of the same page is given up wherever it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from typing import Final

from gravitable.server.errors import NoReviews, Outdated, TooFast
from gravitable.server.insight.review_worker import Word
from gravitable.server.insight.reviewers import Reviewer
from gravitable.server.insight.thinking import Question

WAITING: Final = 24
"""Questions that may wait for each process; more are asked to come again."""


class Thinkers:
    """Hands questions to the processes."""

    def __init__(self, reviewers: Sequence[Reviewer]) -> None:
        self._reviewers = reviewers
        self._asked: dict[Hashable, asyncio.Task[Word]] = {}

    def warm(self) -> None:
        """Get ready: somebody has opened something to analyse."""
        for reviewer in self._reviewers[:1]:
            task = asyncio.ensure_future(reviewer.warm())
            task.add_done_callback(lambda done: done.exception())

    async def ask(self, page: Hashable, question: Question) -> Word:
        """Return the answer; raises NoReviews, TooFast, ReviewFailed, or Outdated when the page asked anew."""
        if not self._reviewers:
            raise NoReviews("this server thinks about no positions: its operator has switched reviews off")
        if (old := self._asked.pop(page, None)) is not None:
            old.cancel()
        reviewer = min(self._reviewers, key=lambda one: one.busy)
        if reviewer.busy >= WAITING:
            raise TooFast(3)
        task = asyncio.create_task(reviewer.answer(question))
        self._asked[page] = task
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            if self._asked.get(page) is task:
                del self._asked[page]
        if task.cancelled():
            raise Outdated("you have asked something newer meanwhile")
        return task.result()
