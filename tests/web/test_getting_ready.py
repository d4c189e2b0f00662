"""The strip that tells how far the bots are, at the first start of a server on a machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from cli.helpers import slow_work
from gravitable.cli.behind import Behind
from gravitable.server.app import create
from gravitable.server.settings import Settings
from web.playing import start_against_bots

STRIP = "[data-getting-ready='']"
COVERED = """
strip => {
  const place = strip.getBoundingClientRect();
  const overlaps = box =>
    box.width && box.left < place.right && box.right > place.left && box.top < place.bottom && box.bottom > place.top;
  const shown = [...document.querySelectorAll("button, a, select, h1, h2, [data-headline]")];
  return shown.filter(one => one.checkVisibility() && overlaps(one.getBoundingClientRect())).map(one => one.outerHTML);
}
"""


@pytest.fixture
def first_start(tmp_path: Path) -> Iterator[str]:
    """A server whose board is ready and whose bots are half compiled, until a file ``bots`` appears."""
    behind = Behind([slow_work(tmp_path)])
    (tmp_path / "board").touch()
    behind.start()
    while behind.share != 0.5:
        time.sleep(0.01)
    settings = Settings(database=str(tmp_path / "x.db"), bot_pace_ms=0, limit_scale=0)
    server = uvicorn.Server(uvicorn.Config(create(settings, behind), port=0, log_config=None))
    serving = threading.Thread(target=server.run)
    serving.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    serving.join()
    behind.stop()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_strip_shows_how_far_the_bots_are_and_covers_nothing(
    browser: Browser, first_start: str, tmp_path: Path, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=first_start,
        service_workers="block",
        locale="en-US",
    )
    page = context.new_page()
    page.goto("/")
    _half_way(page)
    start_against_bots(page, "gravwell")
    page.wait_for_selector("[data-action]:not([disabled])")
    _half_way(page)
    page.locator("[data-action^='stack:']:not([disabled])").first.click()
    (tmp_path / "bots").touch()
    expect(page.locator(STRIP)).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-action]:not([disabled])")  # the bot has moved: it is my turn again
    expect(page.locator(STRIP)).to_have_count(0)
    context.close()


def _half_way(page: Page) -> None:
    strip = page.locator(STRIP)
    expect(strip).to_contain_text("bots")
    assert strip.locator("progress").evaluate("bar => bar.value") == 0.5
    assert strip.evaluate(COVERED) == []
    box = strip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.viewport_size["width"]  # type: ignore[index]
