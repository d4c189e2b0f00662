"""Scripted people: they find tables, play over real sockets, and come back when the connection breaks."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from gravitable.server.protocol import PROTOCOL_VERSION, ServerMessage
from server.harness import TLS

Json = dict[str, Any]
SERVER_MESSAGES = msgspec.json.Decoder[ServerMessage](ServerMessage)


@dataclass
class Person:
    """Somebody with a session at a server (or at any of several)."""

    url: str
    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    id: int = 0

    @classmethod
    async def arrive(cls, url: str, name: str) -> Person:
        person = cls(url, name)
        answer = await person.post("/api/guest", {"name": name})
        person.id = answer["person"]["id"]
        return person

    async def call(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        headers = {"Origin": self.url, "Cookie": self._cookie()}
        async with httpx.AsyncClient(base_url=self.url, headers=headers, timeout=240, verify=TLS) as client:
            answer = await client.request(method, path, json=body)
        self.cookies |= dict(answer.cookies)
        return answer

    async def post(self, path: str, body: Json | None = None) -> Json:
        answer = await self.call("POST", path, body)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return dict(answer.json())

    async def get(self, path: str) -> Json:
        answer = await self.call("GET", path)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return dict(answer.json())

    async def table(self, game: str, seats: int, **more: Any) -> Json:
        answer = await self.post("/api/tables", {"game": game, "seats": seats, **more})
        return dict(answer["table"])

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @asynccontextmanager
    async def socket(self, **how: Any) -> AsyncIterator[Socket]:
        """Connect and say hello."""
        address = self.url.replace("http", "ws") + "/ws"
        headers = {"Cookie": self._cookie()} if self.cookies else {}
        origin = websockets.Origin(self.url)
        async with connect(address, origin=origin, additional_headers=headers, **how) as raw:
            socket = Socket(raw)
            await socket.send(type="hello", protocol=PROTOCOL_VERSION)
            await socket.until("welcome")
            yield socket


class Socket:
    """A connection that checks every message against the protocol."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.texts: list[str] = []

    async def send(self, **message: Any) -> None:
        await self.raw.send(json.dumps(message))

    async def next(self, timeout: float = 60) -> Json:
        text = await asyncio.wait_for(self.raw.recv(), timeout)
        assert isinstance(text, str)
        self.texts.append(text)
        SERVER_MESSAGES.decode(text)
        return dict(json.loads(text))

    async def until(self, *kinds: str, timeout: float = 60, **wanted: Any) -> Json:
        """Return the next message of a kind with these fields, passing over others."""
        while True:
            message = await self.next(timeout)
            if message["type"] in kinds and all(message[key] == value for key, value in wanted.items()):
                return message

    async def until_stored(self, commit: str) -> Json:
        """Return the ``state`` that says that a commit is in the log for good."""
        while True:
            state = await self.until("state")
            if commit in commits_of(state):
                return state


def commits_of(state: Json) -> list[str]:
    """Return the ids of the viewer's own commits that a ``state`` tells of."""
    return [group["commit"] for group in state["groups"] if "commit" in group]


Choose = Callable[[random.Random, Json], str]


def any_action(rng: random.Random, tried: Json) -> str:
    return str(rng.choice(tried["legal"]))


class ScriptedPlayer:
    """Plays a table to its end, whatever happens to the connection."""

    def __init__(self, person: Person, table: str, seed: int, urls: list[str] | None = None) -> None:
        self.person = person
        self.table = table
        self.accepted: dict[str, list[str]] = {}
        """Commit ids that the server acknowledged, with their actions."""
        self.reconnects = -1
        self.result: Json | None = None
        self.errors: list[Json] = []
        self._rng = random.Random(seed)
        self._urls = itertools.cycle(urls or [person.url])
        self._pending: Json | None = None
        self._ids = itertools.count()

    async def play(self) -> Json:
        while self.result is None:
            try:
                async with self.person.socket() as socket:
                    self.reconnects += 1
                    await self._play_on(socket)
            except (OSError, websockets.WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)
                self.person.url = next(self._urls)
        return self.result

    async def _play_on(self, socket: Socket) -> None:
        await socket.send(type="watch", table=self.table)
        if self._pending:
            await socket.send(**self._pending)
        while self.result is None:
            await self._answer(socket, await socket.next(timeout=60))

    async def _answer(self, socket: Socket, message: Json) -> None:
        kind = message["type"]
        if kind == "state":
            await self._see(socket, message)
        elif kind == "tried":
            await self._compose(socket, message)
        elif kind == "stale":
            self._pending = None
        elif kind == "error":
            self.errors.append(message)
            await asyncio.sleep(0.1)
            if message["code"] == "database-away" and self._pending:
                await socket.send(**self._pending)

    async def _see(self, socket: Socket, state: Json) -> None:
        self._whole = state["whole_turns"]
        if self._pending and self._pending["id"] in commits_of(state):
            self.accepted[self._pending["id"]] = self._pending["actions"]
            self._pending = None
        if state["over"]:
            self.result = state["result"]
        elif state["seat"] in state["to_act"] and self._pending is None:
            await socket.send(type="try", table=self.table, version=state["version"], actions=[])

    async def _compose(self, socket: Socket, tried: Json) -> None:
        if self._pending:
            return
        actions = tried["actions"] if tried["done"] else [*tried["actions"], any_action(self._rng, tried)]
        if tried["done"] or not self._whole:
            number = f"{self.person.id}-{next(self._ids)}"
            self._pending = {
                "type": "commit",
                "table": self.table,
                "version": tried["version"],
                "id": number,
                "actions": actions,
            }
            await socket.send(**self._pending)
        else:
            await socket.send(type="try", table=self.table, version=tried["version"], actions=actions)
