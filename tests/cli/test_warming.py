"""The first start on a machine: what people and programs meet while the games are compiled."""

from __future__ import annotations

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

import httpx
import pytest
import websockets
from websockets.sync.client import connect

from gravitable.cli.serve import _has_screen
from gravitable.cli.warming import Command, warm_up

SLOW = """
import sys, time, pathlib
print("0.5", flush=True)
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.01)
"""


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        yield one


def _slow(sign: Path) -> Command:
    """Return a command that is half done at once, and ends when a file appears."""
    return sys.executable, "-c", SLOW, str(sign)


def _share(url: str) -> float:
    while True:
        try:
            return float(httpx.get(f"{url}/api/warming").json()["share"])
        except httpx.TransportError:
            time.sleep(0.01)


def test_a_page_is_there_while_the_games_are_compiled(listener: socket.socket, tmp_path: Path) -> None:
    sign, answers = tmp_path / "done", list[bool]()
    commands = [_slow(sign), (sys.executable, "-c", "raise SystemExit(1)")]
    working = threading.Thread(target=lambda: answers.append(warm_up(listener, commands)))
    working.start()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    while _share(url) != 0.75:  # half of one; the other failed, which is not this page's business
        time.sleep(0.01)
    page = httpx.get(f"{url}/t/some-table")
    assert page.status_code == 200
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
    sign.touch()
    working.join()
    assert answers == [True]
    with socket.create_connection(listener.getsockname()):
        pass  # the server itself takes the same address over: nobody is refused in between


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
    _share(found[0])
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
