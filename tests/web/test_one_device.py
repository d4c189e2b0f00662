"""Several people at one device, and a device without a server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from long_forms import LONG
from web.conftest import Opener, Server
from web.playing import ANYTHING, hurry, play

CURTAIN = ".curtain button"
NEXT = ", ".join(f"{sign}:visible" for sign in (CURTAIN, *ANYTHING.split(", ")))


def _table_for_two(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_label("Everybody on this device").check()
    page.get_by_label("Name of player 2").fill("Ben Beside")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_selector(".game")


def _take_over(page: Page) -> str:
    """Let the person whose turn it is take the device; return the name."""
    expect(page.locator(".controls")).to_be_hidden()
    assert page.locator(".players .details").first.is_hidden()
    name = re.sub("^I am ", "", page.locator(CURTAIN).inner_text())
    page.locator(CURTAIN).click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".controls")).to_be_visible()
    expect(page.locator(".players li", has_text="(you)")).to_contain_text(name)
    return name


# A whole game of Gravwell changes hands some eighty times: its first round will do.
@pytest.mark.parametrize(("game", "changes"), [("superstar", 200 if LONG else 8), ("gravwell", 14)])
def test_a_game_on_one_device_with_hands_hidden_between_turns(
    open_page: Opener, game: str, changes: int
) -> None:
    page = open_page()
    hurry(page)
    _table_for_two(page, game)
    holders: list[str] = []
    hands: dict[str, set[str]] = {}
    for _ in range(1500):
        page.wait_for_selector(NEXT, timeout=60_000)
        if page.query_selector("[data-finished]") or len(holders) >= changes:
            break
        if page.query_selector(CURTAIN):
            holders.append(_take_over(page))
            continue
        letters = {str(card.get_attribute("data-fuel")) for card in page.locator("[data-fuel]").all()}
        if letters and len(holders) < 12:  # the first round: nobody's cards are ever another's
            hands.setdefault(holders[-1], set()).update(letters)
        play(page, taps=1)
    if game == "superstar" and LONG:
        expect(page.locator("[data-finished]")).to_be_visible()
    assert len(set(holders)) == 2
    assert "Ben Beside" in holders
    assert len(holders) >= 6
    if game == "gravwell":
        assert not set.intersection(*hands.values()), hands


def test_a_reload_shows_nobodys_hand(open_page: Opener) -> None:
    page = open_page()
    _table_for_two(page, "superstar")
    first = _take_over(page)
    page.reload()
    page.wait_for_selector(CURTAIN)
    expect(page.locator(".controls")).to_be_hidden()
    assert _take_over(page) == first
    expect(page.get_by_text("offline")).to_have_count(0)


def test_playing_again_keeps_the_people(open_page: Opener) -> None:
    page = open_page()
    _table_for_two(page, "gravwell")
    _take_over(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up").click()
    old = page.url
    page.locator("[data-finished]").get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != old and "/t/" in url)
    page.wait_for_selector(CURTAIN)
    expect(page.locator(".players")).to_contain_text("Ben Beside")


def test_an_installed_page_opens_without_a_server_and_says_what_works(
    open_page: Opener, tmp_path: Path
) -> None:
    own = Server(tmp_path / "own.db")
    own.start()
    page = open_page(own.url, keeps_files=True, settings={"language": "de"})
    page.wait_for_selector("html[data-kept]", timeout=30_000)
    own.stop()
    page.reload()
    expect(page.get_by_role("heading", name="Ohne den Server")).to_be_visible()
    expect(page.get_by_text("Das geht trotzdem:")).to_be_visible()
    expect(page.locator("[data-play=superstar]")).to_be_disabled()
    offer = page.locator("[data-offline]")
    for name in ("Gravity Superstar", "Gravwell"):
        offer.get_by_role("link", name=name).click()
        expect(page.locator("main section").nth(3)).to_be_visible()
        page.go_back()
    offer.get_by_role("link", name="Einstellungen").click()
    page.get_by_label("Himmel").select_option("dawn")
    expect(page.locator("html")).to_have_attribute("data-theme", "dawn")
    page.goto(f"{own.url}/rules/gravwell")
    expect(page.locator("main section").nth(3)).to_be_visible()
    own.start()
    page.goto(own.url)
    expect(page.locator("[data-play=superstar]")).to_be_enabled()
    own.stop()
