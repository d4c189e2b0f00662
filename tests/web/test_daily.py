"""The daily challenge in the browser: two people play the same deal, meet in the ranking, and share their results."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from server import test_daily as on_the_server
from web.conftest import Opener, Server
from web.elsewhere import beside, finish_elsewhere
from web.playing import ANYTHING, next_tap
from web.tables import call, named
from web.weights import loaded, weight

PAGE_KB = 40
LONG_MS = 120_000  # reviews let everything else on the machine go first


def begin_in_three_taps(page: Page) -> None:
    """Go from the start page to the first choice of today's challenge."""
    page.locator("[data-today] [data-daily]").click()
    page.locator("[data-begin=superstar]").click()
    page.wait_for_selector(ANYTHING)
    choice = next_tap(page)
    assert choice is not None
    choice.click()


def test_two_people_play_the_day_and_meet_in_the_ranking(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada Daily"), named(open_page, server, "Ben Daily", phone=True)
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        call(page, server, "claim", {"password": f"{name} has a password"})
        page.goto("/")
        page.locator("[data-decline]").click()
    before = weight(loaded(ada, server.url))
    _says_when_the_next_comes(open_page)
    for page in (ada, ben):
        begin_in_three_taps(page)
    for page in (ada, ben):
        finish_elsewhere(page)
        # While the day runs, nothing leads to what would give the deal away.
        expect(page.locator("[data-finished] [data-review]")).to_have_count(0)
        expect(page.locator("[data-finished] a[download]")).to_have_count(0)
        page.locator("[data-finished] [data-daily]").click()
        expect(page.locator("[data-daily=superstar] [data-result]")).to_contain_text("point")
    ada.reload()
    table = ada.locator("[data-daily=superstar] [data-ranking]")
    expect(table.get_by_role("row")).to_have_count(3)
    for name in ("Ada Daily", "Ben Daily"):
        expect(table).to_contain_text(name)
    expect(ada.locator("[data-begin=superstar]")).to_have_count(0)
    assert weight(loaded(ada, server.url)) < before + PAGE_KB
    _shares(ada)
    _shows_a_guest_where_they_would_be(open_page, server)


def _says_when_the_next_comes(open_page: Opener) -> None:
    """A day is one of UTC wherever somebody is: there the next one comes at eleven in the morning."""
    page = open_page("/daily", timezone="Pacific/Pago_Pago")
    date = page.evaluate("new Date().toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })")
    expect(page.locator(".day")).to_have_text(date)
    expect(page.get_by_text("days are those of UTC")).to_contain_text(re.compile(r"comes at 1:00.PM|13:00"))


def _shares(page: Page) -> None:
    """The text and the picture tell points and place, and lead to no game."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-daily=superstar] [data-share-text]").click()
    expect(page.locator("[data-daily=superstar] [data-share-text]")).to_have_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"Gravity Superstar · .*\n\d+ points?, lead [+-]?\d+\nPlace [12] of 2\n", text), text
    assert "/t/" not in text
    with page.expect_download() as saved:
        page.locator("[data-daily=superstar] [data-share-picture]").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.locator("[data-daily=superstar] [data-history] summary").click()
    expect(page.locator("[data-history] li")).to_have_count(1)


def _shows_a_guest_where_they_would_be(open_page: Opener, server: Server) -> None:
    gus = named(open_page, server, "Gus", locale="de-DE")
    gus.goto("/daily")
    expect(gus.get_by_text("Ein zweiter Gast könnte es einfach noch einmal versuchen")).to_be_visible()
    gus.locator("[data-begin=superstar]").click()
    gus.wait_for_selector(".game")
    finish_elsewhere(gus)
    gus.locator("[data-finished] [data-daily]").click()
    expect(gus.locator("[data-daily=superstar] [data-would-be]")).to_contain_text("von 3")
    expect(gus.locator("[data-daily=superstar] [data-ranking]").get_by_role("row")).to_have_count(3)


def test_yesterdays_best_game_is_watched_and_its_review_was_made_unasked(
    browser: Browser, tmp_path: Path
) -> None:
    with on_the_server.days(tmp_path, REVIEW_PROCESSES="1", REVIEW_BUDGET="20") as (server, dial):
        beside(_two_play(server.url))
        dial.set(12.1)
        page = browser.new_context(base_url=server.url, viewport={"width": 360, "height": 740}).new_page()
        page.goto("/daily")
        panel = page.locator("[data-daily=superstar]")
        panel.locator("[data-yesterday]").click()
        expect(panel.locator("[data-best]")).to_contain_text(re.compile("Ada|Ben"))
        panel.locator("[data-watch]").click()
        expect(page.locator("svg.board")).to_be_visible()
        page.go_back()
        panel.locator("[data-yesterday]").click()
        panel.locator("[data-review]").click()
        # Nobody pressed a button for it: the server made it when the day was over.
        expect(page.locator("[data-curve]")).to_be_visible(timeout=LONG_MS)
        expect(page.locator("[data-progress]")).to_have_count(0, timeout=LONG_MS)
        expect(page.locator("[data-summary]")).not_to_have_count(0)
        page.context.close()


async def _two_play(url: str) -> None:
    for seed, name in enumerate(("Ada", "Ben")):
        await on_the_server.play(await on_the_server.named(url, name), seed)
