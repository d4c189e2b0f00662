"""The messages that the server sends: what each holds, and an example of each (``EXAMPLES``).

What a game looks like and what happens in it is typed by the game: ``State``, ``Tried`` and ``Frame`` are generic over
its views, boards, events and previews.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, TypeVar

from msgspec import Struct

from gravitable.server.protocol.contests import ContestInfo, ContestLine, ContestPlace, ContestTable
from gravitable.server.protocol.parts import (
    ChatLine,
    Clock,
    Outcome,
    Person,
    Proof,
    RowKind,
    SeatInfo,
    TableInfo,
)

ViewT = TypeVar("ViewT")
BoardT = TypeVar("BoardT")
EventT = TypeVar("EventT")
PreviewT = TypeVar("PreviewT")


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """Any message from the server."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to ``hello``: which person the client speaks for, and the server's time, in which deadlines are."""

    protocol: int
    server: str
    now: int
    person: Person | None
    """None for somebody without a session: they may watch."""
    ref: str | None = None


class TableChanged(Message, frozen=True, tag="table"):
    """A table's seats, settings and status; sent on ``watch`` and whenever they change."""

    table: TableInfo


class SeatState(Struct, frozen=True, omit_defaults=True):
    """How a seat stands in a running game."""

    seat: int
    away: bool = False
    """A bot plays on for this person until they are back."""
    resigned: bool = False
    deadline: int | None = None
    """When the clock runs out for this seat's present choice, if one runs for it."""


class EventGroup(Struct, Generic[EventT], frozen=True, kw_only=True, omit_defaults=True):
    """What one row of the log made happen, as this viewer may see it."""

    version: int
    """The game's version right after it."""
    kind: RowKind
    seat: int | None
    events: list[EventT]
    commit: str | None = None
    """The id of the commit that made it, for the seat that sent it."""
    sentences: list[str] | None = None
    """The events in English, for games that have no board of their own in the browser."""
    by_clock: bool = False
    """Time had run out: played was what the person had put together, or a bot took the seat."""


class State(Message, Generic[ViewT, BoardT, EventT], frozen=True, tag="state", omit_defaults=True):
    """Everything that one viewer may know now; sent on ``watch`` and after every accepted commit.

    Draw the view, and play ``groups`` as the animation that leads to it. It is the answer to a commit too: when a
    group carries your commit's id, that commit is in the log for good.
    """

    table: str
    version: int
    game: str
    seat: int | None
    """The viewer's own seat; None for a spectator."""
    to_act: list[int]
    legal: list[str]
    """What the viewer may do now; ask ``try`` with no actions for previews of each."""
    whole_turns: bool
    """True: compose with ``try``, then commit the whole turn. False: commit every choice by itself."""
    groups: list[EventGroup[EventT]]
    """What happened in the commit that led here (empty right after ``watch`` of a game without moves)."""
    seats: list[SeatState]
    over: bool
    head: str | None
    """Hash of everything decided so far, hidden things too; keyed with the secret, so that nothing can be guessed
    from it. Keep one: a log that was changed later does not fit it. None at tables from before there were heads."""
    view: ViewT
    paused: bool = False
    pause_wishes: list[int] = []
    board: BoardT | None = None
    """What hardly ever changes, such as walls and decks: sent on ``watch`` and when it changed; else as before."""
    result: Outcome | None = None
    """Sent when the game is over."""
    proof: Proof | None = None
    """Sent when the game is over."""
    hints: bool = False
    """Whether the viewer may ask for hints at this table (``hint``)."""


class Tried(Message, Generic[ViewT, BoardT, EventT, PreviewT], frozen=True, tag="tried"):
    """The answer to ``try``: what the actions would do on a private copy, and what could follow them."""

    table: str
    version: int
    game: str
    actions: list[str]
    events: list[EventT]
    """What the actions do, to the end of the turn."""
    after: list[EventT]
    """What follows by itself when the turn is complete: the next turn begins, or the game ends."""
    done: bool
    """The turn is complete: it can be committed as it is."""
    legal: list[str]
    previews: list[PreviewT]
    """One per entry of ``legal``, in the same order."""
    view: ViewT
    """The table after those actions, as this viewer would see it."""
    board: BoardT | None = None
    """The board, if the actions change it."""
    ref: str | None = None


