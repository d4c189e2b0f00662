"""The WebSocket: one per tab, every message typed, every refusal a stable code."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from fastapi import WebSocket

from gravitable import __version__
from gravitable.core.errors import GravitableError
from gravitable.server import metrics
from gravitable.server.errors import (
    DatabaseAway,
    NoSession,
    NotAbsent,
    NotAtTable,
    NotRunning,
    ServerError,
    Stale,
    TooFast,
    TooMany,
)
from gravitable.server.guard.access import payer_of, visitor_of
from gravitable.server.guard.budgets import Rate
from gravitable.server.people.people import Visitor
from gravitable.server.play.ahead import wishes_of
from gravitable.server.play.views import StateTexts, tried
from gravitable.server.play.wishes import Wish, checked, seat_for
from gravitable.server.protocol import PROTOCOL_VERSION, ServerMessage, client, decode, encode, server
from gravitable.server.protocol.parts import Person, RowKind
from gravitable.server.services import Services, seats_of
from gravitable.server.sockets.live import MAX_FOLLOWED, Connection
from gravitable.server.storage.database import now_ms

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
        network, seals = payer_of(websocket).network, services.contest_desk.seals
        self._connection = Connection(visitor, services.budgets.messages, network, seals)
        self._greeted = False
        self._handling = False
        self._leaving = False
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
        patience = asyncio.get_running_loop().call_later(self._services.settings.patience_s, self._miss_hello)
        writer = asyncio.create_task(self._write_all())
        reader = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            patience.cancel()
            hub.remove(self._connection)
            self._leaving = True
            # A message that is being handled is finished first: its row may be half stored.
            if not self._handling:
                reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            hub.remove(self._connection)  # the message that was finished may have subscribed to another table

    async def _look_again(self) -> None:
        """Notice a sign-out that came after the cookie was read and before the hub knew this connection."""
        session = self._connection.session
        if session is not None and await visitor_of(self._websocket) is None:
            self._services.hub.end_session(session)

    def _miss_hello(self) -> None:
        """Close a connection that never said anything."""
        if not self._greeted:
            self._connection.too_slow = True
            self._connection.close()

    async def _write_all(self) -> None:
        await self._connection.write_queue(self._websocket.send_text)
        await self._say_goodbye()

    async def _say_goodbye(self) -> None:
        goodbye = server.Goodbye(
            reason="too-slow" if self._connection.too_slow else "too-much", retry_ms=1000
        )
        with suppress(Exception):
            async with asyncio.timeout(2):
                if self._connection.signed_out:
                    await self._websocket.close(_SESSION_ENDED, "signed-out")
                    return
                await self._websocket.send_text(encode(goodbye))
                await self._websocket.close(_TRY_AGAIN_LATER)

    async def _read_all(self) -> None:
        while (packet := await self._websocket.receive())["type"] != "websocket.disconnect":
            self._handling = True
            await self._handle(packet.get("text") or packet.get("bytes") or "")
            self._handling = False
            if self._leaving:
                return
            await asyncio.sleep(0)  # a client that sends a lot at once must not keep the others waiting

    async def _handle(self, raw: str | bytes) -> None:
        """Follow one message; whatever goes wrong becomes an ``error``, ``stale`` or nothing."""
        message: Any = None
        try:
            self._connection.incoming.take()
            message = decode(raw)
            metrics.messages_in(message.__struct_config__.tag).inc()
            await self._handler(type(message))(self, message)
        except Stale as error:
            await self._tell_stale(message, error)
        except GravitableError as error:
            self._refuse(error.code, str(error), message)
            if isinstance(error, TooFast):
                self._note_refusal()
        except Exception:
            _LOG.exception("a message could not be followed")
            self._refuse("internal", "something went wrong here; it is not your fault", message)

    def _note_refusal(self) -> None:
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            self._connection.close()

    def _handler(self, kind: type[Any]) -> _Handler:
        if not self._greeted and kind is not client.Hello:
            raise HelloFirst("send hello before anything else")
        return _HANDLERS[kind]

    def _send(self, message: ServerMessage) -> None:
        self._connection.send(encode(message))

    def _refuse(self, code: str, text: str, message: Any) -> None:
        metrics.ERRORS.labels(code).inc()
        if code == DatabaseAway.code:
            metrics.DATABASE_AWAY.inc()
        table, commit, ref = (getattr(message, name, None) for name in ("table", "id", "ref"))
        self._send(server.Error(code=code, message=text[:500], table=table, id=commit, ref=ref))

    # One method per kind of message

    async def _hello(self, message: client.Hello) -> None:
        if message.protocol != PROTOCOL_VERSION:
            raise UnknownProtocol(f"this server speaks protocol {PROTOCOL_VERSION}; load the page again")
        if message.token is not None:
            await self._become(message.token)
        self._greeted = True
        self._send(
            server.Welcome(
                protocol=PROTOCOL_VERSION,
                server=__version__,
                now=now_ms(),
                person=self._connection.person,
                ref=message.ref,
            )
        )

    async def _become(self, token: str) -> None:
        """Speak for the person of a token: several people may share a browser, which has only one cookie."""
        visitor = await self._services.people.of_token(token)
        if visitor is None:
            raise NoSession("nobody has this token any more")
        self._services.hub.change(self._connection, visitor)

    async def _watch(self, message: client.Watch) -> None:
        services, connection = self._services, self._connection
        self._charge(services.budgets.looks)
        if len(connection.boards) >= MAX_FOLLOWED and message.table not in connection.boards:
            raise TooMany(f"a tab can follow {MAX_FOLLOWED} tables at most")
        services.hub.follow(connection, message.table)  # first, so that nothing is missed in between
        await services.news.hearing(message.table)
        try:
            info = await services.tables.info(message.table)
            await services.contest_desk.must_sit(info, connection.person_id)
            lines = await services.chats.lines(message.table)
        except ServerError:
            services.hub.unfollow(connection, message.table)
            raise
        self._send(server.TableChanged(table=info))
        services.hub.set_seats(message.table, seats_of(info))
        connection.boards[message.table] = b""  # a client that watches again gets everything again
        if info.status in ("running", "finished"):
            texts = await services.authority.look(message.table)
            connection.send_state(texts)
            self._tell_ahead(texts)
            services.keepers.noticed(
                texts, 0
            )  # bots take their time where nobody looks on: now somebody does
        self._send(server.Chat(table=message.table, lines=lines))

    async def _unwatch(self, message: client.Unwatch) -> None:
        self._services.hub.unfollow(self._connection, message.table)

    async def _lobby(self, message: client.FollowLobby) -> None:
        lobby = self._services.hub.lobby
        if not message.follow:
            lobby.discard(self._connection)
            return
        self._charge(self._services.budgets.looks)
        lobby.add(self._connection)
        self._connection.send(await self._services.lobby.text())

    async def _contest(self, message: client.FollowContest) -> None:
        connection = self._connection
        if not message.follow:
            self._services.hub.unfollow_contest(connection, message.contest)
            return
        self._charge(self._services.budgets.looks)
        if len(connection.contests) >= MAX_FOLLOWED and message.contest not in connection.contests:
            raise TooMany(f"a tab can follow {MAX_FOLLOWED} contests at most")
        connection.send(await self._services.contest_desk.follow(connection, message.contest))

    async def _try(self, message: client.Try) -> None:
        person = self._person()
        authority = self._services.authority
        match = (await authority.look(message.table)).match
        seat = match.seat_of(person.id)
        if seat is None:
            raise NotAtTable("you do not sit at this table")
        self._charge(self._services.budgets.tries)
        if not match.may_try(seat, message.version):
            match = (await authority.look_closely(message.table)).match
            if not match.may_try(seat, message.version):
                raise Stale(match.version)
        answer = tried(match, seat, message.actions, message.ref)
        self._services.drafts.note(match, seat, message.actions, complete=answer.done)
        self._send(answer)

    async def _keep(self, message: client.Keep) -> None:
        person, authority = self._person(), self._services.authority
        self._charge(self._services.budgets.tries)
        match = (await authority.look(message.table)).match
        wish = Wish("play", person.id, version=message.version, actions=tuple(message.actions))
        seat = seat_for(match, wish)
        if message.actions:
            checked(match, seat, wish)  # only what could be played is kept
        self._services.drafts.note(match, seat, message.actions, complete=bool(message.actions))

    async def _ahead(self, message: client.Ahead) -> None:
        person, services = self._person(), self._services
        self._charge(services.budgets.tries)
        texts = await services.authority.look(message.table)
        seat = seat_for(texts.match, Wish("play", person.id))
        services.ahead.note(texts.match, seat, message.wish)
        self._tell_ahead(texts, message.ref)
        services.ahead.noticed(texts, 0)

    def _tell_ahead(self, texts: StateTexts, ref: str | None = None) -> None:
        """Tell somebody their own standing wish, where the game knows any."""
        match, person = texts.match, self._connection.person
        seat = match.seat_of(person.id) if person else None
        if seat is not None and wishes_of(match):
            wish = self._services.ahead.of(match, seat)
            self._send(server.StandingWish(table=match.terms.table_id, wish=wish, ref=ref))

    async def _hint(self, message: client.Hint) -> None:
        person = self._person()
        self._charge(self._services.budgets.hints)
        self._send(await self._services.hints.answer(person.id, message))

    async def _commit(self, message: client.Commit) -> None:
        wish = Wish(
            "play",
            self._person().id,
            version=message.version,
            actions=tuple(message.actions),
            commit_id=message.id,
        )
        self._charge(self._services.budgets.commits)
        done = await self._services.authority.carry_out(message.table, wish)
        if done.repeated or message.table not in self._connection.boards:  # else it is told with the others
            self._connection.send_state(done.texts, since=done.version - 1)

    async def _say(self, message: client.Say) -> None:
        person = self._person()
        self._charge(self._services.budgets.chat)
        info = await self._services.tables.info(message.table)
        if person.id not in seats_of(info) and person.id != info.host:
            raise NotAtTable("only people who sit at the table may speak there")
        number = await self._services.chats.say(message.table, person.id, message.text.strip())
        await self._services.said(message.table, number)

    async def _ping(self, message: client.Ping) -> None:
        self._send(server.Pong(now=now_ms(), ref=message.ref))

    async def _stand(self, message: Any) -> None:
        """Resign, leave, come back, pause or go on."""
        wish = Wish(_STANDING[type(message)], self._person().id)
        self._charge(self._services.budgets.standing)
        await self._services.authority.carry_out(message.table, wish)

    async def _stand_in(self, message: client.StandIn) -> None:
        """Let a bot play for somebody who has left."""
        person, services = self._person(), self._services
        match = (await services.authority.look(message.table)).match
        if match.seat_of(person.id) is None:
            raise NotAtTable("you do not sit at this table")
        gone = match.terms.persons[message.seat] if message.seat in match.players else None
        if gone is None or match.terms.turn_ms is not None or not services.hub.is_absent(message.table, gone):
            raise NotAbsent(
                "a bot plays only for somebody who has been gone for a while from a table without a clock"
            )
        self._charge(services.budgets.standing)
        await services.authority.carry_out(message.table, Wish("away", seat=message.seat))

    # Help for those

    def _charge(self, budget: Rate) -> None:
        budget.charge(self._connection.payer)

    def _person(self) -> Person:
        if self._connection.person is None:
            raise NoSession("choose a name first; without one you may only watch")
        return self._connection.person

    async def _send_state(self, table_id: str) -> None:
        self._connection.send_state(await self._services.authority.look(table_id))

    async def _tell_stale(self, message: Any, error: Stale) -> None:
        commit = getattr(message, "id", None)
        self._send(server.Stale(table=message.table, version=error.version, id=commit, ref=message.ref))
        with suppress(NotRunning, DatabaseAway):
            await self._send_state(message.table)


_STANDING: Final[dict[type[Any], RowKind]] = {
    client.Resign: "resign",
    client.Pause: "pause",
    client.Resume: "resume",
    client.Away: "away",
    client.Back: "back",
}
_Handler = Callable[[Session, Any], Awaitable[None]]
_HANDLERS: Final[dict[type[Any], _Handler]] = {
    client.Hello: Session._hello,
    client.Watch: Session._watch,
    client.Unwatch: Session._unwatch,
    client.FollowLobby: Session._lobby,
    client.FollowContest: Session._contest,
    client.Try: Session._try,
    client.Keep: Session._keep,
    client.Ahead: Session._ahead,
    client.Hint: Session._hint,
    client.Commit: Session._commit,
    client.Say: Session._say,
    client.Ping: Session._ping,
    client.StandIn: Session._stand_in,
    **dict.fromkeys(_STANDING, Session._stand),
}
