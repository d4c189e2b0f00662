"""Hostile clients: whatever they send, the server answers with stable codes, and others play on undisturbed."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest
import schemathesis
import websockets
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from websockets.asyncio.client import connect

from server.harness import ServerProcess, running
from server.hostile import messages
from server.hostile_frames import attack_with_frames
from server.players import Person, ScriptedPlayer, Socket
from server.test_play import seated, two_people

MESSAGES = 1000
FRAMES = 120
KNOWN_CODES = {
    "bad-message",
    "hello-first",
    "unknown-protocol",
    "no-session",
    "no-such-table",
    "not-at-table",
    "not-running",
    "unknown-action",
    "too-many",
}


async def attack(person: Person, table: str, count: int, seed: int) -> tuple[int, set[str]]:
    """Send hostile messages, coming back whenever the server closes the door; return how many were answered."""
    rng = random.Random(seed)
    source, sent, answered, codes = messages(rng, table), 0, 0, set()
    while sent < count:
        try:
            async with person.socket() as socket:
                for message in source:
                    await socket.raw.send(message)
                    sent += 1
                    if sent % 50 == 0 or sent >= count:
                        await socket.raw.send('{"type":"ping","ref":"alive"}')
                        while (answer := json.loads(await socket.raw.recv())).get("ref") != "alive":
                            if answer["type"] == "error":
                                codes.add(answer["code"])
                                answered += 1
                    if sent >= count:
                        break
        except websockets.ConnectionClosed as closed:
            reason = closed.rcvd.code if closed.rcvd else None
            if reason not in (1007, 1009, 1013):  # not text, too long, too much
                raise
    return answered, codes


def test_hostile_messages_harm_nobody(server: ServerProcess) -> None:
    async def play() -> None:
        ada, ben, table = await two_people(server, "superstar")
        eve = await Person.arrive(server.url, "Eve")
        players = [ScriptedPlayer(person, table, seed) for seed, person in enumerate((ada, ben))]
        playing = asyncio.gather(*(player.play() for player in players))
        answered, codes = await attack(eve, table, MESSAGES, seed=1)
        assert answered > MESSAGES / 2
        assert codes <= KNOWN_CODES
        await playing
        assert not any(player.errors for player in players)
        assert all(player.reconnects == 0 for player in players), "a healthy connection was closed"

    asyncio.run(play())
    assert "trace" not in server.log.read_text()


def test_hostile_frames_harm_nobody(server: ServerProcess) -> None:
    """Below the messages: reserved bits, endless lengths, lost fragments, texts that are none."""

    async def play() -> None:
        ada, ben, table = await two_people(server, "gravwell")
        eve = await Person.arrive(server.url, "Eve")
        players = [ScriptedPlayer(person, table, seed) for seed, person in enumerate((ada, ben))]
        playing = asyncio.gather(*(player.play() for player in players))
        assert await attack_with_frames(eve, FRAMES, seed=1) > FRAMES / 2
        await playing
        assert not any(player.errors or player.reconnects for player in players)

    asyncio.run(play())
    assert "trace" not in server.log.read_text()


def test_hostile_players_harm_only_themselves(server: ServerProcess) -> None:
    """The same from somebody who sits at the table: nothing illegal gets into the log."""

    async def play() -> None:
        ada, ben, table = await two_people(server, "gravwell")
        await attack(ada, table, 300, seed=2)
        async with ben.socket() as socket:
            state = await seated(ben, socket, table)
            assert state["view"]["game"] == "gravwell"
        replay = await ben.get(f"/api/tables/{table}/replay")
        assert replay["frames"][0]["kind"] == "start"

    asyncio.run(play())


def test_a_flood_is_slowed_down_and_then_cut_off(tmp_path: Any) -> None:
    async def flood(url: str) -> list[str]:
        eve = await Person.arrive(url, "Eve")
        kinds = []
        async with eve.socket() as socket:
            sending = asyncio.create_task(send_pings(socket))
            try:
                while True:
                    kinds.append((await socket.next())["type"])
            except websockets.ConnectionClosed:
                await asyncio.gather(sending, return_exceptions=True)
                return kinds

    async def send_pings(socket: Socket) -> None:
        for _ in range(500):
            await socket.send(type="ping")

    async def guess(url: str) -> list[int]:
        stranger = Person(url, "")
        form = {"name": "ada", "password": "wrong wrong"}
        answers = await asyncio.gather(*(stranger.call("POST", "/api/sign-in", form) for _ in range(14)))
        return [answer.status_code for answer in answers]

    with running(str(tmp_path / "limits.db"), tmp_path, LIMIT_SCALE="1") as server:
        kinds = asyncio.run(flood(server.url))
        assert "pong" in kinds
        assert "error" in kinds
        assert kinds[-1] == "goodbye"
        statuses = asyncio.run(guess(server.url))
        assert set(statuses) == {403, 429}
        assert statuses.count(403) >= 8


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
def test_pages_of_other_sites_may_not_change_anything(server: ServerProcess, origin: str | None) -> None:
    headers = {"Origin": origin} if origin else {}
    answer = httpx.post(f"{server.url}/api/guest", json={"name": "Eve"}, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong-origin")

    async def open_socket() -> None:
        address = server.url.replace("http", "ws") + "/ws"
        with pytest.raises(websockets.InvalidStatus):
            async with connect(address, origin=websockets.Origin(origin) if origin else None):
                pass

    asyncio.run(open_socket())


def test_every_answer_has_the_security_headers(server: ServerProcess) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/healthz", "/t/abc", "/assets/none.js"):
        headers = httpx.get(f"{server.url}{path}").headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"].split("style-src-attr")[0]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_large_bodies_and_odd_paths_are_refused(server: ServerProcess) -> None:
    big = httpx.post(f"{server.url}/api/guest", content=b"x" * 100_000, headers={"Origin": server.url})
    assert (big.status_code, big.json()["error"]["code"]) == (413, "too-large")
    for path in (
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/settings.py",
        "/assets/../../app.py",
        "/api/../app.py",
    ):
        answer = httpx.get(f"{server.url}{path}")
        assert "gravitable.server" not in answer.text.replace("gravitable.server/", "")
        assert answer.status_code in (200, 404)


def test_the_whole_interface_keeps_its_promises(server: ServerProcess) -> None:
    """Schemathesis: for every operation, requests made from the schema, right and wrong."""
    person = asyncio.run(Person.arrive(server.url, "Schema"))
    headers = {"Origin": server.url, "Cookie": f"gravitable_session={person.cookies['gravitable_session']}"}
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    checked = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]

        @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        def check(case: Any) -> None:
            answer = case.call(headers=headers)
            checks = [not_a_server_error, status_code_conformance, response_schema_conformance]
            case.validate_response(answer, checks=checks)

        given(case=operation.as_strategy())(check)()
        checked += 1
    assert checked >= 25
