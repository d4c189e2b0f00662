"""Contests: several tables with the same deals, and how everybody stands among those who sat on the same seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from gravitable.server.protocol.parts import Clock, JsonObject, Outcome, SeatInfo, TableStatus

MAX_TABLES: Final = 50
"""The most tables that a contest can have."""
MAX_HOURS: Final = 14 * 24
"""The longest that a contest can last."""

ContestStatus = Literal["open", "closed", "over"]
"""Open: people may sit down. Closed: those who sit play on, nobody new may join. Over: the standing is final."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestTable:
    """A table of a contest."""

    number: int
    status: TableStatus
    seats: list[SeatInfo]
    id: str | None = None
    """Told when the contest is over: then anybody may look at the game."""
    result: Outcome | None = None
    """Told when the contest is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPlace:
    """Somebody whose game is over, and how they did."""

    person: int
    name: str
    table: int
    seat: int
    rank: int | None
    """From 1; the same for equal percentages; null for somebody who cannot be compared (yet)."""
    percent: float | None
    """Percent of the points of the field: one for each other table with a worse result on this seat, half for an equal
    one."""
    compared: int
    """How many other tables the result was compared with."""
    resigned: bool
    score: int | None = None
    """Told when the contest is over, if the game was played out."""
    won: bool = False
    """Told when the contest is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestLine:
    """A contest in the lobby."""

    id: str
    game: str
    title: str
    players: int
    """Seats at each table."""
    host_name: str
    status: ContestStatus
    created: int
    ends: int
    """When it is over at the latest; tables that are not finished by then are closed and do not count."""
    tables: int
    people: int
    """How many people have taken a seat so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestInfo(ContestLine):
    """Everything about a contest. It is the same for everybody, so it tells nothing about a deal or a game going on."""

    host: int
    """The person who may close the entry or end it."""
    options: JsonObject
    clock: Clock
    public: bool
    bots: list[SeatInfo]
    """The seats that bots have at every table."""
    commitment: str
    """Hash of the secret behind the deals and of what was agreed: the same at every table."""
    max_tables: int
    seated: list[ContestTable]
    """The tables, by number."""
    standing: list[ContestPlace]
    """Who has finished, the best first."""
    over: int | None = None
    """When it ended; null while it goes on."""
