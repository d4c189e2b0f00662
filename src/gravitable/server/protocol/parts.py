"""Pieces that several messages and REST answers are made of."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gravitable.server.protocol.base import JsonObject, Shape

TableStatus = Literal["open", "running", "finished", "closed"]
ClockKind = Literal["none", "turn-seconds", "turn-days"]


class Clock(Shape):
    """How long a turn may take; ``amount`` counts seconds or days and is 0 without a clock."""

    kind: ClockKind = "none"
    amount: int = Field(default=0, ge=0, le=3600)


class Person(Shape):
    """Somebody, as everybody may see them."""

    id: int
    name: str
    claimed: bool
    """Whether the name is protected by a password."""


class SeatInfo(Shape):
    """Who sits where. A seat with neither ``person`` nor ``bot`` is free."""

    seat: int
    name: str
    person: int | None = None
    bot: str | None = None
    """The bot's level, such as ``greedy``."""


class TableInfo(Shape):
    """Everything about a table that does not change with every move."""

    id: str
    code: str
    """Six letters to join by."""
    game: str
    title: str
    options: JsonObject
    seats: list[SeatInfo]
    host: int
    """The person who may start and remove people."""
    public: bool
    rated: bool
    autostart: bool
    clock: Clock
    status: TableStatus
    commitment: str
    """Hash of the secret behind all chance, shown before the first deal."""
    created: int
    """Milliseconds since 1970, like all times in the protocol."""
    started: int | None = None
    finished: int | None = None
    rematch: str | None = None
    """The table that goes on after this one, once somebody asked for it."""
    result: JsonObject | None = None


class ChatLine(Shape):
    """One line of a table's chat. ``text`` is plain text: show it as such, never as HTML."""

    id: int
    at: int
    name: str
    person: int
    seat: int | None
    text: str


class SeatState(Shape):
    """How a seat stands in a running game."""

    seat: int
    away: bool
    """A bot plays on for this person until they are back."""
    resigned: bool
    deadline: int | None
    """When the clock runs out for this seat's present choice; None when no clock runs for it."""


class EventGroup(Shape):
    """What one accepted commit made happen, as this viewer may see it."""

    version: int
    """The game's version right after it."""
    kind: Literal["start", "play", "resign", "away", "back", "pause", "resume"]
    seat: int | None
    events: list[JsonObject]


class Proof(Shape):
    """At the end: the secret whose hash was the commitment. ``gravitable.verify`` checks the record with it."""

    commitment: str
    secret: str
