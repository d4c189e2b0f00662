"""A bot of your own at a table of a server: the same class as in the arena and the terminal, see ``bots/own.py``.

It speaks the protocol of the browser (docs/protocol.md) and knows no more than a browser does.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from gravitable.bots import own
from gravitable.bots.base import BotFailed
from gravitable.bots.own import OwnBot
from gravitable.core.contract import Rules
from gravitable.core.errors import GravitableError
from gravitable.core.registry import rules_of

Json = dict[str, Any]

PROTOCOL: Final = 2
_BETWEEN_TRIES_S: Final = 0.12  # a server takes ten tries a second
_TRIES_TO_CONNECT: Final = 5


class ServerRefused(GravitableError):
    """The server cannot be reached, or said no; the message says what it said."""

    code = "server-refused"


@dataclass(frozen=True)
class Place:
    """A seat at a table of a server."""

    server: str
    secret: str
    """The token that the bot plays with."""
    table: str
    game: str


def sit_down(server: str, code: str, *, name: str, token: str | None = None) -> Place:
    """Take a free seat at the table with this code: as the owner of a token, else as a guest of that name."""
    server = server.rstrip("/")
    secret = token or _token_of_a_guest(server, name)
    table = _post(server, "/api/join", {"code": code}, {"Authorization": f"Bearer {secret}"})[0]["table"]
    return Place(server, secret, table["id"], table["game"])


def play(place: Place, maker: Any, *, seed: int = 0, spec: str | None = None) -> Json:
    """Play a game to its end and return the last ``state`` message; raises ServerRefused, UnknownBot or BotFailed."""
    player = _Player(place, rules_of(place.game), maker, seed, spec)
    for attempt in range(_TRIES_TO_CONNECT):
        try:
            with connect(
                place.server.replace("http", "ws", 1) + "/ws",
                additional_headers={"Authorization": f"Bearer {place.secret}"},
            ) as socket:
                return player.run(socket)
        except (OSError, ConnectionClosed):  # state is always complete: connect again and go on
            time.sleep(2**attempt)
        except WebSocketException as error:
            raise ServerRefused(f"{place.server} does not open a socket: {error}") from error
    raise ServerRefused(f"the connection to {place.server} is lost")


@dataclass
class _Player:
    """A bot at a table: what it is told becomes typed, what it says becomes a message."""

    place: Place
    rules: Rules
    maker: Any
    seed: int
    spec: str | None
    bot: OwnBot | None = None
    seat: int = 0
    board: Any = None
    whole_turns: bool = True
    commits: int = 0
    tried_at: float = field(default=0.0)

    def run(self, socket: ClientConnection) -> Json:
        """Follow the table until the game is over."""
        _send(socket, type="hello", protocol=PROTOCOL)
        _send(socket, type="watch", table=self.place.table)
        for message in _messages(socket):
            kind = message["type"]
            if kind == "state" and message["over"]:
                return message
            if kind == "state":
                self._state(socket, message)
            elif kind == "tried":
                self._tried(socket, message)
            elif kind == "error":
                self._error(socket, message)
        raise ServerRefused("the server has closed the connection")

    def _state(self, socket: ClientConnection, message: Json) -> None:
        if message["seat"] is None:
            raise ServerRefused("the bot has no seat at this table")
        self.seat, self.whole_turns = message["seat"], message["whole_turns"]
        self.board = message.get("board") or self.board
        if self.bot is None:
            self.bot = own.make(self.maker, self.place.game, self.seed, self.seat, self.spec)
            self.bot.check_plays_online()
        if self.seat in message["to_act"] and not message.get("paused"):
            self._try(socket, message["version"], [])

    def _try(self, socket: ClientConnection, version: int, actions: list[str]) -> None:
        time.sleep(max(0.0, self.tried_at + _BETWEEN_TRIES_S - time.monotonic()))
        self.tried_at = time.monotonic()
        _send(socket, type="try", table=self.place.table, version=version, actions=actions)

    def _tried(self, socket: ClientConnection, message: Json) -> None:
        version, actions = message["version"], message["actions"]
        if not message["done"]:
            actions = [*actions, self._chosen(message)]
        if message["done"] or not self.whole_turns:
            self.commits += 1
            name = f"bot-{version}-{self.commits}"
            _send(socket, type="commit", table=self.place.table, version=version, id=name, actions=actions)
        else:
            self._try(socket, version, actions)

    def _chosen(self, message: Json) -> str:
        assert self.bot is not None  # noqa: S101 - a state came before
        types = self.rules.types
        shown = {
            "view": msgspec.convert(message["view"], types.view),
            "legal": list(message["legal"]),
            "seat": self.seat,
            "board": msgspec.convert(message.get("board") or self.board, types.board),
            "previews": [msgspec.convert(each, types.preview) for each in message["previews"]],
        }
        return self.bot.answer(self.rules, shown)

    def _error(self, socket: ClientConnection, message: Json) -> None:
        if message["code"] != "too-fast":
            raise BotFailed(f"the server says {message['code']}: {message['message']}")
        time.sleep(1.0)
        _send(socket, type="watch", table=self.place.table)  # asks for the state, and so goes on


def _messages(socket: ClientConnection) -> Iterator[Json]:
    for text in socket:
        yield json.loads(text)


def _send(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def _token_of_a_guest(server: str, name: str) -> str:
    """Return a token of a new guest, so that nobody has to make one by hand to try a bot."""
    cookie = _post(server, "/api/guest", {"name": name}, {"Origin": server})[1].partition(";")[0]
    made = _post(server, "/api/tokens", {"label": "bot"}, {"Origin": server, "Cookie": cookie})[0]
    return str(made["secret"])


def _post(server: str, path: str, body: Json, headers: dict[str, str]) -> tuple[Json, str]:
    """Return the answer and its cookie; raises ServerRefused with what the server said."""
    if not server.startswith(("http://", "https://")):
        raise ServerRefused(f"a server's address begins with http:// or https://, not {server!r}")
    kind = {"Content-Type": "application/json"}
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers | kind)  # noqa: S310 - checked
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - checked above
            return json.load(answer), answer.headers.get("Set-Cookie", "")
    except urllib.error.HTTPError as error:
        raise ServerRefused(f"{server} says: {_told(error)}") from error
    except (OSError, ValueError) as error:
        raise ServerRefused(f"cannot reach {server}: {error}") from error


def _told(error: urllib.error.HTTPError) -> str:
    try:
        said = json.load(error)
        return str(said.get("message") or said)
    except ValueError:
        return f"{error.code} {error.reason}"
