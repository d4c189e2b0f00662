"""The messages that clients send: what each may hold, and an example of each (``EXAMPLES``).

Unknown fields are refused and nothing is converted in silence, so that a mistake in a program shows at once.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

MAX_ACTIONS: Final = 16
"""No turn of any game takes more choices than this."""

# In Python "$" also fits before a line break at the very end, which "(?!\n)" rules out.
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16}$(?!\n)")]
CommitId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """Any message from a client. ``ref`` is the client's own mark; the direct answer carries it back."""

    ref: CommitId | None = None


class TableMessage(Message, frozen=True):
    """A message about one table."""

    table: TableId


class Hello(Message, frozen=True, tag="hello"):
    """The first message of every connection: which protocol the client speaks. Answered by ``welcome``."""

    protocol: int
    """The server refuses one that it does not speak: ``unknown-protocol``; load the page again."""
    token: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    """Play as somebody else than the cookie says: for several people who share a device (``POST /api/companions``)."""


class Watch(TableMessage, frozen=True, tag="watch"):
    """Follow a table: answered by ``table``, ``state``, ``chat`` and ``presence``, then by every change."""


class Unwatch(TableMessage, frozen=True, tag="unwatch"):
    """Stop following a table."""


class FollowLobby(Message, frozen=True, tag="lobby"):
    """Follow the list of public tables, or stop following it."""

    follow: bool = True


class FollowContest(Message, frozen=True, tag="contest"):
    """Hear of a contest and its standing, now and whenever it changes, or no more (``follow`` false)."""

    contest: TableId
    follow: bool


class Try(TableMessage, frozen=True, tag="try"):
    """Play these actions on a private copy: answered by ``tried``. An empty list asks about now."""

    version: Version
    actions: Annotated[list[ActionText], Meta(max_length=MAX_ACTIONS)]


class Keep(TableMessage, frozen=True, tag="keep"):
    """Say what to play should the clock run out: a complete turn or a choice; an empty list takes it back.

    A turn that ``try`` has shown to be complete is kept without being asked for.
    """

    version: Version
    actions: Annotated[list[ActionText], Meta(max_length=MAX_ACTIONS)]


class Ahead(TableMessage, frozen=True, tag="ahead"):
    """Answer a question of the game before it is asked, until this is taken back (null). Answered by ``ahead``.

    Gravwell knows ``go-unless-back``: let my card happen, but pull the Emergency Stop if it throws me back. It is kept
    by the server process, told to nobody else, and forgotten with the game or at a restart: then you are asked.
    """

    wish: Annotated[str, Meta(min_length=1, max_length=40)] | None


class Hint(TableMessage, frozen=True, tag="hint"):
    """Ask which actions a search likes best, from what you may see: answered by ``hinted``.

    ``actions``: what you have put together of your turn so far, as for ``try``. Given where everybody agreed to hints
    and at tables of one person and bots, never at rated ones (``no-hints``). That you asked stands in the log.
    """

    version: Version
    actions: Annotated[list[ActionText], Meta(max_length=MAX_ACTIONS)] = []


class Commit(TableMessage, frozen=True, tag="commit"):
    """Play a whole turn (Superstar) or one choice (Gravwell) for good.

    Sending the same ``id`` again is safe: it is played once.
    """

    version: Version
    """The version that the client decided on."""
    id: CommitId
    """Chosen by the client, new for every turn; repeat it only to retry."""
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MAX_ACTIONS)]


class Say(TableMessage, frozen=True, tag="chat"):
    """Say something to everybody at the table; spaces around it are dropped."""

    text: Annotated[str, Meta(pattern=r"\S", max_length=300)]


class Resign(TableMessage, frozen=True, tag="resign"):
    """Give up. The last seat standing wins; otherwise a bot plays the seat to the end."""


class Pause(TableMessage, frozen=True, tag="pause"):
    """Agree to a pause. It begins, and the clock stops, once all people at the table agree."""


class Resume(TableMessage, frozen=True, tag="resume"):
    """Go on with the game, or take back the wish for a pause."""


class Away(TableMessage, frozen=True, tag="away"):
    """Let a bot play on for this seat until ``back``."""


class Back(TableMessage, frozen=True, tag="back"):
    """Take the seat back from the bot that played on."""


class StandIn(TableMessage, frozen=True, tag="stand-in"):
    """Let a bot play on for somebody who has left a table without a clock, until they send ``back``.

    ``presence`` tells from when on that may be asked for.
    """

    seat: Seat


class Ping(Message, frozen=True, tag="ping"):
    """Ask whether the server is there; answered by ``pong`` with its time."""


ClientMessage = (
    Hello
    | Watch
    | Unwatch
    | FollowLobby
    | FollowContest
    | Try
    | Keep
    | Ahead
    | Hint
    | Commit
    | Say
    | Resign
    | Pause
    | Resume
    | Away
    | Back
    | StandIn
    | Ping
)

_TABLE: Final = "q8Zr3vKx_0aBcD4e"
EXAMPLES: Final[tuple[ClientMessage, ...]] = (
    Hello(protocol=2),
    Watch(table=_TABLE),
    Unwatch(table=_TABLE),
    FollowLobby(follow=True),
    FollowContest(contest="c5Tm2wLb_7yPqR9s", follow=True),
    Try(table=_TABLE, version=12, actions=["long-left"], ref="t1"),
    Keep(table=_TABLE, version=12, actions=["fuel:K"]),
    Ahead(table=_TABLE, wish="go-unless-back"),
    Hint(table=_TABLE, version=12, actions=[], ref="h1"),
    Commit(table=_TABLE, version=12, id="c-7f3a", actions=["long-left", "end"]),
    Say(table=_TABLE, text="Good luck!"),
    Resign(table=_TABLE),
    Pause(table=_TABLE),
    Resume(table=_TABLE),
    Away(table=_TABLE),
    Back(table=_TABLE),
    StandIn(table=_TABLE, seat=1),
    Ping(ref="p9"),
)
