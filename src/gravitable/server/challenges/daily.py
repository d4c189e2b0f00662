"""The daily challenge: one deal a day for everybody, one try against bots that play the same for all.

A try is an ordinary table with an ordinary log, dealt from the day's secret. There is no way to send in a result:
points follow from the log, and what was played after the day does not get into it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import IntegrityError

from gravitable.core import links
from gravitable.core.contract import Json
from gravitable.core.daily import Daily, Score
from gravitable.core.errors import GravitableError
from gravitable.core.registry import game_names, package_of
from gravitable.server.challenges.daily_chains import DailyChains, Day, date_of, day_named, time_text
from gravitable.server.challenges.daily_rows import DailyRows
from gravitable.server.errors import DayRunning, NoDaily, ServerError
from gravitable.server.play import opponents
from gravitable.server.play.authority import Authority
from gravitable.server.play.match import Match
from gravitable.server.protocol.daily import DailyGame, DailyLine, DailyLink, DailyTry
from gravitable.server.protocol.parts import DailyMark, Person, TableInfo
from gravitable.server.storage.database import Database, now_ms
from gravitable.server.tables.plans import DayPlan, Plan
from gravitable.server.tables.tables import Tables

LOOK_S: Final = 5.0
_LOG: Final = logging.getLogger("gravitable.daily")


class Dailies:
    """Challenges of all days and games."""

    def __init__(self, database: Database, tables: Tables, authority: Authority) -> None:
        self.chains = DailyChains(database)
        self._rows = DailyRows(database)
        self._tables = tables
        self._authority = authority

    # Playing

    async def begin(self, person: Person, game: str, origin: str | None) -> TableInfo:
        """Return the table of somebody's try of today: made now, or gone on with. Raises NoDaily or ClockBehind."""
        challenge = challenge_of(game)
        today = await self.chains.today()
        known = await self._rows.table_of(today, game, person.id)
        if known is None:
            with suppress(IntegrityError):  # another tab of theirs was faster
                return await self._tables.create(person, _plan(game, challenge, today), origin)
            known = await self._rows.table_of(today, game, person.id)
        if known is None:
            raise NoDaily("the try could not be begun; ask again")
        return await self._tables.info(known)

    async def settle(self, table_id: str) -> None:
        """Work out the points of a game that is over."""
        match = (await self._authority.look(table_id)).match
        if match.terms.daily is not None and match.over:
            await self._rows.settle(table_id, score_of(match))

    async def _settle_all(self, day: Day, game: str) -> None:
        for table_id in await self._rows.unsettled(day, game):
            with suppress(GravitableError):  # broken tables have no points
                await self.settle(table_id)

    # Telling

    async def games(self, person: Person | None) -> tuple[Day, list[DailyGame]]:
        """Return today, and the challenges of all games, with how somebody does."""
        today = await self.chains.today()
        return today, [await self._game(game, today, person) for game in game_names() if has_daily(game)]

    async def _game(self, game: str, today: Day, person: Person | None) -> DailyGame:
        await self._settle_all(today, game)
        mine = await self._rows.mine(person.id, game, today, day=today) if person else []
        streak, longest = await self._rows.streak(person.id, game, today.number) if person else (0, 0)
        return DailyGame(
            game=game,
            title=package_of(game).title,
            bots=[opponents.title(bot, game) for bot in challenge_of(game).bots],
            mine=mine[0] if mine else None,
            tried=await self._rows.tried(today, game),
            streak=streak,
            longest=longest,
        )

    async def ranking(self, game: str, date: str | None) -> tuple[Day, bool, list[DailyLine], int]:
        """Return a day, today by default, whether it is over, its best, and how many are ranked; raises NoDaily."""
        challenge_of(game)
        day, is_over = await self._day(date)
        await self._settle_all(day, game)
        lines, total = await self._rows.ranking(day, game, with_tables=is_over)
        return day, is_over, lines, total

    async def mine(self, person: Person, game: str, date: str | None) -> DailyTry | None:
        """Return somebody's try of a day."""
        day, _ = await self._day(date)
        found = await self._rows.mine(person.id, game, await self.chains.today(), day=day)
        return found[0] if found else None

    async def history(self, person: Person, game: str) -> tuple[list[DailyTry], int, int]:
        """Return somebody's latest tries, the days in a row, and the most ever in a row."""
        challenge_of(game)
        today = await self.chains.today()
        await self._settle_all(today, game)
        streak, longest = await self._rows.streak(person.id, game, today.number)
        return await self._rows.mine(person.id, game, today), streak, longest

    async def link(self, date: str | None) -> DailyLink:
        """Return a day of the chain, with its link once the day is over; raises NoDaily."""
        day, is_over = await self._day(date)
        return DailyLink(
            date=day.date,
            first=date_of(day.first),
            anchor=day.anchor.hex(),
            shown=day.shown.hex(),
            link=day.link.hex() if is_over else None,
        )

    async def proof(self, match: Match) -> Json | None:
        """Return what a record says about its day; None: it is no daily game."""
        mark = match.terms.daily
        if mark is None:
            return None
        day = await self.chains.of_chain(mark.chain, day_named(mark.date))
        if day is None:
            return None
        told = links.DailyProof(mark.date, date_of(day.first), day.anchor.hex(), day.link.hex())
        return {**told._asdict(), "bots": list(match.terms.bots)}

    async def _day(self, date: str | None) -> tuple[Day, bool]:
        """Return a day up to today, and whether it is over; raises NoDaily."""
        today = await self.chains.today()
        number = today.number if date is None else day_named(date)
        if number > today.number:
            raise NoDaily(f"{date} has not come yet: today is {today.date}, until {time_text(today.ends)}")
        day = today if number == today.number else await self.chains.on(number)
        if day is None:
            raise NoDaily(f"there was no challenge here on {date_of(number)}")
        return day, number < today.number

    # Ending days

    async def end_days_forever(
        self, closed: Callable[[str], Awaitable[None]], ask_review: Callable[[str, int], Awaitable[object]]
    ) -> None:
        """Close what was not finished in time, and have yesterday's best games reviewed, day by day."""
        reviewed = None
        while True:
            try:
                await self.close_late(closed)
                yesterday = (await self.chains.today()).number - 1
                if yesterday != reviewed:
                    await self._review_best(date_of(yesterday), ask_review)
                    reviewed = yesterday
            except ServerError as error:
                _LOG.info("a day was not ended yet", extra={"code": error.code})
            except Exception:
                _LOG.exception("ending a day failed")
            await asyncio.sleep(LOOK_S)

    async def close_late(self, closed: Callable[[str], Awaitable[None]]) -> None:
        """Close the games whose day is over; what was played stays in the log."""
        now = now_ms()
        late = [one.id for one in await self._rows.running() if json.loads(one.daily)["ends"] <= now]
        for table_id in await self._rows.close(late) if late else []:
            await closed(table_id)

    async def _review_best(self, date: str, ask_review: Callable[[str, int], Awaitable[object]]) -> None:
        for game in filter(has_daily, game_names()):
            with suppress(GravitableError):  # nobody played, or this server makes no reviews
                _, _, lines, _ = await self.ranking(game, date)
                if lines and lines[0].table:
                    await ask_review(lines[0].table, lines[0].person)


