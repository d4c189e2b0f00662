"""A game without a board of its own in the client: a whole game of the third game with the generic one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from third_game import installed, lay_out_sunskim
from web.conftest import Opener, Server

BOTS_MS = 60_000
"""How long to wait for what follows a bot's choice: on a busy machine the bots take their time."""


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the third game."""
    folder = tmp_path_factory.mktemp("third")
    lay_out_sunskim(folder / "installed")
    with installed(folder / "installed"):
        running = Server(folder / "games.db")
        running.start()
        yield running
        running.stop()


def is_drawn(page: Page) -> None:
    """See that the browser could show the server's drawing."""
    page.wait_for_function("() => document.querySelector('main img')?.naturalWidth > 0")


def test_a_whole_game_in_the_browser(open_page: Opener) -> None:
    page = open_page("/")
    page.locator("[data-play=sunskim]").click()
    expect(page.locator("[data-action]")).to_have_count(5, timeout=BOTS_MS)
    is_drawn(page)
    for card in "0123401234":
        before = page.locator("img.drawing").get_attribute("data-version")
        page.locator(f"[data-action='thrust:{card}']").click()
        expect(page.locator("img.drawing")).not_to_have_attribute(
            "data-version", before or "", timeout=BOTS_MS
        )
    expect(page.locator("[data-finished]")).to_be_visible(timeout=BOTS_MS)
    is_drawn(page)
    page.get_by_role("button", name="Log").click()
    expect(page.locator(".log")).to_contain_text("the sun pulls with")
    expect(page.locator(".log")).not_to_contain_text("Seat 0")
    page.goto(page.url.replace("/t/", "/r/"))
    is_drawn(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sunskim")
    _taken_apart(page)


def _taken_apart(page: Page) -> None:
    """The analysis board knows nothing about the game: it shows the server's drawing and offers what is legal."""
    page.goto(page.url.replace("/r/", "/analysis/"))
    expect(page.locator("[data-node]")).to_have_count(31)  # the start, and ten choices of all three
    is_drawn(page)
    expect(page.locator("[data-node='2']")).to_contain_text("thrust:")
    for seat in range(3):
        page.locator(f"[data-seat='{seat}'] [data-action='thrust:4']").click()
        expect(page.locator("[data-node][aria-current=true]")).to_contain_text("thrust:4")
        expect(page.locator(f"[data-seat='{seat}'] [data-action='thrust:4']")).to_have_count(0)
    expect(page.locator(".told")).to_contain_text("the sun pulls with")
    is_drawn(page)
    expect(page.locator("[data-spread-ask]")).to_have_count(0)
    expect(page.locator("[role=alert]")).to_have_count(0)


def test_it_fits_a_phone_and_can_be_looked_back_at(open_page: Opener) -> None:
    page = open_page("/", phone=True)
    page.locator("[data-play=sunskim]").tap()
    page.locator("[data-action='thrust:2']").tap()
    expect(page.locator("[data-action]")).to_have_count(4, timeout=BOTS_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".past")).to_be_visible()
    is_drawn(page)