class Stale(Message, frozen=True, tag="stale"):
    """The game moved on before a commit or try arrived; nothing was changed, and the current ``state`` follows."""

    table: str
    version: int
    """The current version."""
    id: str | None
    """The commit's id; None for a try."""
    ref: str | None = None


class StandingWish(Message, frozen=True, tag="ahead"):
    """Your own standing wish at a table: the answer to ``ahead``, and sent on ``watch`` where a game knows any."""

    table: str
    wish: str | None
    ref: str | None = None


class LineStep(Struct, frozen=True):
    """One choice of a line that a search expects."""

    seat: int
    action: str
    guess: bool
    """It is somebody else's, so which card they use may be made up."""


class HintedAction(Struct, frozen=True):
    """One of the best actions, and what the search expects of it."""

    action: str
    chance: float
    """Of winning, from 0 to 1, as far as this seat can know."""
    band: float
    """One standard error of that."""
    line: list[LineStep]
    """What is expected to follow."""


class Hinted(Message, frozen=True, tag="hinted"):
    """The answer to ``hint``: the best two or three actions, the best first; one where there is no choice."""

    table: str
    version: int
    actions: list[str]
    """What was put together before."""
    best: list[HintedAction]
    budget: int
    """Iterations of the search behind each figure."""
    ref: str | None = None


class Chat(Message, frozen=True, tag="chat"):
    """Lines to add to the chat, oldest first: the latest on ``watch``, then each as it is said.

    A line whose id is known already is the same line.
    """

    table: str
    lines: list[ChatLine]


class Absence(Struct, frozen=True):
    """Somebody who is not connected, and from when on the others may let a bot play for them (``stand-in``)."""

    seat: int
    until: int


class Presence(Message, frozen=True, tag="presence"):
    """Seats whose people are connected, and how many spectators watch."""

    table: str
    online: list[int]
    watchers: int
    absent: list[Absence]
    """The people who are not connected. Where a clock runs, it decides instead."""


class Lobby(Message, frozen=True, tag="lobby"):
    """All open public tables and the latest running ones; sent on ``lobby`` and whenever the list changes."""

    tables: list[TableInfo]
    contests: list[ContestLine]
    """Public contests that people may join; their tables are not listed."""


class ContestChanged(Message, frozen=True, tag="contest"):
    """A contest with its standing so far; sent on ``contest`` and whenever it changes."""

    contest: ContestInfo


class Notice(Message, frozen=True, tag="notice"):
    """It is your turn, a game of yours began or ended, or somebody wants a rematch, at whichever table."""

    table: str
    kind: Literal["your-turn", "started", "finished", "rematch", "removed"]
    version: int | None = None


class Error(Message, frozen=True, tag="error"):
    """A message that could not be followed; nothing was changed.

    ``code`` is stable, for programs; ``message`` is for people and may be reworded.
    """

    code: str
    message: str
    table: str | None = None
    id: str | None = None
    """The id of the commit that was refused."""
    ref: str | None = None


