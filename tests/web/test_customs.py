"""What people do beside playing shows up at once for everybody, with one clear button, in the log and in words."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.tables import call, named, two_at_a_table


def _says(page: Page, words: str) -> None:
    """The log tells it, and a screen reader is told."""
    expect(page.locator("ol.log")).to_contain_text(words)


def _announced(page: Page, words: str) -> None:
    expect(page.locator("[aria-live=polite]").filter(has_text=words)).to_have_count(1)


def _three(open_page: Opener, server: Server) -> tuple[Page, Page, Page]:
    """Two who play, one of them on a phone, and one who watches."""
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben", phone=True)
    two_at_a_table(server, ada, ben)
    eve = open_page(ada.url)
    eve.wait_for_selector(".game")
    expect(ada.get_by_text("1 watching")).to_be_visible()
    return ada, ben, eve


def _choose_in_menu(page: Page, *names: str) -> None:
    page.get_by_role("button", name="Menu").click()
    for name in names:
        page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_a_pause_is_asked_agreed_and_ended_in_sight_of_everybody(open_page: Opener, server: Server) -> None:
    ada, ben, eve = _three(open_page, server)
    _choose_in_menu(ada, "Ask for a pause")
    expect(ada.get_by_text("You asked for a pause. Waiting for Ben.")).to_be_visible()
    for page in (ben, eve):
        expect(page.get_by_text("Ada would like a pause.")).to_be_visible()
        _announced(page, "Ada asks for a pause.")
    expect(eve.get_by_role("button", name="Agree")).to_have_count(0)
    ben.get_by_role("button", name="Agree").click()
    for page in (ada, ben, eve):
        expect(page.get_by_text("The game is paused.")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("Paused")
    # Going on takes one tap, without the menu.
    ben.get_by_role("button", name="Go on").click()
    for page in (ada, ben, eve):
        expect(page.get_by_text("The game is paused.")).to_have_count(0)
    eve.get_by_role("button", name="Log").click()
    _says(eve, "Ada asks for a pause.")
    _says(eve, "Ben goes on with the game.")


def test_a_wish_for_a_pause_can_be_taken_back(open_page: Opener, server: Server) -> None:
    ada, ben, _ = _three(open_page, server)
    _choose_in_menu(ada, "Ask for a pause")
    expect(ben.get_by_text("Ada would like a pause.")).to_be_visible()
    ada.get_by_role("button", name="Take it back").click()
    expect(ben.get_by_text("Ada would like a pause.")).to_have_count(0)


def test_a_resignation_is_told(open_page: Opener, server: Server) -> None:
    ada, ben, eve = _three(open_page, server)
    _choose_in_menu(ada, "Give up", "Really give up")
    for page in (ben, eve):
        expect(page.get_by_text("Ada has given up.")).to_be_visible()
        _announced(page, "Ada gives up.")
    ben.get_by_role("button", name="Log").click()
    _says(ben, "Ada gives up.")
    badge = ben.locator("[data-reserve='0'] .badge")
    expect(badge).to_be_visible()
    expect(badge).to_have_text("gave up")


def test_a_rematch_reaches_the_opponent_and_takes_spectators_along(open_page: Opener, server: Server) -> None:
    ada, ben, eve = _three(open_page, server)
    old = ada.url
    _choose_in_menu(ada, "Give up", "Really give up")
    ada.get_by_role("button", name="Play again").click()
    ada.wait_for_url(lambda url: url != old and "/t/" in url)
    expect(ben.get_by_text("Ada wants to play again.")).to_be_visible()
    eve.wait_for_url(ada.url)
    ben.get_by_role("button", name="Play along").click()
    for page in (ada, ben, eve):
        page.wait_for_url(ada.url)
        page.wait_for_selector(".game")
    # Somebody who opens the old table later wants to see that one.
    late = open_page(old)
    expect(late.locator("[data-finished]")).to_be_visible()
    expect(late).to_have_url(re.compile(re.escape(old) + "$"))


def test_a_rematch_is_told_to_who_is_on_another_page(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben", phone=True)
    two_at_a_table(server, ada, ben)
    old = ada.url
    with ben.expect_websocket():
        ben.goto("/settings")
    _choose_in_menu(ada, "Give up", "Really give up")
    ada.get_by_role("button", name="Play again").click()
    ada.wait_for_url(lambda url: url != old and "/t/" in url)
    expect(ben.get_by_text("Ada wants to play again.")).to_be_visible()
    ben.get_by_role("button", name="Play along").click()
    ben.wait_for_url(ada.url)
    expect(ben.get_by_text("Ada wants to play again.")).to_have_count(0)
    ben.wait_for_selector(".game")


def test_a_bot_plays_for_who_left_a_table_without_a_clock(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben")
    two_at_a_table(server, ada, ben)
    table = ben.url
    ben.goto("/settings")
    expect(ada.get_by_text("Ben has left the table.")).to_be_visible(timeout=20_000)
    ada.get_by_role("button", name="Let a bot play").click()
    expect(ada.get_by_text("Ben has left the table.")).to_have_count(0)
    _announced(ada, "A bot plays on for Ben.")
    ada.get_by_role("button", name="Log").click()
    _says(ada, "A bot plays on for Ben.")
    expect(ada.locator("[data-card]:not([disabled])").first).to_be_visible()
    ben.goto(table)
    ben.get_by_role("button", name="I am back").click()
    _says(ada, "Ben is back.")


def test_where_a_clock_runs_nobody_is_replaced_by_hand(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben")
    two_at_a_table(server, ada, ben, clock={"kind": "turn-seconds", "amount": 600})
    ben.goto("/settings")
    expect(ada.locator(".badge", has_text="offline")).to_be_visible()
    call(ada, server, "guest", {"name": "Ada"})
    expect(ada.get_by_role("button", name="Let a bot play")).to_have_count(0)
