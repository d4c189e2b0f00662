"""What a connection may cost before it says anything sensible: bounded size, number and time; nobody else notices."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import websockets
from websockets.asyncio.client import connect

from server.harness import ServerProcess, running
from server.players import Person
from server.test_play import in_turn, seated, two_people, whole_turn

NOBODY = "192.0.2.1"


@contextmanager
def connection(server: ServerProcess, text: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:
        raw.sendall(text)
        yield raw


def everything(raw: socket.socket) -> bytes:
    """Read until the server closes."""
    told = b""
    try:
        while piece := raw.recv(65536):
            told += piece
    except ConnectionResetError:
        pass
    return told


def memory_kb(server: ServerProcess) -> int:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{server.pid}/status").read_text())
    assert found
    return int(found[1])


def test_a_header_without_end_is_refused_and_takes_no_memory(server: ServerProcess) -> None:
    before = memory_kb(server)
    with connection(server, b"GET / HTTP/1.1\r\nHost: x\r\nX: ") as raw:
        try:
            for _ in range(1000):
                raw.sendall(b"x" * 65536)
        except (ConnectionResetError, BrokenPipeError):
            pass
        else:
            pytest.fail("64 MB were taken")
    assert memory_kb(server) - before < 20_000


@pytest.mark.parametrize("upgrade", [b"", b"Upgrade: websocket\r\nConnection: upgrade\r\n"])
def test_too_many_headers_are_refused(server: ServerProcess, upgrade: bytes) -> None:
    path = b"/ws" if upgrade else b"/healthz"
    many = b"".join(b"A%d: 1\r\n" % number for number in range(200))
    request = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + upgrade + many + b"\r\n"
    with connection(server, request) as raw:
        assert re.match(rb"HTTP/1.1 4\d\d ", everything(raw))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET /healthz HT",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ",
        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HT",
    ],
)
def test_who_does_not_finish_a_request_is_let_go(tmp_path: Path, text: bytes) -> None:
    with (
        running(str(tmp_path / "slow.db"), tmp_path, PATIENCE_S="1") as server,
        connection(server, text) as raw,
    ):
        everything(raw)


def test_who_does_not_say_hello_is_let_go_and_who_did_stays(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        ada = await Person.arrive(server.url, "Ada")
        async with ada.socket() as greeted:
            address = server.url.replace("http", "ws") + "/ws"
            async with connect(address, origin=websockets.Origin(server.url)) as silent:
                assert "too-slow" in str(await silent.recv())
                with pytest.raises(websockets.ConnectionClosed):
                    await silent.recv()
            await greeted.send(type="ping", ref="here")
            await greeted.until("pong", ref="here")

    with running(str(tmp_path / "hello.db"), tmp_path, PATIENCE_S="1") as server:
        asyncio.run(play(server))


def is_refused(server: ServerProcess) -> bool:
    answer = httpx.get(f"{server.url}/healthz", timeout=60)
    assert answer.status_code in (200, 503)
    assert answer.status_code == 200 or answer.json()["error"]["code"] == "too-busy"
    return answer.status_code == 503


async def _play_a_turn(server: ServerProcess, people: tuple[Person, Person], table: str, crowd: int) -> None:
    """Fill the server while two people sit at a table: they play on, and newcomers are told to come later."""
    async with people[0].socket() as one, people[1].socket() as two:
        state = await seated(people[0], one, table)
        await seated(people[1], two, table)
        with ExitStack() as stack:
            for _ in range(crowd):
                stack.enter_context(connection(server))
            assert await asyncio.to_thread(is_refused, server)
            mine, theirs = in_turn(state, [one, two])
            turn = await whole_turn(mine, state)
            await mine.send(type="commit", table=table, version=state["version"], id="c", actions=turn)
            await mine.until_stored("c")
            await theirs.until("state", version=state["version"] + 1)
        while await asyncio.to_thread(is_refused, server):
            await asyncio.sleep(0.05)


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="no prlimit here")
def test_few_descriptors_keep_newcomers_out_but_nobody_from_playing(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "few.db"), tmp_path)
    server.prefix = ["prlimit", "--nofile=160:160"]
    server.start()
    try:

        async def play() -> None:
            ada, ben, table = await two_people(server, "superstar")
            await _play_a_turn(server, (ada, ben), table, crowd=200)

        asyncio.run(play())
    finally:
        server.stop()


def test_one_network_has_so_many_connections_and_a_proxy_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(server: ServerProcess) -> bool:
        with ExitStack() as stack:
            for _ in range(8):
                stack.enter_context(connection(server))
            return is_refused(server)

    with running(str(tmp_path / "proxy.db"), tmp_path, LIMIT_SCALE="0.02") as server:
        assert not fill(server), "127.0.0.1 is trusted to be a proxy"
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", NOBODY)
    with running(str(tmp_path / "direct.db"), tmp_path, LIMIT_SCALE="0.02") as server:
        assert fill(server)