class Pong(Message, frozen=True, tag="pong"):
    """The answer to ``ping``; ``now`` is the server's time."""

    now: int
    ref: str | None = None


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The client reads too slowly or sent too much: the server closes; connect again after ``retry_ms``.

    A server that restarts closes with code 1012 instead.
    """

    reason: Literal["too-slow", "too-much"]
    retry_ms: int


ServerMessage = (
    Welcome
    | TableChanged
    | State[Any, Any, Any]
    | Tried[Any, Any, Any, Any]
    | Stale
    | StandingWish
    | Hinted
    | Chat
    | Presence
    | Lobby
    | ContestChanged
    | Notice
    | Error
    | Pong
    | Goodbye
)


_TABLE: Final = TableInfo(
    id="q8Zr3vKx_0aBcD4e",
    code="KWRTBM",
    game="superstar",
    title="Gravity Superstar",
    options={"goodies": ["teleport"], "expert": False},
    seats=[SeatInfo(0, "Ada", person=7), SeatInfo(1, "Greedy bot", bot="greedy")],
    host=7,
    public=True,
    rated=False,
    autostart=True,
    clock=Clock("turn-seconds", 60),
    status="running",
    commitment="5f16c2f3f8a0d1e2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a",
    created=1767225600000,
    started=1767225660000,
)
_CONTEST: Final = ContestInfo(
    id="c5Tm2wLb_7yPqR9s",
    game=_TABLE.game,
    title=_TABLE.title,
    players=2,
    host_name="Ada",
    status="open",
    created=1767225600000,
    ends=1767312000000,
    tables=1,
    people=1,
    host=7,
    options=_TABLE.options,
    clock=_TABLE.clock,
    public=True,
    bots=_TABLE.seats[1:],
    commitment=_TABLE.commitment,
    max_tables=50,
    seated=[ContestTable(number=1, status="finished", seats=_TABLE.seats)],
    standing=[
        ContestPlace(
            person=7, name="Ada", table=1, seat=0, rank=None, percent=None, compared=0, resigned=False
        )
    ],
)
_STEP: Final = {"event": "step", "seat": 1, "space": "c5", "direction": "s"}
EXAMPLES: Final[tuple[ServerMessage, ...]] = (
    Welcome(protocol=2, server="0.1.0", now=1767225600000, person=Person(7, "Ada", claimed=False)),
    TableChanged(table=_TABLE),
    State(
        table=_TABLE.id,
        version=13,
        game=_TABLE.game,
        seat=0,
        to_act=[0],
        legal=["complete", "drop", "simple:long-left"],
        whole_turns=True,
        groups=[EventGroup(version=13, kind="play", seat=1, events=[_STEP])],
        seats=[
            SeatState(0, away=False, resigned=False, deadline=1767225720000),
            SeatState(1, away=False, resigned=False, deadline=None),
        ],
        paused=False,
        pause_wishes=[],
        over=False,
        result=None,
        head="c4a1d7e2905b3f688d1c0e7a94b2f5360e8d7c6b5a49382716059f8e7d6c5b4a",
        proof=None,
        view={"game": "superstar", "players": 2, "phase": "action", "to_act": [0]},
        board=None,
    ),
    Tried(
        table=_TABLE.id,
        version=12,
        game=_TABLE.game,
        actions=["long-left"],
        events=[_STEP],
        after=[],
        done=False,
        legal=["replay", "end"],
        previews=[{"action": "replay", "certain": True}, {"action": "end", "certain": True}],
        view={"game": "superstar", "players": 2, "phase": "replay", "to_act": [0]},
        ref="t1",
    ),
    Stale(table=_TABLE.id, version=14, id="c-7f3a"),
    StandingWish(table=_TABLE.id, wish="go-unless-back"),
    Hinted(
        table=_TABLE.id,
        version=13,
        actions=[],
        best=[HintedAction("long-left", 0.41, 0.008, [LineStep(0, "replay", guess=False)])],
        budget=4000,
        ref="h1",
    ),
    Chat(table=_TABLE.id, lines=[ChatLine(3, 1767225700000, "Ada", 7, 0, "Good luck!")]),
    Presence(table=_TABLE.id, online=[0], watchers=2, absent=[Absence(seat=1, until=1767225730000)]),
    Lobby(tables=[_TABLE], contests=[]),
    ContestChanged(contest=_CONTEST),
    Notice(table=_TABLE.id, kind="your-turn", version=13),
    Error(
        code="illegal-action",
        message="seat 0 cannot play 'drop' now; legal: complete, rotate-cw",
        table=_TABLE.id,
        id="c-7f3a",
    ),
    Pong(now=1767225600000, ref="p9"),
    Goodbye(reason="too-slow", retry_ms=1000),
)
