"""A real server process, a real browser: what every test of the client starts from."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser import NEEDED
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from needs import lacks
from nursery import Process, started

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "gravitable" / "server" / "static"
STILL = {"theme": "night", "speed": "off", "sound": False}
"""Settings for tests: nothing moves, so that nothing has to be waited for."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let CI try a browser test again that failed on its busy machine; the summary names it, so that it is mended."""
    if os.environ.get("CI") == "true":
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.flaky(reruns=2))


class Server:
    """A server process of its own, with its own database."""

    def __init__(self, database: Path, port: int = 0) -> None:
        self.database = database
        self.port = port
        self._process: Process | None = None
        self.url = ""

    def start(self) -> None:
        """Start it and wait until it says where it listens."""
        settings = {
            "GRAVITABLE_BOT_PACE_MS": "0",
            "GRAVITABLE_LIMIT_SCALE": "0",
            "GRAVITABLE_ABSENCE_S": "1",
            "GRAVITABLE_REVIEW_BUDGET": "20",
            "PYTHONUNBUFFERED": "1",
        }
        log = self.database.with_suffix(".log")
        log.write_text("")
        wish = ["serve", "--port", str(self.port), "--database", str(self.database)]
        self._process = started(wish, os.environ | settings, log)
        self.url = self._wait_for_address(log)
        self.port = int(self.url.rsplit(":", 1)[1])

    def _wait_for_address(self, log: Path) -> str:
        assert self._process is not None
        while self._process.poll() is None:
            found = re.search(r"http://[\w.]+:\d+", log.read_text())
            if found and _listens(found[0]):
                return found[0]
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {log.read_text()}")

    def stop(self) -> None:
        """End it, as Ctrl-C would."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=20)
            self._process = None


def _listens(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


def chromium() -> str | None:
    """Return where the browser is, if there is one."""
    return next((path for name in NEEDED["chromium"] if (path := shutil.which(name))), None)


# For this folder only, not for the whole run: while Playwright is there, its event loop keeps running in this
# thread, and tests elsewhere could not run loops of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    executable = chromium()
    if executable is None:
        lacks("Chromium is not installed (Debian: apt-get install chromium): the client is not tested")
    if not (STATIC / "index.html").is_file():
        lacks("the client is not built: run 'make setup', or python web/build.py")
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        running = playwright.chromium.launch(executable_path=executable, args=options)
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "games.db")
    running.start()
    yield running
    running.stop()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Opener]:
    """Give a function that opens a page in a browser profile of its own; an error in any page fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(
        path: str = "/",
        *,
        phone: bool = False,
        settings: dict[str, Any] | None = None,
        locale: str = "en-US",
        timezone: str | None = None,
        keeps_files: bool = False,
    ) -> Page:
        size = {"width": 360, "height": 740} if phone else {"width": 1280, "height": 800}
        wish = STILL | (settings or {})
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            locale=locale,
            timezone_id=timezone,
            # A worker would fetch behind the back of tests that cut the line.
            service_workers="allow" if keeps_files else "block",
            base_url=server.url,
        )
        contexts.append(context)
        text = repr(str(wish).replace("'", '"').replace("True", "true").replace("False", "false"))
        context.add_init_script(
            f"if (!localStorage['gravitable.settings']) localStorage['gravitable.settings'] = {text}"
        )
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
