"""Live fan-out: who follows which table, and what they are told."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from gravitable.core.errors import GravitableError
from gravitable.server import metrics
from gravitable.server.challenges.seals import Seals
from gravitable.server.guard.budgets import Payer
from gravitable.server.guard.limits import Bucket, Limit
from gravitable.server.people.people import Visitor
from gravitable.server.play.views import StateTexts
from gravitable.server.protocol import encode
from gravitable.server.protocol.parts import Person
from gravitable.server.protocol.server import Absence, Error, Notice, Presence
from gravitable.server.sockets.presence import Elsewhere, Followers
from gravitable.server.storage.database import now_ms

MAX_QUEUE: Final = 200
MAX_FOLLOWED: Final = 20


class Connection:
    """One tab or program.

    Messages wait in a bounded queue until the connection's one writer has sent them. For somebody who reads too
    slowly that queue fills up: then they are let go, and may come back.
    """

    def __init__(
        self,
        visitor: Visitor | None,
        messages: Limit,
        network: str = "unknown",
        seals: Seals | None = None,
    ) -> None:
        self.payer = Payer(network, visitor.person.id if visitor else None)
        """Who is charged for what it asks."""
        self.person: Person | None = visitor.person if visitor else None
        self.session = visitor.session if visitor else None
        self.signed_out = False
        self.too_slow = False
        self.incoming = Bucket(messages)
        """How many messages it may send now."""
        self.boards: dict[str, bytes] = {}
        """The tables that it follows, each with the key of the board that it was sent last; empty: none."""
        self.contests: set[str] = set()
        """The contests that it follows."""
        self._seals = seals or Seals()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(MAX_QUEUE)
        self._closing = False

    @property
    def person_id(self) -> int | None:
        """Who is connected; None for somebody without a session."""
        return self.person.id if self.person else None

    def send(self, text: str) -> None:
        """Queue a message."""
        if self._closing:
            return
        metrics.MESSAGES_OUT.inc()
        if self._queue.full():
            self.too_slow = True
            self.close()
            return
        self._queue.put_nowait(text)

    def send_state(self, texts: StateTexts, since: int | None = None) -> None:
        """Send a game as this person may see it: the one place that decides what a ``state`` carries."""
        terms, board = texts.match.terms, texts.board_key
        table_id, seat = terms.table_id, texts.match.seat_of(self.person_id)
        is_sealed = self._seals.hold(terms.contest)
        if is_sealed and seat is None:
            return  # the other tables of the contest have the same deals
        is_known = self.boards.get(table_id) == board
        if table_id in self.boards:
            self.boards[table_id] = board
        self.send(texts.text(seat, since, with_board=not is_known, is_sealed=is_sealed))

    async def write_queue(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send everything, one message after the other, until the connection is closed."""
        while (text := await self._queue.get()) is not None:
            await send(text)

    def close(self) -> None:
        """Let the writer finish with what is waiting; of a full queue the oldest message gives way."""
        if not self._closing:
            self._closing = True
            if self._queue.full():
                self._queue.get_nowait()
            self._queue.put_nowait(None)


