"""The daily challenge: what is on today, your one try, rankings, your history, and the links of the chain."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from gravitable.server.guard.access import Anybody, Parts, Somebody, payer_of
from gravitable.server.protocol.daily import DailyGame, DailyLine, DailyLink, DailyTry
from gravitable.server.routes.answers import Shape, TableAnswer
from gravitable.server.routes.tables import origin_for
from gravitable.server.storage.database import now_ms

router = APIRouter(tags=["daily"])

GameName = Annotated[str, Path(pattern=r"^[a-z][a-z0-9]{1,19}$")]
DateText = Annotated[str | None, Query(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class DailyAnswer(Shape):
    """What is on today."""

    date: str
    """The day, in UTC."""
    now: int
    """The server's time."""
    ends: int
    """When the next day begins."""
    games: list[DailyGame]
    link: DailyLink


class DailyRankingAnswer(Shape):
    """How a day went."""

    date: str
    over: bool
    """Whether the day is over: then its games can be watched."""
    lines: list[DailyLine]
    total: int
    """How many are ranked; ``lines`` has the best hundred."""
    mine: DailyTry | None
    """Your own try; a guest's shows where it would stand."""


class DailyHistoryAnswer(Shape):
    """Your latest days."""

    tries: list[DailyTry]
    streak: int
    longest: int


@router.get("/daily")
async def today(person: Anybody, parts: Parts) -> DailyAnswer:
    """Say what is on today, how you do, when the next day begins, and what the chain of secrets shows so far."""
    day, games = await parts.dailies.games(person)
    link = await parts.dailies.link(day.date)
    return DailyAnswer(date=day.date, now=now_ms(), ends=day.ends, games=games, link=link)


@router.get("/daily/link")
async def link(parts: Parts, date: DateText = None) -> DailyLink:
    """Return a day of the chain: its hash, and once the day is over its link, from which all its deals follow."""
    return await parts.dailies.link(date)


@router.post("/daily/{game}")
async def begin(game: GameName, person: Somebody, parts: Parts, request: Request) -> TableAnswer:
    """Begin your one try of today, or go on with it: the same table however often you ask."""
    parts.budgets.tables.charge(payer_of(request, person))
    info = await parts.dailies.begin(person, game, origin_for(parts, request))
    await parts.table_changed(info)
    return TableAnswer(table=info)


@router.get("/daily/{game}/ranking")
async def ranking(
    game: GameName, person: Anybody, parts: Parts, request: Request, date: DateText = None
) -> DailyRankingAnswer:
    """Return the ranking of a day, today's by default: people with a claimed name, and where you stand or would."""
    parts.budgets.looks.charge(payer_of(request, person))
    day, is_over, lines, total = await parts.dailies.ranking(game, date)
    return DailyRankingAnswer(
        date=day.date,
        over=is_over,
        lines=lines,
        total=total,
        mine=await parts.dailies.mine(person, game, day.date) if person else None,
    )


@router.get("/daily/{game}/history")
async def history(game: GameName, person: Somebody, parts: Parts, request: Request) -> DailyHistoryAnswer:
    """Return your latest days, and how many in a row."""
    parts.budgets.looks.charge(payer_of(request, person))
    tries, streak, longest = await parts.dailies.history(person, game)
    return DailyHistoryAnswer(tries=tries, streak=streak, longest=longest)
