"""The WebSocket protocol: every message is typed, versioned, and has a file of its own with an example."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field, TypeAdapter

from gravitable.server.protocol.base import PROTOCOL_VERSION, JsonObject
from gravitable.server.protocol.client import (
    away,
    back,
    chat,
    commit,
    hello,
    lobby,
    pause,
    ping,
    resign,
    resume,
    try_turn,
    unwatch,
    watch,
)
from gravitable.server.protocol.server import chat as chat_lines
from gravitable.server.protocol.server import (
    committed,
    error,
    goodbye,
    notice,
    pong,
    presence,
    stale,
    state,
    table,
    tried,
    welcome,
)
from gravitable.server.protocol.server import lobby as lobby_list

ClientMessage = Annotated[
    hello.Hello
    | watch.Watch
    | unwatch.Unwatch
    | lobby.FollowLobby
    | try_turn.Try
    | commit.Commit
    | chat.Say
    | resign.Resign
    | pause.Pause
    | resume.Resume
    | away.Away
    | back.Back
    | ping.Ping,
    Field(discriminator="type"),
]
ServerMessage = Annotated[
    welcome.Welcome
    | table.TableChanged
    | state.State
    | tried.Tried
    | committed.Committed
    | stale.Stale
    | chat_lines.Chat
    | presence.Presence
    | lobby_list.Lobby
    | notice.Notice
    | error.Error
    | pong.Pong
    | goodbye.Goodbye,
    Field(discriminator="type"),
]

CLIENT_MESSAGES: Final[TypeAdapter[ClientMessage]] = TypeAdapter(ClientMessage)
SERVER_MESSAGES: Final[TypeAdapter[ServerMessage]] = TypeAdapter(ServerMessage)

_CLIENT = (hello, watch, unwatch, lobby, try_turn, commit, chat, resign, pause, resume, away, back, ping)
_SERVER = (
    welcome,
    table,
    state,
    tried,
    committed,
    stale,
    chat_lines,
    presence,
    lobby_list,
    notice,
    error,
    pong,
    goodbye,
)
CLIENT_EXAMPLES: Final[list[JsonObject]] = [dict(module.EXAMPLE) for module in _CLIENT]
SERVER_EXAMPLES: Final[list[JsonObject]] = [dict(module.EXAMPLE) for module in _SERVER]

__all__ = [
    "CLIENT_EXAMPLES",
    "CLIENT_MESSAGES",
    "PROTOCOL_VERSION",
    "SERVER_EXAMPLES",
    "SERVER_MESSAGES",
    "ClientMessage",
    "ServerMessage",
]
