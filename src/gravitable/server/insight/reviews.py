"""Reviews of finished games: a queue in the database, processes of low priority that work on it, results for everybody.

Whoever asks for a review that is there gets it at once, whoever asked first. While one is being made, the process that
makes it shows what it has so far; others tell how far it has come.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from typing import Any, Final

import msgspec

from gravitable._version import __version__
from gravitable.bots.engines import NEWEST
from gravitable.core.package import package_of
from gravitable.reviews.moments import UnfinishedGame
from gravitable.reviews.steps import SEEDS, checked_budget
from gravitable.reviews.types import Review, read_review
from gravitable.server.challenges.daily import refuse_before_end
from gravitable.server.errors import NoReviews, NoSuchReview, NotFinished, ServerError
from gravitable.server.insight.review_rows import Found, Key, ReviewRows, unpacked
from gravitable.server.insight.reviewers import Reviewer, ReviewFailed
from gravitable.server.play import records
from gravitable.server.play.authority import Authority
from gravitable.server.play.match import Match
from gravitable.server.protocol.insight import ReviewAnswer
from gravitable.server.tables.tables import Tables

_SWEEP_S: Final = 2.0
_RENEW_S: Final = 1.0
_ENCODER: Final = msgspec.json.Encoder()
_LOG: Final = logging.getLogger("gravitable.reviews")


class Reviews:
    """Makes reviews and finds those that are made."""

    def __init__(
        self, rows: ReviewRows, authority: Authority, tables: Tables, processes: int, budget: int
    ) -> None:
        self._rows = rows
        self._authority = authority
        self._tables = tables
        self._budget = budget or None
        self.reviewers = [Reviewer() for _ in range(processes)]
        """The processes; they also think about analyses."""
        self._growing: dict[Key, Review] = {}
        """What this process has of the reviews that it makes."""
        self._news = asyncio.Event()
        self._renewed_at: dict[Key, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, *, is_alone: bool) -> None:
        """Begin to work; ``is_alone``: no other process shares the database."""
        if is_alone:
            await self._rows.free_all()
        for reviewer in self.reviewers:
            self._spawn(self._work_forever(reviewer))

    async def stop(self) -> None:
        """Drop what is being made: the next process begins it again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for reviewer in self.reviewers:
            await reviewer.stop()

    def get_ready(self, game: str) -> None:
        """Get ready: a game will be over sooner or later, and somebody may ask for its review."""
        for reviewer in self.reviewers[:1]:
            self._spawn(reviewer.get_ready(game))

    # Asking

    async def ask(self, table_id: str, person: int) -> ReviewAnswer:
        """Ask for a review; raises NotFinished, UnfinishedGame, NoReviews or TooMany."""
        if not self.reviewers:
            raise NoReviews("this server makes no reviews; download the record and run 'gravitable review'")
        match = await self._reviewable(table_id)
        await self._rows.ask(self._key(match), person)
        self._news.set()
        return await self.status(table_id, person)

    async def status(self, table_id: str, person: int | None, seen: int = -1) -> ReviewAnswer:
        """Say how far a review is, and show what there is of it unless ``seen`` says that it is known."""
        match = await self._reviewable(table_id)
        key = self._key(match)
        row = await self._rows.find(key)
        if row is None:
            return ReviewAnswer(status="none")
        review = _stored(row) if row.status == "done" else self._growing.get(key)
        progress = review.progress if review else None
        done, total = (progress.done, progress.total) if progress else (row.done, row.total)
        is_known = review is not None and not review.done and done == seen
        return ReviewAnswer(
            status=row.status,
            position=await self._position(key) if row.status == "waiting" else 0,
            done=done,
            total=total,
            mine=person is not None and row.person == person,
            review=None if is_known else review,
        )

    async def whole(self, match: Match) -> Review:
        """Return the review of a game; raises NoSuchReview unless it is there."""
        row = await self._rows.find(self._key(match))
        if row is None or row.status != "done":
            raise NoSuchReview("this game has no review yet; ask for it first")
        return _stored(row)

    async def cancel(self, table_id: str, person: int) -> ReviewAnswer:
        """Take a wish back; raises NoSuchReview when this person has none."""
        key = self._key(await self._reviewable(table_id))
        if not await self._rows.cancel(key, person):
            raise NoSuchReview("you do not wait for a review of this game")
        self._growing.pop(key, None)
        return await self.status(table_id, person)

    async def _reviewable(self, table_id: str) -> Match:
        match = (await self._authority.look(table_id)).match
        if not match.over:
            raise NotFinished("the game goes on; a review comes after the end")
        refuse_before_end(match)
        if not match.game.over:
            raise UnfinishedGame(
                "somebody gave up before the end; a review is for games that were played out"
            )
        return match

    async def _position(self, key: Key) -> int:
        """Return the place in the queue, from 1; 0 when its turn has come meanwhile."""
        for place, one in enumerate(await self._rows.queue(), start=1):
            if (one.table_id, one.rules, one.bot, one.budget) == key:
                return place
        return 0

    # Working

    async def _work_forever(self, reviewer: Reviewer) -> None:
        while True:
            key = None
            try:
                key = await self._rows.claim()
                if key is not None:
                    await self._make(reviewer, key)
            except ServerError:
                _LOG.warning("database away while making a review")
            except Exception:
                _LOG.exception("a review failed")
                if key is not None:
                    await self._rows.fail(key)
            if key is None:
                await self._wait()

    async def _wait(self) -> None:
        """Wait for the next wish; look again now and then, since another process may have heard it, or died."""
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), _SWEEP_S)
        except TimeoutError:
            return

    async def _make(self, reviewer: Reviewer, key: Key) -> None:
        """Make one review, store it when it is whole, and stop early when nobody wants it any more."""
        match = (await self._authority.look(key.table_id)).match
        record = records.record(await self._tables.info(key.table_id), match)
        growing = reviewer.review(record, self._budget)
        try:
            await self._follow(key, growing)
        except ReviewFailed as error:
            _LOG.error("a review could not be made", extra={"table": key.table_id, "error": str(error)})
            await self._rows.fail(key)
        finally:
            await growing.aclose()
            self._growing.pop(key, None)
            self._renewed_at.pop(key, None)

    async def _follow(self, key: Key, growing: AsyncGenerator[Review]) -> None:
        """Show a review while it grows; its lease is renewed also while nothing new comes, on a busy machine."""
        coming = asyncio.ensure_future(anext(growing))
        try:
            while True:
                await asyncio.wait({coming}, timeout=_RENEW_S)
                if coming.done():
                    self._growing[key] = review = coming.result()
                    if review.done:
                        await self._rows.finish(key, _ENCODER.encode(review))
                        return
                    coming = asyncio.ensure_future(anext(growing))
                known = self._growing.get(key)
                done, total = (known.progress.done, known.progress.total) if known else (0, 0)
                if not await self._renewed(key, done, total):
                    return
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)

    async def _renewed(self, key: Key, done: int, total: int) -> bool:
        """Renew a lease when it is time; False: nobody wants the review any more."""
        now = asyncio.get_running_loop().time()
        if now - self._renewed_at.get(key, 0.0) < _RENEW_S:
            return True
        self._renewed_at[key] = now
        return await self._rows.renew(key, done, total)

    def _key(self, match: Match) -> Key:
        """Return what the review of a game is stored under: who would judge it today, with which budget."""
        game = match.game.name
        bot = "playouts@1" if package_of(game).bots is None else f"search@{NEWEST}"
        return Key(
            match.terms.table_id,
            match.game.rules.version,
            f"{bot} {__version__}",
            f"{checked_budget(game, self._budget)} x {SEEDS}",
        )

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _stored(row: Found) -> Review:
    return read_review(unpacked(row))