class Hub:
    """All connections of this process."""

    def __init__(self, followers_changed: Callable[[str, bool], None], absence_s: float = 30) -> None:
        self._absence_ms = int(absence_s * 1000)
        self._gone: dict[str, dict[int, int]] = {}
        """Who sits at a table that is followed here and is not connected: person to since when."""
        self._followers_changed = followers_changed
        """Called with a table and whether somebody follows it for the first time."""
        self.elsewhere = Elsewhere()
        self.connections: set[Connection] = set()
        self._followers: dict[str, set[Connection]] = defaultdict(set)
        self._of_person: dict[int, set[Connection]] = defaultdict(set)
        self.lobby: set[Connection] = set()
        self.contests: dict[str, set[Connection]] = defaultdict(set)
        """Who follows which contest."""
        self.seats: dict[str, dict[int, int]] = {}
        """Who sits where at the tables that somebody follows: person to seat."""

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self.connections.add(connection)
        if connection.person is not None:
            self._of_person[connection.person.id].add(connection)
        metrics.SOCKETS.set(len(self.connections))

    def change(self, connection: Connection, visitor: Visitor) -> None:
        """Let a connection act for another person from now on."""
        self.remove(connection)
        connection.person, connection.session = visitor.person, visitor.session
        connection.payer = Payer(connection.payer.network, visitor.person.id)
        self.add(connection)

    def remove(self, connection: Connection) -> None:
        """Forget a connection."""
        for table_id in list(connection.boards):
            self.unfollow(connection, table_id)
        for contest in list(connection.contests):
            self.unfollow_contest(connection, contest)
        self.connections.discard(connection)
        self.lobby.discard(connection)
        self._forget_person(connection)
        metrics.SOCKETS.set(len(self.connections))

    def _forget_person(self, connection: Connection) -> None:
        if connection.person is not None:
            own = self._of_person[connection.person.id]
            own.discard(connection)
            if not own:
                del self._of_person[connection.person.id]
            connection.person = None

    def sessions(self) -> set[int]:
        """Return the sessions that have something open here."""
        return {one.session for one in self.connections if one.session is not None and not one.signed_out}

    def end_session(self, session: int) -> None:
        """Close the connections of a session that has ended; from this moment on they may do nothing more."""
        for connection in [one for one in self.connections if one.session == session]:
            self._forget_person(connection)
            connection.signed_out = True
            connection.close()

    def follow(self, connection: Connection, table_id: str) -> None:
        """Tell a connection about a table from now on; it gets the whole board, whatever it had before."""
        connection.boards[table_id] = b""
        if connection not in self._followers[table_id]:
            self._followers[table_id].add(connection)
            self._followers_changed(table_id, len(self._followers[table_id]) == 1)

    def set_seats(self, table_id: str, seats: dict[int, int]) -> None:
        """Note who sits where at a table that somebody follows, and say who is connected."""
        if table_id in self._followers:
            self.seats[table_id] = seats
            self.tell_presence(table_id)

    def unfollow(self, connection: Connection, table_id: str) -> None:
        """Tell a connection nothing more about a table."""
        connection.boards.pop(table_id, None)
        followers = self._followers.get(table_id, set())
        if connection not in followers:
            return
        followers.discard(connection)
        if followers:
            self.tell_presence(table_id)
        else:
            self._followers.pop(table_id, None)
            self.seats.pop(table_id, None)
            self._gone.pop(table_id, None)
            self.elsewhere.drop(table_id)
        self._followers_changed(table_id, False)

    def followers(self, table_id: str) -> Followers:
        """Return who follows a table in this process."""
        people = [connection.person for connection in self._followers.get(table_id, ())]
        return Followers(frozenset(one.id for one in people if one), people.count(None))

    def is_here(self, table_id: str, person: int) -> bool:
        """Say whether somebody follows a table in this process."""
        return person in self.followers(table_id).people

    def followed(self, table_id: str) -> bool:
        """Say whether anybody here follows a table."""
        return table_id in self._followers

    def tell(self, table_id: str, text: str) -> None:
        """Send the same to everybody who follows a table."""
        for connection in tuple(self._followers.get(table_id, ())):
            connection.send(text)

    def tell_broken(self, table_id: str, error: GravitableError) -> None:
        """Tell everybody who follows a game that it cannot go on, and why."""
        self.tell(table_id, encode(Error(code=error.code, message=str(error), table=table_id)))

    def tell_state(self, texts: StateTexts, since: int) -> None:
        """Send everybody who follows a game what they may see of it, and tell who has to act elsewhere."""
        table_id = texts.match.terms.table_id
        for connection in tuple(self._followers.get(table_id, ())):
            connection.send_state(texts, since)
        self._tell_turns(texts)

    def tell_person(self, person: int, notice: Notice) -> None:
        """Send a notice to somebody's connections that do not follow the table anyway."""
        for connection in self._elsewhere(person, notice.table):
            connection.send(encode(notice))

    def _elsewhere(self, person: int, table_id: str) -> list[Connection]:
        """Return somebody's connections that do not follow a table."""
        return [one for one in self._of_person.get(person, ()) if table_id not in one.boards]

    def tell_lobby(self, text: str) -> None:
        """Send the list of tables to everybody who follows it."""
        for connection in tuple(self.lobby):
            connection.send(text)

    def follow_contest(self, connection: Connection, contest: str) -> None:
        """Tell a connection about a contest from now on."""
        connection.contests.add(contest)
        self.contests[contest].add(connection)

    def unfollow_contest(self, connection: Connection, contest: str) -> None:
        """Tell a connection nothing more about a contest."""
        connection.contests.discard(contest)
        followers = self.contests.get(contest, set())
        followers.discard(connection)
        if not followers:
            self.contests.pop(contest, None)

    def tell_contest(self, contest: str, text: str) -> None:
        """Send a contest to everybody who follows it."""
        for connection in tuple(self.contests.get(contest, ())):
            connection.send(text)

    def keep_only(self, table_id: str, people: Collection[int]) -> None:
        """Let only these people follow a table any longer."""
        for connection in tuple(self._followers.get(table_id, ())):
            if connection.person_id not in people:
                self.unfollow(connection, table_id)

    def tell_presence(self, table_id: str) -> None:
        """Say who is connected to a table, here or to another process."""
        seats = self.seats.get(table_id)
        if seats is None:
            return
        everybody = self.followers(table_id) | self.elsewhere.of_table(table_id)
        online = sorted(seat for person, seat in seats.items() if person in everybody.people)
        watchers = everybody.nameless + len(everybody.people - seats.keys())
        absent = self._note_absent(table_id, seats, everybody)
        self.tell(table_id, encode(Presence(table=table_id, online=online, watchers=watchers, absent=absent)))

    def _note_absent(self, table_id: str, seats: dict[int, int], everybody: Followers) -> list[Absence]:
        """Note since when people are gone, and return from when on a bot may play for each of them."""
        before, now = self._gone.get(table_id, {}), now_ms()
        gone = {person: before.get(person, now) for person in seats if person not in everybody.people}
        self._gone[table_id] = gone
        return [Absence(seats[person], since + self._absence_ms) for person, since in gone.items()]

    def is_absent(self, table_id: str, person: int) -> bool:
        """Say whether somebody has been gone from a table for so long that a bot may play for them."""
        since = self._gone.get(table_id, {}).get(person)
        return since is not None and since + self._absence_ms <= now_ms()

    def turns(self, texts: StateTexts) -> set[int]:
        """Return the people whose turn it has just become."""
        match = texts.match
        new = (seat for seat in match.to_act if match.choices[seat].version == match.version)
        return {person for seat in new if (person := match.terms.persons[seat]) is not None}

    def _tell_turns(self, texts: StateTexts) -> None:
        match = texts.match
        for person in self.turns(texts):
            if self._elsewhere(person, match.terms.table_id):
                notice = Notice(table=match.terms.table_id, kind="your-turn", version=match.version)
                self.tell_person(person, notice)