def has_daily(game: str) -> bool:
    """Say whether a game has a daily challenge."""
    return package_of(game).daily is not None


def challenge_of(game: str) -> Daily:
    """Return what a game declares about its challenge; raises UnknownGame or NoDaily."""
    package = package_of(game)
    if package.daily is None:
        raise NoDaily(f"{package.title} has no daily challenge")
    challenge: Daily = package.load(package.daily)
    if not all(opponents.is_steady(bot, game) for bot in challenge.bots):
        raise NoDaily(f"the daily challenge of {package.title} has a bot that plays by the clock")
    return challenge


def score_of(match: Match) -> Score | None:
    """Return what the person's game is worth; None: it was not played to its end."""
    seat = next((seat for seat in match.players if match.terms.persons[seat] is not None), None)
    if seat is None or not match.game.over:
        return None
    return challenge_of(match.game.name).score(match.game.states, seat)


def refuse_before_end(match: Match) -> None:
    """Refuse to show what would help those who still play the same deal; raises DayRunning."""
    mark = match.terms.daily
    if mark is not None and match.terms.is_secret(now_ms()):
        until = time_text(mark.ends)
        raise DayRunning(f"others may still play this deal: that is shown when the day is over, at {until}")


def _plan(game: str, challenge: Daily, today: Day) -> Plan:
    mark = DailyMark(today.date, today.ends, today.chain)
    return Plan(
        game=game,
        seats=challenge.players,
        options=dict(challenge.options),
        bots=dict(enumerate(challenge.bots, start=1)),
        seat=0,
        daily=DayPlan(mark, today.number, links.day_secret(today.link, today.date, game)),
    )
