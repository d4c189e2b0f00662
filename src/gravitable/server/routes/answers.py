"""The forms of REST questions and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.dataclasses import dataclass as pydantic_dataclass

from gravitable.core.verify import Word
from gravitable.server.people.ratings import Rating
from gravitable.server.protocol.contests import MAX_HOURS, MAX_TABLES, ContestInfo, ContestLine
from gravitable.server.protocol.parts import JsonObject, Person, TableInfo, TableSettings

Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
SeatNumber = Annotated[int, Field(ge=0, le=9, strict=True)]
BotName = Annotated[str, StringConstraints(min_length=1, max_length=20)]


class Shape(BaseModel):
    """A fixed form: unknown fields are refused, and nothing changes later."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ErrorDetail(Shape):
    """A stable code for programs, a message for people."""

    code: str
    message: str


class ErrorAnswer(Shape):
    """What every refused request is answered with."""

    error: ErrorDetail


class GuestForm(Shape):
    """The name to play under."""

    name: Name


class ClaimForm(Shape):
    """The password to protect the name with."""

    password: Password


class SignInForm(Shape):
    """A claimed name and its password."""

    name: Name
    password: Annotated[str, StringConstraints(max_length=200)]


class PasswordForm(Shape):
    """The password so far, and the new one."""

    old: Annotated[str, StringConstraints(max_length=200)]
    new: Password


class ForgetForm(Shape):
    """The password of a claimed name; a guest has none."""

    password: Annotated[str, StringConstraints(max_length=200)] = ""


class PersonAnswer(Shape):
    """Who you are now."""

    person: Person


class MeAnswer(Shape):
    """Who you are, if you have a session."""

    person: Person | None
    ratings: list[Rating]


class TokenForm(Shape):
    """What to call a token."""

    label: Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)] = ""


class TokenInfo(Shape):
    """A program's token without its secret."""

    id: int
    label: str
    created: int


class CompanionAnswer(Shape):
    """Somebody who shares a device, with the token to play by."""

    person: Person
    token: str


class NewTokenAnswer(Shape):
    """A new token. Its secret is shown this once."""

    token: TokenInfo
    secret: str


class TokensAnswer(Shape):
    """All tokens of yours."""

    tokens: list[TokenInfo]


class OptionInfo(Shape):
    """One option of a game."""

    name: str
    kind: str
    help: str
    default: Any
    choices: list[str]
    low: int
    high: int
    min_players: int
    """With fewer players the option is refused."""


class BotInfo(Shape):
    """One bot that may sit at tables."""

    bot: str
    title: str
    text: str
    face: str
    """A picture of one character; empty where there is none."""


class GameInfo(Shape):
    """One game with everything that a host may choose."""

    name: str
    title: str
    text: str
    """One sentence about it, in English."""
    min_players: int
    max_players: int
    options: list[OptionInfo]
    bots: list[BotInfo]
    contests: bool
    """Whether several tables with the same deals can be compared."""


class GamesAnswer(Shape):
    """All games."""

    games: list[GameInfo]


class BotSeat(Shape):
    """A bot on a seat."""

    seat: SeatNumber
    bot: BotName


@pydantic_dataclass(frozen=True, slots=True, kw_only=True, config=ConfigDict(extra="forbid"))
class GameForm(TableSettings):
    """A game, who plays it, and how."""

    game: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    seats: Annotated[int, Field(ge=1, le=9, strict=True)]
    options: JsonObject = Field(default_factory=dict)
    bots: list[BotSeat] = Field(default_factory=list, max_length=9)


@pydantic_dataclass(frozen=True, slots=True, kw_only=True, config=ConfigDict(extra="forbid"))
class TableForm(GameForm):
    """What to play."""

    seat: SeatNumber | None = 0


@pydantic_dataclass(frozen=True, slots=True, kw_only=True, config=ConfigDict(extra="forbid"))
class ContestForm(GameForm):
    """What all tables of a contest play. Nobody is seated by it: the host joins like everybody else."""

    hours: Annotated[int, Field(ge=1, le=MAX_HOURS, strict=True)] = 24
    """After so many hours it is over; tables that are not finished by then do not count."""


class PlaceForm(Shape):
    """The number of a table, or any."""

    table: Annotated[int, Field(ge=1, le=MAX_TABLES, strict=True)] | None = None


