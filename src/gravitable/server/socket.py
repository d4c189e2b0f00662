"""The WebSocket: one per tab, every message typed, every refusal a stable code."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from fastapi import WebSocket
from pydantic import ValidationError

from gravitable import __version__
from gravitable.core.errors import GravitableError
from gravitable.server import metrics
from gravitable.server.access import visitor_of
from gravitable.server.authority import Done, Wish
from gravitable.server.database import now_ms
from gravitable.server.errors import (
    DatabaseAway,
    NoSession,
    NotAtTable,
    NotRunning,
    ServerError,
    Stale,
    TooFast,
    TooMany,
)
from gravitable.server.live import MAX_FOLLOWED, Connection
from gravitable.server.match import Match, RowKind
from gravitable.server.people import Visitor
from gravitable.server.protocol import CLIENT_MESSAGES, PROTOCOL_VERSION
from gravitable.server.protocol.base import TableMessageBase
from gravitable.server.protocol.client.chat import Say
from gravitable.server.protocol.client.commit import Commit
from gravitable.server.protocol.client.hello import Hello
from gravitable.server.protocol.client.lobby import FollowLobby
from gravitable.server.protocol.client.ping import Ping
from gravitable.server.protocol.client.try_turn import Try
from gravitable.server.protocol.client.unwatch import Unwatch
from gravitable.server.protocol.client.watch import Watch
from gravitable.server.protocol.parts import Person
from gravitable.server.protocol.server import stale as stale_message
from gravitable.server.protocol.server.chat import Chat
from gravitable.server.protocol.server.error import Error
from gravitable.server.protocol.server.goodbye import Goodbye
from gravitable.server.protocol.server.lobby import Lobby
from gravitable.server.protocol.server.pong import Pong
from gravitable.server.protocol.server.table import TableChanged
from gravitable.server.protocol.server.welcome import Welcome
from gravitable.server.services import Services, seats_of
from gravitable.server.views import committed_text, text_of, tried_text
from gravitable.server.wire import read_of, write_of

MAX_REFUSALS: Final = 100
"""After so many messages beyond the rate limit a connection is closed."""

_LOG: Final = logging.getLogger("gravitable.socket")
_TRY_AGAIN_LATER: Final = 1013
_SESSION_ENDED: Final = 1008


class HelloFirst(ServerError):
    """The first message of a connection has to be ``hello``."""

    code = "hello-first"


class UnknownProtocol(ServerError):
    """Client and server speak different versions."""

    code = "unknown-protocol"


class Session:
    """One open WebSocket."""

    def __init__(self, services: Services, websocket: WebSocket, visitor: Visitor | None) -> None:
        self._services = services
        self._websocket = websocket
        self._connection = Connection(visitor, write_of(websocket))
        self._greeted = False
        self._refusals = 0

    async def run(self) -> None:
        """Serve the client until one side leaves."""
        hub = self._services.hub
        hub.add(self._connection)
        try:
            await self._look_again()
        except ServerError as error:
            hub.remove(self._connection)
            await self._websocket.close(_TRY_AGAIN_LATER, error.code)
            return
        writer = asyncio.create_task(self._write_all())
        reader = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hub.remove(self._connection)
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _look_again(self) -> None:
        """Notice a sign-out that came between the look at the cookie and the hub's knowing this connection."""
        session = self._connection.session
        if session is not None and await visitor_of(self._websocket) is None:
            self._services.hub.end_session(session)

    async def _write_all(self) -> None:
        await self._connection.write_queue(self._websocket.send_text)
        await self._say_goodbye()

    async def _say_goodbye(self) -> None:
        goodbye = Goodbye(reason="too-slow" if self._connection.too_slow else "too-much", retry_ms=1000)
        with suppress(Exception):
            async with asyncio.timeout(2):
                if self._connection.signed_out:
                    await self._websocket.close(_SESSION_ENDED, "signed-out")
                    return
                await self._websocket.send_text(text_of(goodbye))
                await self._websocket.close(_TRY_AGAIN_LATER)

    async def _read_all(self) -> None:
        read = read_of(self._websocket)
        while (raw := await read()) is not None:
            await self._handle(raw)

    async def _handle(self, raw: str | bytes) -> None:
        """Follow one message; whatever goes wrong becomes an ``error``, ``stale`` or nothing."""
        message: Any = None
        try:
            self._services.limits.messages.check(self._connection)
            message = CLIENT_MESSAGES.validate_json(raw)
            metrics.MESSAGES_IN.add(message.type)
            await self._handler(type(message))(self, message)
        except ValidationError as error:
            self._refuse("bad-message", _first_problem(error), None)
        except Stale as error:
            await self._tell_stale(message, error)
        except TooFast as error:
            self._refuse(error.code, str(error), message)
            self._refusals += 1
            if self._refusals > MAX_REFUSALS:
                self._connection.close()
        except GravitableError as error:
            self._refuse(error.code, str(error), message)
        except Exception:
            _LOG.exception("a message could not be followed")
            self._refuse("internal", "something went wrong here; it is not your fault", message)

    def _handler(self, kind: type[Any]) -> _Handler:
        if not self._greeted and kind is not Hello:
            raise HelloFirst("send hello before anything else")
        return _HANDLERS.get(kind, Session._stand)

    def _send(self, message: Any) -> None:
        self._connection.send(text_of(message))

    def _refuse(self, code: str, text: str, message: Any) -> None:
        metrics.ERRORS.labels(code).inc()
        if code == DatabaseAway.code:
            metrics.DATABASE_AWAY.inc()
        self._send(
            Error(
                code=code,
                message=text[:500],
                table=getattr(message, "table", None),
                id=getattr(message, "id", None),
                ref=getattr(message, "ref", None),
            )
        )

    # One method per kind of message

    async def _hello(self, message: Hello) -> None:
        if message.protocol != PROTOCOL_VERSION:
            raise UnknownProtocol(f"this server speaks protocol {PROTOCOL_VERSION}; load the page again")
        self._greeted = True
        self._send(
            Welcome(
                protocol=PROTOCOL_VERSION,
                server=__version__,
                now=now_ms(),
                person=self._connection.person,
                ref=message.ref,
            )
        )

    async def _watch(self, message: Watch) -> None:
        services, connection = self._services, self._connection
        if len(connection.tables) >= MAX_FOLLOWED and message.table not in connection.tables:
            raise TooMany(f"a tab can follow {MAX_FOLLOWED} tables at most")
        services.hub.follow(connection, message.table)  # first, so that nothing is missed in between
        try:
            info = await services.tables.info(message.table)
            lines = await services.chats.lines(message.table)
        except ServerError:
            services.hub.unfollow(connection, message.table)
            raise
        self._send(TableChanged(table=info))
        services.hub.set_seats(message.table, seats_of(info))
        if info.status in ("running", "finished"):
            await self._send_state(message.table)
        self._send(Chat(table=message.table, lines=lines))

    async def _send_state(self, table_id: str) -> None:
        texts = await self._services.authority.look(table_id)
        self._connection.send(texts.text(texts.match.seat_of(self._person_id())))

    async def _unwatch(self, message: Unwatch) -> None:
        self._services.hub.unfollow(self._connection, message.table)

    async def _lobby(self, message: FollowLobby) -> None:
        lobby = self._services.hub.lobby
        if not message.follow:
            lobby.discard(self._connection)
            return
        lobby.add(self._connection)
        self._send(Lobby(tables=await self._services.tables.lobby()))

    async def _try(self, message: Try) -> None:
        match, seat = await self._seat(message)
        self._services.limits.tries.check(self._person_id())
        choice = match.choices.get(seat)
        if choice is None or not choice.version <= message.version <= match.version:
            raise Stale(match.version)
        self._connection.send(tried_text(match, seat, message.actions, message.ref))

    async def _commit(self, message: Commit) -> None:
        _, seat = await self._seat(message)
        wish = Wish("play", seat, message.version, tuple(message.actions), message.id)

        def acknowledge(done: Done) -> None:
            self._connection.send(committed_text(message.table, message.id, done.version, done.repeated))
            repeated.append(done.repeated)

        repeated: list[bool] = []
        await self._services.authority.carry_out(message.table, self._person_id(), wish, acknowledge)
        if any(repeated) or message.table not in self._connection.tables:
            await self._send_state(message.table)

    async def _say(self, message: Say) -> None:
        person = self._person()
        self._services.limits.chat.check(person.id)
        info = await self._services.tables.info(message.table)
        if person.id not in seats_of(info) and person.id != info.host:
            raise NotAtTable("only who sits at the table may speak there")
        number = await self._services.chats.say(message.table, person.id, message.text)
        await self._services.said(message.table, number)

    async def _ping(self, message: Ping) -> None:
        self._send(Pong(now=now_ms(), ref=message.ref))

    async def _stand(self, message: Any) -> None:
        """Resign, leave, come back, pause or go on: the messages are named like the rows of the log."""
        kind: RowKind = message.type
        _, seat = await self._seat(message)
        await self._services.authority.carry_out(message.table, self._person_id(), Wish(kind, seat))

    # Help for those

    def _person(self) -> Person:
        if self._connection.person is None:
            raise NoSession("choose a name first; without one you may only watch")
        return self._connection.person

    def _person_id(self) -> int | None:
        return self._connection.person.id if self._connection.person else None

    async def _seat(self, message: TableMessageBase) -> tuple[Match, int]:
        person = self._person()
        match = (await self._services.authority.look(message.table)).match
        seat = match.seat_of(person.id)
        if seat is None:
            raise NotAtTable("you do not sit at this table")
        return match, seat

    async def _tell_stale(self, message: Any, error: Stale) -> None:
        self._send(
            stale_message.Stale(
                table=message.table, version=error.version, id=getattr(message, "id", None), ref=message.ref
            )
        )
        with suppress(NotRunning, DatabaseAway):
            await self._send_state(message.table)


def _first_problem(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {problem['msg']}" if place else problem["msg"]


_Handler = Callable[[Session, Any], Awaitable[None]]
_HANDLERS: Final[dict[type[Any], _Handler]] = {
    Hello: Session._hello,
    Watch: Session._watch,
    Unwatch: Session._unwatch,
    FollowLobby: Session._lobby,
    Try: Session._try,
    Commit: Session._commit,
    Say: Session._say,
    Ping: Session._ping,
}
