"""The first start on a machine: what people and programs meet while the games are compiled."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
import websockets
from websockets.sync.client import connect

from gravitable.cli.behind import Behind, Work
from gravitable.cli.serve import _has_screen
from gravitable.cli.warming import warm_up
from gravitable.server.app import create
from gravitable.server.settings import Settings
from server.players import Person

from .helpers import slow_work


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        yield one


def _warming(url: str) -> dict[str, Any]:
    while True:
        try:
            return dict(httpx.get(f"{url}/api/warming").json())
        except httpx.TransportError:
            time.sleep(0.01)


def test_a_page_is_there_while_the_games_are_compiled(listener: socket.socket, tmp_path: Path) -> None:
    answers = list[bool]()
    behind = Behind([slow_work(tmp_path), Work((sys.executable, "-c", "raise SystemExit(1)"), "superstar")])
    behind.start()
    working = threading.Thread(target=lambda: answers.append(warm_up(listener, behind)))
    working.start()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    # Half of one; the other failed, which is not this page's business.
    while _warming(url) != {"share": 0.75, "playable": False}:
        time.sleep(0.01)
    page = httpx.get(f"{url}/t/some-table")
    assert page.status_code == 200
    assert page.headers["connection"] == "close"  # so that nobody holds up the server that follows
    assert "<progress" in page.text
    for language in ("en", "fr", "nl", "de", "gl"):
        assert f"{language}: [" in page.text
    for path in ("/healthz", "/api/tables"):
        refused = httpx.get(url + path)
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "warming-up"
        assert refused.headers["retry-after"]
    with pytest.raises(websockets.InvalidStatus):
        connect(url.replace("http", "ws") + "/ws")
    (tmp_path / "board").touch()
    working.join()
    assert answers == [True]
    with socket.create_connection(listener.getsockname()):
        pass  # the server itself takes the same address over: nobody is refused in between
    assert behind.are_ready("superstar")
    assert not behind.are_ready("gravwell"), "its bots are still being made"
    behind.stop()


def test_people_play_while_the_bots_are_being_compiled(tmp_path: Path) -> None:
    """A table with a bot begins at once; the bot moves when it is ready, and the page says how far that is."""
    behind = Behind([slow_work(tmp_path)])
    (tmp_path / "board").touch()
    behind.start()
    while behind.share != 0.5:
        time.sleep(0.01)
    settings = Settings(database=str(tmp_path / "x.db"), bot_pace_ms=0, limit_scale=0)

    async def live() -> None:
        server = uvicorn.Server(uvicorn.Config(create(settings, behind), port=0, log_config=None))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            await _play(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", tmp_path)
        finally:
            server.should_exit = True
            await serving

    try:
        asyncio.run(live())
    finally:
        behind.stop()


async def _play(url: str, signs: Path) -> None:
    ada = await Person.arrive(url, "Ada")
    assert await ada.get("/api/warming") == {"share": 0.5, "playable": True}
    assert "<html data-warming" in (await ada.call("GET", "/")).text
    table = (await ada.table("gravwell", 2, seat=0, bots=[{"seat": 1, "bot": "level:1"}]))["id"]
    async with ada.socket() as socket:
        await socket.send(type="watch", table=table)
        state = await socket.until("state", to_act=[0])
        await socket.send(
            type="commit", table=table, version=state["version"], id="first", actions=["stack:1"]
        )
        await socket.until("state", to_act=[1])  # nobody moves for the bot yet
        (signs / "bots").touch()
        await socket.until("state", version=state["version"] + 2)
    while (await ada.get("/api/warming"))["share"] < 1:
        await asyncio.sleep(0.01)
    assert "data-warming" not in (await ada.call("GET", "/")).text


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    """Whoever does not want to wait leaves nothing behind that goes on compiling."""
    environment = os.environ | {"GRAVITABLE_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "gravitable", "serve", "--port", "0", "--no-open"]
    log = tmp_path / "log"
    with log.open("w") as told:
        server = subprocess.Popen(
            [*command, "--database", str(tmp_path / "x.db")], env=environment, stdout=told, stderr=told
        )
    while not (found := re.search(r"http://[\d.:]+", log.read_text())):
        assert server.poll() is None, log.read_text()
        time.sleep(0.05)
    _warming(found[0])
    server.send_signal(signal.SIGINT)
    assert server.wait(60) == 130
    assert "Traceback" not in log.read_text()
    assert not _compiles(tmp_path / "cache")


def _compiles(cache: Path) -> bool:
    """Say whether any process still compiles into a cache of its own."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"GRAVITABLE_CACHE={cache}".encode() in (process / "environ").read_bytes():
                return True
        except OSError:
            continue
    return False


def test_the_browser_is_opened_only_where_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    for name in ("SSH_CONNECTION", "SSH_TTY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert _has_screen()
    monkeypatch.setenv("SSH_CONNECTION", "203.0.113.7 22 203.0.113.8 22")
    assert not _has_screen()
    monkeypatch.delenv("SSH_CONNECTION")
    monkeypatch.delenv("DISPLAY")
    assert not _has_screen()