class ContestAnswer(Shape):
    """A contest."""

    contest: ContestInfo


class SeatForm(Shape):
    """A seat, or any."""

    seat: SeatNumber | None = None


class RemoveForm(Shape):
    """A seat."""

    seat: SeatNumber


class OrderForm(Shape):
    """The old seats in their new order: ``[2, 0, 1]`` puts the player of seat 2 first."""

    seats: list[SeatNumber] = Field(min_length=1, max_length=10)


class CodeForm(Shape):
    """A table's six letters."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z]{6}$")]


class TableAnswer(Shape):
    """A table."""

    table: TableInfo


class TablesAnswer(Shape):
    """Several tables."""

    tables: list[TableInfo]


class LobbyAnswer(Shape):
    """What is public: tables, and contests that people may join."""

    tables: list[TableInfo]
    contests: list[ContestLine]


class TrialForm(Shape):
    """An action that you would have played."""

    action: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class PlayOnForm(Shape):
    """Against whom to go on, and on which seat; by default on the seat that decided there."""

    bot: BotName = "level:4"
    seat: SeatNumber | None = None


PageId = Annotated[str, StringConstraints(pattern=r"^[0-9a-zA-Z-]{1,40}$")]
Line = tuple[SeatNumber | Annotated[str, Field(max_length=20)], Annotated[str, Field(max_length=40)]]


class AnalysisForm(Shape):
    """A position of an analysis: where it starts, and the lines of a log since."""

    start: Annotated[str, StringConstraints(min_length=1, max_length=24_000)]
    lines: list[Line] = Field(default_factory=list, max_length=3000)


class AnalysisLookForm(AnalysisForm):
    """A position to look at."""

    eyes: SeatNumber | None = None
    """As this seat could see it; null: everything."""


class AnalysisThinkForm(AnalysisLookForm):
    """A position to think about."""

    page: PageId
    """A name that the page makes up: its newer question replaces an older one."""
    seat: SeatNumber | None = None
    """Whose best actions to find."""
    level: Literal[0, 1, 2] = 0
    """How deep to search."""


class AnalysisBotForm(AnalysisForm):
    """A position in which a bot chooses for a seat."""

    page: PageId
    seat: SeatNumber
    bot: BotName = "level:4"


class AnalysisTextForm(Shape):
    """A record or a position."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=32_000)]


class VerdictAnswer(Shape):
    """Whether a game was fair, as ``gravitable verify`` says it."""

    verdict: Word
    problems: list[str]
    """Everything that does not fit."""
    notes: list[str]
    """What else a reader should know, in English."""
    commitment: str
    """The commitment of the record: compare it with the one that you saw at the start."""
    head: str | None
    """The hash of its whole log: compare it with the one that you saw after the last move."""


class RatingsAnswer(Shape):
    """The best at a game."""

    ratings: list[Rating]


class PuzzleKindInfo(Shape):
    """One kind of puzzle, and how you do at it."""

    kind: str
    proved: bool
    """Every possibility was tried; else a deep search confirmed the answers."""
    count: int
    tried: int
    solved: int


class PuzzlesAnswer(Shape):
    """The puzzles of a game, and how you do at them."""

    kinds: list[PuzzleKindInfo]
    rating: float | None
    """For people with a claimed name, once one counted."""
    tried: int
    solved: int
    streak: int
    longest: int


class NextPuzzleAnswer(Shape):
    """The id of a puzzle; null when there is none left."""

    puzzle: str | None


class PuzzleActions(Shape):
    """An answer: the actions of your turn, in order."""

    actions: list[Annotated[str, StringConstraints(min_length=1, max_length=40)]] = Field(
        min_length=1, max_length=12
    )


class LessonLine(Shape):
    """One lesson in a list, in the reader's language."""

    id: str
    title: str
    extra: bool
    """Not part of the short course."""


class LessonsAnswer(Shape):
    """The lessons of a game, in their order."""

    lessons: list[LessonLine]


class ProtocolAnswer(Shape):
    """An example of every WebSocket message; their types are in the OpenAPI document too."""

    protocol: int
    client: list[JsonObject]
    server: list[JsonObject]


class HealthAnswer(Shape):
    """The server works, and so does its database."""

    status: Literal["ok"]
    version: str
