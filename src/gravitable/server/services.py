"""Everything the server is made of, put together once; requests and sockets find it here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

from gravitable.core.errors import GravitableError
from gravitable.server.challenges.contest_live import LiveContests
from gravitable.server.challenges.contests import Contests
from gravitable.server.challenges.daily import Dailies
from gravitable.server.compiling import Compiling, until_ready
from gravitable.server.errors import NoSuchTable, NotRunning, ServerError
from gravitable.server.guard.budgets import Budgets
from gravitable.server.health import Health
from gravitable.server.insight.analyses import Analyses
from gravitable.server.insight.review_rows import ReviewRows
from gravitable.server.insight.reviews import Reviews
from gravitable.server.insight.thinkers import Thinkers
from gravitable.server.learning.puzzle_scores import PuzzleScores
from gravitable.server.people.people import People
from gravitable.server.people.ratings import Ratings
from gravitable.server.play.ahead import AnswersAhead
from gravitable.server.play.authority import Authority
from gravitable.server.play.clocks import AWAY_MS, Clocks
from gravitable.server.play.drafts import Drafts
from gravitable.server.play.hints import Hints
from gravitable.server.play.keepers import Keepers
from gravitable.server.play.replays import Replays
from gravitable.server.play.views import StateTexts
from gravitable.server.play.wishes import Wish
from gravitable.server.protocol import encode
from gravitable.server.protocol.parts import Person, TableInfo
from gravitable.server.protocol.server import Chat, Notice, TableChanged
from gravitable.server.settings import Settings
from gravitable.server.sockets.live import Hub
from gravitable.server.sockets.news import Item, News
from gravitable.server.sockets.presence import BEAT_S, Followers
from gravitable.server.storage.database import Database, now_ms
from gravitable.server.storage.facts import Facts
from gravitable.server.storage.game_log import GameLog
from gravitable.server.storage.housekeeping import Housekeeping
from gravitable.server.tables.chats import Chats
from gravitable.server.tables.lobby import LiveLobby
from gravitable.server.tables.tables import Tables

_LOG: Final = logging.getLogger("gravitable.server")
_GOES_ON: Final = 10
"""With so many rows a game is taken for one that will be played to its end, so that its review is prepared for."""


class Services:
    """The parts of a running server."""

    def __init__(self, settings: Settings, compiling: Compiling | None = None) -> None:
        self.settings = settings
        self._compiling = compiling
        self.budgets = Budgets(settings.limit_scale)
        self.database = Database(settings.url)
        self.people = People(self.database)
        self.facts = Facts(self.database)
        self.health = Health(self.database, self.facts)
        self.tables = Tables(self.database, self.budgets)
        self.contests = Contests(self.database, self.budgets)
        self.chats = Chats(self.database)
        self.ratings = Ratings(self.database)
        self.puzzles = PuzzleScores(self.database)
        self.replays = Replays()
        self.log = GameLog(self.database)
        self.authority = Authority(self.database, self.log, settings.cached_games)
        self.hub = Hub(self._followers_changed, settings.absence_s)
        self.keepers = Keepers(
            self.database,
            self.authority,
            settings.bot_threads,
            settings.bot_pace_ms,
            settings.bot_idle_pace_ms,
            self.hub.followed,
            compiling,
        )
        self.drafts = Drafts()
        self.hints = Hints(self.authority, compiling)
        self.reviews = Reviews(
            ReviewRows(self.database),
            self.authority,
            self.tables,
            settings.review_processes,
            settings.review_budget,
        )
        self.analyses = Analyses()
        self.thinkers = Thinkers(self.reviews.reviewers)
        self.dailies = Dailies(self.database, self.tables, self.authority)
        self.ahead = AnswersAhead(self.authority, self._spawn)
        self.clocks = Clocks(self.database, self.authority, self.drafts, self.hub.is_here)
        self.news = News(self.database, self._heard, self._reconnected, self.authority.doubt)
        self.lobby = LiveLobby(self.tables, self.contests, self.authority, self.hub, self._spawn)
        self.contest_desk = LiveContests(
            self.contests, self.hub, self.news, self._contest_over, self.lobby.changed, self._spawn
        )
        self.authority.hears = self.news.hears
        self.authority.tell_broken = self.hub.tell_broken
        self.authority.listeners += [self.hub.tell_state, self._noticed, self.ahead.noticed]
        self.authority.workers += [self.keepers.noticed, self._tell_far]
        self._tasks: set[asyncio.Task[None]] = set()
        self._telling = asyncio.Lock()

    async def start(self) -> None:
        """Migrate the database and begin to work."""
        await self.database.migrate()
        await self.facts.start()
        self.log.start()
        await self.news.start()
        lived = await self.facts.wake_up() or now_ms()
        if abs(now_ms() - lived) > AWAY_MS:  # below zero: somebody set the machine's clock back meanwhile
            await self.clocks.give_back(lived)
        self.keepers.start(set_back_ms=max(0, lived - now_ms()))
        self.clocks.start()
        await self.reviews.start(is_alone=self.database.is_sqlite)
        self._spawn(self.health.beat_forever())
        self._spawn(Housekeeping(self.database, self.settings, self._closed).forever())
        self._spawn(self.contest_desk.sweep_forever())
        self._spawn(self._settle_ratings())
        await self.dailies.chains.start()
        self._spawn(self.dailies.end_days_forever(self._closed, self.reviews.ask))
        if not self.database.is_sqlite:
            self._spawn(self._beat_forever())

    async def stop(self) -> None:
        """Finish what is begun, and close everything."""
        await self.reviews.stop()
        await self.clocks.stop()
        await self.keepers.stop()
        self.hints.stop()
        await self.news.stop()
        await self.log.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.database.close()

    async def _contest_over(self, table_id: str) -> None:
        """Show a table whose contest is over to those who follow it, with its secret."""
        info = await self.tables.info(table_id)
        if info.status == "closed":
            self.authority.forget(table_id)
        self._tell_table(info)
        if info.status == "finished" and self.hub.followed(table_id):
            texts = await self.authority.look(table_id)
            self.hub.tell_state(texts, texts.match.version)

    async def _closed(self, table_id: str) -> None:
        """Let go of a table that was closed because nobody came any more."""
        self.authority.forget(table_id)
        await self.table_changed(await self.tables.info(table_id))

    # Telling

    async def table_changed(self, info: TableInfo) -> None:
        """Tell everybody that a table's seats, settings or status changed."""
        self._tell_table(info)
        if info.status == "running":
            self._tell_started(info, await self.authority.look(info.id))
        news = [Item("table", info.id)]
        news += [Item("lobby")] if info.public else []
        news += [Item("closed", info.id)] if info.status == "closed" else []
        await self.news.send(*news)
        if info.contest:
            await self.contest_desk.changed(info.contest.id)

    async def said(self, table_id: str, number: int) -> None:
        """Tell everybody at a table what somebody said."""
        await self._tell_line(table_id, number)
        await self.news.send(Item("chat", table_id, number))

    async def get_up_everywhere(self, person: Person) -> None:
        """Free somebody's seats: before the start for others, during play for bots."""
        for info in await self.tables.of_person(person.id):
            with suppress(GravitableError):
                if info.status == "open":
                    await self.table_changed(await self.tables.leave(person, info.id))
                elif info.status == "running":
                    await self.authority.carry_out(info.id, Wish("away", person.id))

    async def session_ended(self, session: int) -> None:
        """Close what a session has open, here and in the other processes."""
        self.hub.end_session(session)
        await self.news.send(Item("session", number=session))

    def _tell_table(self, info: TableInfo) -> None:
        if self.hub.followed(info.id):
            self.hub.tell(info.id, encode(TableChanged(table=info)))
            self.hub.set_seats(info.id, seats_of(info))
            self.contest_desk.table_told(info, set(seats_of(info)))
        if info.public:
            self.lobby.changed()

    def _tell_started(self, info: TableInfo, texts: StateTexts) -> None:
        if texts.match.version == 1:
            for person in seats_of(info):
                self.hub.tell_person(person, Notice(table=info.id, kind="started", version=1))
        self.hub.tell_state(texts, 0)
        self.keepers.noticed(texts, 0)

    async def _tell_line(self, table_id: str, number: int) -> None:
        if self.hub.followed(table_id):
            lines = await self.chats.lines(table_id, only=number)
            self.hub.tell(table_id, encode(Chat(table=table_id, lines=lines)))

    # Hearing

    def _noticed(self, texts: StateTexts, _since: int) -> None:
        """Hear of a change of a game: the authority calls this."""
        if texts.match.version == _GOES_ON:
            self._spawn(self._get_reviews_ready(texts.match.game.name))
        if texts.match.over:
            self._spawn(self._finished(texts))
        elif texts.match.terms.table_id in self.lobby.listed:
            self.lobby.changed()

    def _tell_far(self, texts: StateTexts, _since: int) -> None:
        """Tell the other processes what people there should hear although they do not follow the table."""
        match, elsewhere = texts.match, self.hub.elsewhere
        if self.database.is_sqlite or elsewhere.is_empty:
            return
        table_id = match.terms.table_id
        people = self.hub.turns(texts) - (self.hub.followers(table_id) | elsewhere.of_table(table_id)).people
        if people:
            detail = Followers(frozenset(people)).text()
            self._spawn(self.news.send(Item("turn", table_id, match.version, detail)))
        if match.over:
            self._spawn(self.news.send(Item("lobby")))

    async def _settle_ratings(self) -> None:
        for table_id in await self.ratings.unsettled():
            await self.ratings.settle(await self.tables.info(table_id))

    async def _get_reviews_ready(self, game: str) -> None:
        await until_ready(self._compiling, game)  # it would compile the same at the same time
        self.reviews.get_ready(game)

    async def _finished(self, texts: StateTexts) -> None:
        table_id = texts.match.terms.table_id
        info = await self.tables.info(table_id)
        self._tell_table(info)
        self.reviews.get_ready(texts.match.game.name)
        for person in seats_of(info):
            self.hub.tell_person(person, Notice(table=table_id, kind="finished", version=texts.match.version))
        if info.rated:
            await self.ratings.settle(info)
        if info.contest:
            await self.contest_desk.changed(info.contest.id)
        if info.daily is not None:
            await self.dailies.settle(table_id)

    async def _heard(self, item: Item) -> None:
        """Follow news of another process."""
        if item.kind == "log":
            await self._heard_log(item)
        elif item.kind in ("table", "closed"):
            await self._heard_table(item.table_id)
        elif item.kind == "lobby":
            self.lobby.changed()
        elif item.kind == "contest":
            await self.contest_desk.heard(item)
        elif item.kind == "turn":
            for person in Followers.read(item.detail).people:
                self.hub.tell_person(
                    person, Notice(table=item.table_id, kind="your-turn", version=item.number)
                )
        elif item.kind == "chat":
            await self._tell_line(item.table_id, item.number)
        elif item.kind == "session":
            self.hub.end_session(item.number)
        else:
            await self._heard_presence(item)

    async def _heard_presence(self, item: Item) -> None:
        """Follow news of who follows which table in another process."""
        if item.kind == "beat":
            self.hub.elsewhere.beat(item.process)
        elif item.kind in ("here", "who") and self.hub.followed(item.table_id):
            self.hub.elsewhere.note(item.process, item.table_id, Followers.read(item.detail))
            self.hub.tell_presence(item.table_id)
            if item.kind == "who":
                await self._tell_followers(item.table_id, "here")

    async def _tell_followers(self, table_id: str, kind: str) -> None:
        """Tell the other processes who follows a table here: one after the other, so that the last word is true."""
        if kind == "who":
            await self.news.hearing(table_id)  # the answers come over its channel
        async with self._telling:
            await self.news.send(Item(kind, table_id, detail=self.hub.followers(table_id).text()))

    def _followers_changed(self, table_id: str, first: bool) -> None:
        """Hear from the hub that somebody came or left; for a table's first follower ask other processes for theirs."""
        if not self.database.is_sqlite:
            self.news.follow(table_id, self.hub.followed(table_id))
            self._spawn(self._tell_followers(table_id, "who" if first else "here"))

    async def _beat_forever(self) -> None:
        while True:
            for table_id in self.hub.elsewhere.forget_silent():
                self.hub.tell_presence(table_id)
            try:
                await self.news.send(Item("beat"))
                await self._end_gone_sessions()
            except ServerError:
                _LOG.warning("database away while telling the other processes")
            await asyncio.sleep(BEAT_S)

    async def _heard_log(self, item: Item) -> None:
        is_known = self.authority.cached(item.table_id) is not None
        await self.authority.heard(item.table_id, item.number, item.row())
        if not is_known and self.hub.followed(item.table_id):  # pushed out of memory, but somebody looks on
            texts = await self.authority.look(item.table_id)
            self.hub.tell_state(texts, item.number - 1)

    async def _heard_table(self, table_id: str) -> None:
        info = await self.tables.info(table_id)
        self._tell_table(info)
        if info.status == "closed":
            self.authority.forget(table_id)
        if info.status == "running" and self.hub.followed(table_id):
            try:
                self.hub.tell_state(await self.authority.look(table_id), 0)
            except NotRunning:
                _LOG.warning("a table runs without a log")

    async def _reconnected(self) -> None:
        """News may have been missed: doubt every game, end the sessions that are gone, tell followers the latest."""
        self.authority.doubt_all()
        await self._end_gone_sessions()
        for table_id in list(self.hub.seats):
            with suppress(NoSuchTable):
                await self._tell_latest(table_id)
            await self._tell_followers(table_id, "who")

    async def _tell_latest(self, table_id: str) -> None:
        info = await self.tables.info(table_id)
        self._tell_table(info)
        if self.authority.cached(table_id) is not None:
            await self.authority.refresh(table_id)
        elif info.status in ("running", "finished"):
            texts = await self.authority.look(table_id)
            self.hub.tell_state(texts, texts.match.version - 1)

    async def _end_gone_sessions(self) -> None:
        """Close what sessions have open that were ended while nobody here could hear of it."""
        open_now = self.hub.sessions()
        for session in open_now - await self.people.living(open_now):
            self.hub.end_session(session)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except ServerError as error:
        _LOG.warning("background work failed", extra={"code": error.code})
    except Exception:
        _LOG.exception("background work failed")


def seats_of(info: TableInfo) -> dict[int, int]:
    """Return who sits where: person to seat."""
    return {seat.person: seat.seat for seat in info.seats if seat.person is not None}
