"""What several messages and REST answers are made of.

Dataclasses of the standard library, since both sides understand them: pydantic for REST, msgspec for the WebSocket.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

JsonObject = dict[str, Any]
TableStatus = Literal["open", "running", "finished", "closed"]
ClockKind = Literal["none", "turn-seconds", "turn-days"]
RowKind = Literal["start", "play", "resign", "away", "back", "pause", "resume", "hint"]
"""What a row of a game's log may be."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a turn may take; ``amount`` counts seconds or days and is 0 without a clock."""

    kind: ClockKind = "none"
    amount: Annotated[int, Field(ge=0, le=3600)] = 0

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    """Clocks are part of the form for a new table, and forms take no unknown fields."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, as everybody may see them."""

    id: int
    name: str
    claimed: bool
    """Whether the name is protected by a password."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits where. A seat with neither ``person`` nor ``bot`` is free."""

    seat: int
    name: str
    person: int | None = None
    bot: str | None = None
    """The bot's level, such as ``greedy``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended at its table."""

    winners: list[int]
    reason: str
    scores: list[int] | None = None
    """By seat; None when everybody but one gave up before the end."""
    resigned: list[int] = field(default_factory=list)
    """Who gave up; they do not win."""

    @classmethod
    def of(cls, result: JsonObject) -> Outcome:
        """Return what every game's result has; the rest is the game's own, and stands in its view."""
        return cls(
            winners=result["winners"],
            reason=result["reason"],
            scores=result["scores"],
            resigned=result.get("resigned", []),
        )


def _meaning(text: str, *, box: bool = False) -> dict[str, Any]:
    """Return what a setting means, for the protocol's page, and whether the browser has a box to tick for it."""
    return {"meaning": text, "box": box}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """What a host decides about a table besides the game.

    Declared here once: the form for a new table, what everybody is told about a table, a rematch, the browser's form (a
    box has the texts ``new.NAME`` and ``new.NAME-text``) and the table in docs/protocol.md follow. A setting that
    queries ask for has a column of its name in ``schema.tables``; the others share the column ``more``.
    """

    public: bool = field(
        default=False,
        metadata=_meaning("it is shown in the lobby, and anybody may join or watch", box=True),
    )
    rated: bool = field(
        default=False,
        metadata=_meaning("the game counts for the ratings of everybody at the table", box=True),
    )
    hints: bool = field(
        default=False,
        metadata=_meaning(
            "everybody at the table may ask what a search would play; the log tells who did. Not at rated tables",
            box=True,
        ),
    )
    autostart: bool = field(
        default=True,
        metadata=_meaning("the game begins when the last seat is taken, at once when bots fill the table"),
    )
    clock: Clock = field(
        default=Clock(),
        metadata=_meaning(
            "how long a turn may take: `none`; `turn-seconds` with amount 10 to 3600; `turn-days` with 1 to 30"
        ),
    )


def boxes() -> list[str]:
    """Return the settings that a host ticks in the browser."""
    return [each.name for each in fields(TableSettings) if each.metadata.get("box")]


@dataclass(frozen=True, slots=True)
class Past:
    """What came before a game that began from a position of another."""

    table: str
    entry: int
    """How many entries of that game's log were played."""
    version: int
    """The version of that game that was reached by then."""


@dataclass(frozen=True, slots=True)
class InContest:
    """Which table of which contest it is; until the contest is over, only those who sit there may look at the game."""

    id: str
    number: int


@dataclass(frozen=True, slots=True)
class DailyMark:
    """The day whose challenge a table is."""

    date: str
    """Such as 2026-11-17, in UTC."""
    ends: int
    """When the day is over: until then the game can be played, and its secret is not shown."""
    chain: int
    """Which of the server's chains of secrets the day belongs to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo(TableSettings):
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
    status: TableStatus
    commitment: str
    """Hash of the secret behind all chance and of what was agreed, shown before the first deal: keep it."""
    created: int
    """Milliseconds since 1970, like all times in the protocol."""
    started: int | None = None
    finished: int | None = None
    rematch: str | None = None
    """The table that goes on after this one, once somebody asked for it."""
    past: Past | None = None
    """Which moment of which finished game this one goes on from."""
    contest: InContest | None = None
    """The contest that it belongs to: other tables there have the same deals."""
    daily: DailyMark | None = None
    """The day whose challenge this is."""
    result: Outcome | None = None
    to_act: list[int] = field(default_factory=list)
    """Whose choice a running game waits for; told in lists of tables only."""
    scores: list[int] | None = None
    """How everybody stands in a running game, by seat; told in lists of tables only, by games that can tell."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of a table's chat. ``text`` is plain text: show it as such, never as HTML."""

    id: int
    at: int
    name: str
    person: int
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The secret behind all chance, and the commitment to it that was shown before the first deal.

    Shown after the end: ``gravitable.verify`` checks the record with it.
    """

    commitment: str
    secret: str
    format: int
    """The format of the commitment: 1 covers the secret alone, 2 also game, rules, players, options and start."""
    rules: int
    """The version of the rules, which the commitment covers."""
