"""Tries at the daily challenge in the database: rankings, histories, streaks.

The result of a try is that of its table, which is written with the last row of the game's log. Points are worked out
from that log, once, and kept beside; should the server be killed before they are, the next look works them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from gravitable.core.daily import Score
from gravitable.server.challenges.daily_chains import Day, date_of
from gravitable.server.protocol.daily import DailyLine, DailyTry, TryStatus
from gravitable.server.storage import schema
from gravitable.server.storage.database import Database

SHOWN: Final = 100
"""Lines of a ranking."""
HISTORY: Final = 30
"""Days of somebody's history."""
_LONGEST_STREAK: Final = 4000

_tries: Final = schema.daily_tries
_people: Final = schema.people
_tables: Final = schema.tables


class DailyRows:
    """The rows of tries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def table_of(self, day: Day, game: str, person: int) -> str | None:
        """Return the table of somebody's try."""
        query = select(_tries.c.table_id).where(_of_day(_tries, day, game), _tries.c.person == person)
        async with self._database.reading() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def tried(self, day: Day, game: str) -> int:
        """Return how many have begun."""
        query = select(func.count()).select_from(_tries).where(_of_day(_tries, day, game))
        async with self._database.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def unsettled(self, day: Day, game: str) -> list[str]:
        """Return the finished games whose points nobody has worked out yet."""
        query = (
            select(_tries.c.table_id)
            .join(_tables, _tables.c.id == _tries.c.table_id)
            .where(_of_day(_tries, day, game), _tries.c.counted.is_(None), _tables.c.status == "finished")
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def settle(self, table_id: str, score: Score | None) -> None:
        """Keep the points of a finished game; None: it was not played to its end. Doing it twice changes nothing."""
        values: dict[str, Any] = {"counted": score is not None}
        if score is not None:
            values |= {"points": score.points, "lead": score.lead}
        async with self._database.writing() as connection:
            await connection.execute(update(_tries).where(_tries.c.table_id == table_id).values(values))

    async def ranking(self, day: Day, game: str, *, with_tables: bool) -> tuple[list[DailyLine], int]:
        """Return the best of a day, and how many are ranked."""
        place = func.rank().over(order_by=(_tries.c.points.desc(), _tries.c.lead.desc()))
        query = (
            select(
                place.label("place"),
                _people.c.id,
                _people.c.name,
                _tries.c.points,
                _tries.c.lead,
                _tries.c.table_id,
            )
            .join(_people, _people.c.id == _tries.c.person)
            .where(_of_day(_tries, day, game), _is_ranked(_tries, _people))
        )
        async with self._database.reading() as connection:
            total = (
                await connection.execute(select(func.count()).select_from(query.subquery()))
            ).scalar_one()
            best = query.order_by(place, _people.c.name).limit(SHOWN)
            found = (await connection.execute(best)).all()
        lines = [
            DailyLine(
                place=one.place,
                person=one.id,
                name=one.name,
                points=one.points,
                lead=one.lead,
                table=one.table_id if with_tables else None,
            )
            for one in found
        ]
        return lines, int(total)

    async def mine(self, person: int, game: str, today: Day, *, day: Day | None = None) -> list[DailyTry]:
        """Return somebody's tries, the latest first; ``day``: only that day's."""
        where = [_tries.c.person == person, _tries.c.game == game]
        if day is not None:
            where.append(_of_day(_tries, day, game))
        query = _placed().where(*where).order_by(_tries.c.day.desc(), _tries.c.chain.desc()).limit(HISTORY)
        async with self._database.reading() as connection:
            return [_told(one, today) for one in (await connection.execute(query)).all()]

    async def streak(self, person: int, game: str, today: int) -> tuple[int, int]:
        """Return the days in a row up to today or yesterday, and the most ever."""
        query = (
            select(_tries.c.day)
            .where(_tries.c.person == person, _tries.c.game == game, _tries.c.counted.is_(True))
            .distinct()
            .order_by(_tries.c.day.desc())
            .limit(_LONGEST_STREAK)
        )
        async with self._database.reading() as connection:
            return streaks(list((await connection.execute(query)).scalars()), today)

    async def running(self) -> list[Any]:
        """Return the tables of challenges that go on: id, and what they are about as JSON."""
        query = select(_tables.c.id, _tables.c.daily).where(
            _tables.c.status == "running", _tables.c.daily.is_not(None)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).all())

    async def close(self, table_ids: Sequence[str]) -> list[str]:
        """Close games whose day is over; return those that were still running."""
        closed = (
            update(_tables)
            .where(_tables.c.id.in_(table_ids), _tables.c.status == "running")
            .values(status="closed", due=None, clock=None, origin=None)
            .returning(_tables.c.id)
        )
        async with self._database.writing() as connection:
            return list((await connection.execute(closed)).scalars())


def streaks(days: Sequence[int], today: int) -> tuple[int, int]:
    """Return how many days in a row lead up to today or yesterday, and the longest row; ``days``: the latest first.

    >>> streaks([10, 9, 7, 6, 5], 10), streaks([9, 8], 10), streaks([8], 10), streaks([], 10)
    ((2, 3), (2, 2), (0, 1), (0, 0))
    """
    rows: list[list[int]] = []
    for day in days:
        if rows and rows[-1][-1] == day + 1:
            rows[-1].append(day)
        else:
            rows.append([day])
    now = len(rows[0]) if rows and rows[0][0] >= today - 1 else 0
    return now, max(map(len, rows), default=0)


def _of_day(tries: Any, day: Day, game: str) -> ColumnElement[bool]:
    return and_(tries.c.chain == day.chain, tries.c.day == day.number, tries.c.game == game)


def _is_ranked(tries: Any, people: Any) -> ColumnElement[bool]:
    """Whether a try stands in the ranking: finished, by somebody with a claimed name."""
    return and_(tries.c.counted.is_(True), people.c.name_key.is_not(None))


def _placed() -> Any:
    """Return the query for tries with how many named people were better, and how many others are ranked."""
    others, people = _tries.alias("others"), _people.alias("other_people")
    rivals = (
        select(func.count())
        .select_from(others.join(people, people.c.id == others.c.person))
        .where(
            others.c.chain == _tries.c.chain,
            others.c.day == _tries.c.day,
            others.c.game == _tries.c.game,
            others.c.person != _tries.c.person,
            _is_ranked(others, people),
        )
    )
    is_better = or_(
        others.c.points > _tries.c.points,
        and_(others.c.points == _tries.c.points, others.c.lead > _tries.c.lead),
    )
    return select(
        _tries,
        _tables.c.status,
        rivals.where(is_better).correlate(_tries).scalar_subquery().label("better"),
        rivals.correlate(_tries).scalar_subquery().label("rivals"),
    ).join(_tables, _tables.c.id == _tries.c.table_id)


def _told(one: Any, today: Day) -> DailyTry:
    is_ranked = bool(one.counted)
    return DailyTry(
        date=date_of(one.day),
        table=one.table_id,
        status=_status(one, today),
        points=one.points,
        lead=one.lead,
        place=one.better + 1 if is_ranked else None,
        of=one.rivals + is_ranked,
    )


def _status(one: Any, today: Day) -> TryStatus:
    if one.counted:
        return "finished"
    return "running" if one.day >= today.number and one.status == "running" else "unfinished"
