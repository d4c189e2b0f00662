"""A line that hangs: said within five seconds, and nothing that was tapped is lost or done twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.elsewhere import finish_elsewhere
from web.line import Line
from web.playing import ANYTHING, choose_on, play, start_against_bots, take_turns
from web.tables import named, two_at_a_table

BANNER = "Reconnecting"


def _with_a_line(open_page: Opener) -> tuple[Page, Line]:
    page = open_page()
    page.clock.install()
    line = Line(page.context)
    page.reload()
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-card=wild]:not([disabled])")
    return page, line


def _stall(page: Page, line: Line) -> None:
    """Let a line hang until the page has noticed."""
    line.stall()
    _notices(page)


def _notices(page: Page) -> None:
    """Five seconds later, by the page's own clock, it is said."""
    page.clock.run_for(5000)
    expect(page.get_by_text(BANNER)).to_be_visible()


def _mend(page: Page, line: Line) -> None:
    line.flow()
    expect(page.get_by_text(BANNER)).to_have_count(0, timeout=30_000)


def test_a_move_tapped_while_the_line_hangs_is_shown_when_it_is_back(open_page: Opener) -> None:
    page, line = _with_a_line(open_page)
    page.locator("[data-card=wild]").click()
    line.stall()
    page.locator(".chip").first.click()  # nobody knows yet that the line hangs
    _notices(page)
    expect(page.locator(".finish")).to_have_count(0)
    _mend(page, line)
    expect(page.locator(".finish")).to_be_visible()


def test_a_move_tapped_after_the_banner_is_kept_too(open_page: Opener) -> None:
    page, line = _with_a_line(open_page)
    page.locator("[data-card=wild]").click()
    _stall(page, line)
    page.locator(".chip").first.click()
    expect(page.locator(".chip[aria-busy=true]")).to_have_count(1)
    _mend(page, line)
    expect(page.locator(".finish")).to_be_visible()
    expect(page.locator(".chip[aria-busy=true]")).to_have_count(0)


def test_a_turn_sent_into_a_hanging_line_is_played_once(open_page: Opener) -> None:
    page, line = _with_a_line(open_page)
    page.locator("[data-card=wild]").click()
    page.locator(".chip").first.click()
    choose_on(page)
    line.stall()
    page.locator(".finish .primary").click()
    _notices(page)
    _mend(page, line)
    expect(page.locator(".finish")).to_have_count(0)
    page.wait_for_selector("[data-card]:not([disabled])")
    assert line.commits() == 1


def test_words_and_wishes_are_kept_and_sent_once(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben")
    ada.clock.install()
    line = Line(ada.context)
    two_at_a_table(server, ada, ben)
    ada.get_by_role("button", name="Chat").click()
    line.stall()
    ada.get_by_label("Say something").fill("Is anybody there?")
    ada.get_by_role("button", name="Send").click()
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Ask for a pause").click()
    _notices(ada)
    ben.get_by_role("button", name="Chat").click()
    expect(ben.locator("[role=log]")).not_to_contain_text("anybody")
    _mend(ada, line)
    expect(ben.locator("[role=log]").get_by_text("Is anybody there?")).to_have_count(1)
    expect(ben.get_by_text("Ada would like a pause.")).to_be_visible()
    # A second hiccup sends nothing twice.
    _stall(ada, line)
    _mend(ada, line)
    expect(ada.locator("[role=log]").get_by_text("Is anybody there?")).to_have_count(1)


def test_going_offline_is_said_at_once(open_page: Opener) -> None:
    page, _ = _with_a_line(open_page)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.get_by_text(BANNER)).to_be_visible(timeout=2000)
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text(BANNER)).to_have_count(0, timeout=5000)
    assert not play(page, taps=3)


def test_after_a_phones_sleep_the_line_is_looked_at(open_page: Opener) -> None:
    """Asleep, no timer runs and the line dies unnoticed; awake, it is found out and made anew."""
    page, line = _with_a_line(open_page)
    shows = "Object.defineProperty(document, 'hidden', { get: () => %s, configurable: true });"
    changed = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(f"() => {{ {shows % 'true'} {changed} }}")
    page.locator("[data-card=wild]").click()
    page.locator(".chip").first.click()  # the answer tells the heartbeat that nobody looks
    page.wait_for_selector(".finish")
    line.stall()
    page.clock.run_for(5500)
    expect(page.get_by_text(BANNER)).to_have_count(0)
    page.evaluate(f"() => {{ {shows % 'false'} {changed} }}")
    page.clock.run_for(3000)
    expect(page.get_by_text(BANNER)).to_be_visible()
    _mend(page, line)
    assert page.locator(".finish").is_visible()
    assert not play(page, taps=3)


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_two_people_play_a_whole_game_with_the_line_stalled_twice(
    open_page: Opener, server: Server, game: str
) -> None:
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben")
    for page in (ada, ben):
        page.clock.install()
    lines = {ada: Line(ada.context), ben: Line(ben.context)}
    two_at_a_table(server, ada, ben, game)
    for staller in (ada, ben):
        take_turns((ada, ben), 10)
        while not staller.query_selector(ANYTHING):
            take_turns((ada, ben), 1)
        _tap_into_the_void(staller, lines[staller])
    take_turns((ada, ben), 10)
    finish_elsewhere(ada, ben)
    counts = [page.locator("[data-finished] table").inner_text() for page in (ada, ben)]
    assert counts[0] == counts[1]


def _tap_into_the_void(page: Page, line: Line) -> None:
    line.stall()
    play(page, taps=1)
    _notices(page)
    _mend(page, line)
