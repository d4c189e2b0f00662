"""What the server refuses, each with a stable code and an HTTP status. Nothing is changed when one is raised."""

from __future__ import annotations

from typing import ClassVar

from gravitable.core.errors import GravitableError


class ServerError(GravitableError):
    """Base of the server's own errors."""

    code = "error"
    status: ClassVar[int] = 400


class BadSetting(GravitableError):
    """A setting that the server cannot work with; the message says what would be right."""

    code = "bad-setting"


class BadMessage(ServerError):
    """A message of a client whose form is wrong."""

    code = "bad-message"


class NoSession(ServerError):
    """Only somebody with a name may do that."""

    code = "no-session"
    status = 401


class WrongPassword(ServerError):
    """Name and password do not fit."""

    code = "wrong-password"
    status = 403


class NameTaken(ServerError):
    """The name belongs to somebody with a password."""

    code = "name-taken"
    status = 409


class BadName(ServerError):
    """A name that nobody could read or type."""

    code = "bad-name"
    status = 422


class BadClock(ServerError):
    """A clock with settings that are not allowed."""

    code = "bad-clock"
    status = 422


class Forbidden(ServerError):
    """Somebody else, such as the host, may do that, but not this person."""

    code = "forbidden"
    status = 403


class WrongOrigin(ServerError):
    """The request comes from a page of another site."""

    code = "wrong-origin"
    status = 403


class NoSuchTable(ServerError):
    """There is no such table, or not for this link."""

    code = "no-such-table"
    status = 404


class NoSuchThing(ServerError):
    """There is nothing under this address."""

    code = "not-found"
    status = 404


class NoSuchContest(ServerError):
    """There is no such contest, or not for this link."""

    code = "no-such-contest"
    status = 404


class ContestFull(ServerError):
    """Every table of the contest is taken, and it can have no more."""

    code = "contest-full"
    status = 409


class ContestClosed(ServerError):
    """Nobody new may join the contest."""

    code = "contest-closed"
    status = 409


class ContestOver(ServerError):
    """The contest is over."""

    code = "contest-over"
    status = 409


class ContestGoesOn(ServerError):
    """Other tables still play the same deals: that is shown when the contest is over."""

    code = "contest-goes-on"
    status = 409


class TableFull(ServerError):
    """Every seat is taken."""

    code = "table-full"
    status = 409


class SeatTaken(ServerError):
    """Somebody sits there already."""

    code = "seat-taken"
    status = 409


class NotOpen(ServerError):
    """The table is no longer open: it runs, is finished or was closed."""

    code = "not-open"
    status = 409


class NotRunning(ServerError):
    """The game has not begun, or is over."""

    code = "not-running"
    status = 409


class NotFinished(ServerError):
    """That is shown only after the end."""

    code = "not-finished"
    status = 409


class NotAtTable(ServerError):
    """Only people who sit at the table may do this."""

    code = "not-at-table"
    status = 403


class Paused(ServerError):
    """The game is paused."""

    code = "paused"
    status = 409


class IsAway(ServerError):
    """A bot plays for this seat; take it back first."""

    code = "away"
    status = 409


class NotAbsent(ServerError):
    """A bot may play only for people who have been gone for a while, at a table without a clock."""

    code = "not-absent"
    status = 409


class WholeTurn(ServerError):
    """The actions are not one complete turn."""

    code = "whole-turn"
    status = 409


class NoReviews(ServerError):
    """Reviews are switched off on this server."""

    code = "no-reviews"
    status = 403


class NoSuchReview(ServerError):
    """Nobody has asked for this review, or it is not whole yet."""

    code = "no-such-review"
    status = 404


class Outdated(ServerError):
    """The same page has asked something newer meanwhile."""

    code = "outdated"
    status = 409


class NoHints(ServerError):
    """At this table nobody gets a hint."""

    code = "no-hints"
    status = 403


class NoDaily(ServerError):
    """A game without a daily challenge, or a day without one."""

    code = "no-daily"
    status = 404


class DayOver(ServerError):
    """The day of this challenge is over: nothing of it counts any more."""

    code = "day-over"
    status = 409


class DayRunning(ServerError):
    """That is shown when the day is over, so that nobody can tell the others."""

    code = "day-running"
    status = 409


class ClockBehind(ServerError):
    """The server's clock was set back: days that were played do not come again."""

    code = "clock-behind"
    status = 503


class TooMany(ServerError):
    """A limit on how many is reached."""

    code = "too-many"
    status = 409


class TooFast(ServerError):
    """Too many requests; wait a little."""

    code = "too-fast"
    status = 429

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too many requests: try again in {max(1, round(seconds))} s")
        self.seconds = max(1, round(seconds))


class BrokenTable(ServerError):
    """The rules of the game fail at this table; the other tables are not concerned."""

    code = "broken-table"
    status = 500


class DatabaseAway(ServerError):
    """The database does not answer at the moment."""

    code = "database-away"
    status = 503


class BadDatabase(ServerError):
    """The file or address is not a database of ours, is damaged, or is not there."""

    code = "bad-database"
    status = 503


class NewerDatabase(ServerError):
    """A newer version of Gravitable has used the database; this one would not understand it."""

    code = "newer-database"
    status = 503


class Stale(ServerError):
    """The game moved on before this arrived."""

    code = "stale"
    status = 409

    def __init__(self, version: int) -> None:
        super().__init__(f"the game moved on to version {version}")
        self.version = version
