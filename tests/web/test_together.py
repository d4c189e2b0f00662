"""More than one person: two browsers at one table, somebody who watches, connections that break."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect

from long_forms import LONG
from web.conftest import Opener, Server
from web.line import Line
from web.playing import choose_on, hurry, play, start_against_bots, take_turns


def _make_table(page: Page, game: str) -> str:
    """Go the way of "play with friends"; return the table's address."""
    page.click(f"[data-friends={game}]")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    return page.url


def _two_at_a_table(open_page: Opener, game: str) -> tuple[Page, Page, str]:
    ada = open_page()
    address = _make_table(ada, game)
    ben = open_page(address)
    ben.get_by_role("button", name="Sit down").click()
    ada.locator("[data-start]:not([disabled])").click()
    for page in (ada, ben):
        page.wait_for_selector(".game")
    return ada, ben, address


def test_two_browsers_play_superstar(open_page: Opener) -> None:
    ada, ben, _ = _two_at_a_table(open_page, "superstar")
    for page in (ada, ben):
        hurry(page)
    take_turns((ada, ben), 60 if LONG else 26)
    for page in (ada, ben):
        page.get_by_role("button", name="Log").click()
    chapters = [page.locator("ol.log li").count() for page in (ada, ben)]
    assert min(chapters) > 4
    # Both see the same board, once nobody is trying something out: the same words for every space.
    for page in (ada, ben):
        _take_back(page)
    for _ in range(100):  # what was sent last may still be on its way to the other
        if _words_of_the_board(ada) == _words_of_the_board(ben):
            return
        ada.wait_for_timeout(100)
    assert _words_of_the_board(ada) == _words_of_the_board(ben)


def _take_back(page: Page) -> None:
    """Undo what is being tried, choice by choice."""
    for _ in range(20):
        undo = page.query_selector("button:enabled:has-text('Undo')")
        if undo is None:
            return
        try:
            undo.click(timeout=1000)
        except BrowserError:
            continue  # the last answer came in between: there is nothing left to undo
        page.wait_for_timeout(300)


def _words_of_the_board(page: Page) -> list[str | None]:
    return [cell.get_attribute("aria-label") for cell in page.locator("[data-cell]").all()]


def test_two_browsers_play_gravwell_and_chat(open_page: Opener) -> None:
    ada, ben, _ = _two_at_a_table(open_page, "gravwell")
    take_turns((ada, ben), 60 if LONG else 26)
    expect(ben.locator(".turn")).to_contain_text(re.compile(r"Round \d"))
    ada.get_by_role("button", name="Chat").click()
    ada.get_by_label("Say something").fill("Good luck <b>Ben</b>")
    ada.get_by_role("button", name="Send").click()
    ben.get_by_role("button", name=re.compile("Chat")).click()
    # Words are words: what looks like HTML is shown as it was written.
    expect(ben.locator("[role=log]")).to_contain_text("Good luck <b>Ben</b>")


def test_joining_by_code_and_watching(open_page: Opener) -> None:
    ada = open_page()
    _make_table(ada, "superstar")
    code = ada.locator("strong.code").inner_text()
    ben = open_page()
    ben.get_by_label("Table code").fill(code.lower())
    ben.get_by_role("button", name="Join", exact=True).click()
    expect(ben.get_by_role("button", name="Leave the table")).to_be_visible()
    ada.locator("[data-start]:not([disabled])").click()
    ada.wait_for_selector(".game")
    eve = open_page(ada.url)
    eve.wait_for_selector(".game")
    assert eve.locator(".hand").count() == 0
    expect(ada.get_by_text("1 watching")).to_be_visible()


def test_reload_in_the_middle_of_a_turn(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    play(page, taps=9)
    page.wait_for_selector("[data-card]:not([disabled]), .finish")
    page.reload()
    page.wait_for_selector("[data-card]:not([disabled]), .choices .chip")
    # What was tried but not sent is gone; the turn begins anew, and the log is whole again.
    expect(page.locator(".finish")).to_have_count(0)
    page.get_by_role("button", name="Log").click()
    expect(page.locator("ol.log li").first).to_contain_text("1")


def test_offline_in_the_middle_of_a_turn(open_page: Opener) -> None:
    page = open_page()
    line = Line(page.context)
    page.reload()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    page.locator(".chip").first.click()
    page.wait_for_selector(".finish")
    line.cut()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    line.mend()
    expect(page.get_by_text("Reconnecting")).to_have_count(0)
    assert page.locator(".finish").is_visible(), "the turn in the making survives"
    play(page, taps=8)
    assert page.locator(".game").is_visible()


def test_a_turn_sent_while_the_line_is_down_arrives_once(open_page: Opener) -> None:
    page = open_page()
    line = Line(page.context)
    page.reload()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    page.locator(".chip").first.click()
    page.wait_for_selector(".finish")
    choose_on(page)
    line.is_deaf = True
    page.locator(".finish .primary").click()
    line.cut()
    line.is_deaf = False
    line.mend()
    # Connected again, the same commit goes out again: the turn is over, and was played once.
    expect(page.locator(".finish")).to_have_count(0)
    page.wait_for_selector("[data-card]:not([disabled]), .choices .chip")


def test_the_server_goes_away_and_comes_back(browser: object, open_page: Opener, tmp_path: Path) -> None:
    own = Server(tmp_path / "own.db")
    own.start()
    try:
        page = open_page(own.url)
        start_against_bots(page, "gravwell")
        page.wait_for_selector("[data-action]:not([disabled])")
        own.stop()
        expect(page.get_by_text("Reconnecting")).to_be_visible()
        own.start()
        expect(page.get_by_text("Reconnecting")).to_have_count(0, timeout=30_000)
        assert not play(page, taps=4)
        expect(page.locator(".game")).to_be_visible()
    finally:
        own.stop()
