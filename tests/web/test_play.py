"""Both games, from the start page to the final count."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.elsewhere import finish_elsewhere, play_out
from web.playing import choose_on, hurry, play, start_against_bots


def test_superstar_against_a_bot_to_the_end(open_page: Opener) -> None:
    page = open_page()
    hurry(page)
    start_against_bots(page, "superstar")
    assert play(page)
    expect(page.get_by_role("table")).to_be_visible()
    totals = [int(cell.inner_text()) for cell in page.locator("td.total").all()]
    assert len(totals) == 2
    assert totals == sorted(totals, reverse=True)


def test_gravwell_against_bots_to_the_end(open_page: Opener) -> None:
    page = open_page()
    hurry(page)
    start_against_bots(page, "gravwell", players=3)
    play_out(page, taps=40)
    expect(page.locator("[data-finished]")).to_contain_text(re.compile("win|Nobody"))
    assert page.locator("[data-finished] tbody tr").count() == 3


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_on_a_phone_by_touch_to_the_end(open_page: Opener, game: str) -> None:
    page = open_page(phone=True)
    hurry(page)
    start_against_bots(page, game)
    play(page, taps=30, touch=True)
    # Nothing may stick out sideways: the page itself never scrolls that way.
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Log").tap()
    expect(page.locator("ol.log li").first).to_be_visible()
    page.get_by_role("button", name="Log").tap()
    if game == "gravwell":
        assert play(page, touch=True)
    else:
        play_out(page, taps=20, touch=True)
    expect(page.get_by_role("table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_tap_on_the_board_plays_the_move(open_page: Opener) -> None:
    page = open_page(settings={"confirm": True})
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    chip = page.locator(".chip").first
    landing = chip.locator(".unseen").inner_text()
    chip.focus()
    page.locator(f'[data-cell="{landing}"]').click(force=True)
    # Several moves may land there: then they are offered, and one tap takes one of them.
    # (Waited for by a selector: a function would need eval, which the page's security policy forbids.)
    expect(page.locator("body:has(.finish), body:not(:has(.card.selected))")).to_have_count(1)
    if not page.locator(".finish").is_visible():
        page.locator(".chip").first.click()
    expect(page.locator(".finish")).to_be_visible()


def test_undo_takes_a_step_back(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    before = _pawns(page)
    page.locator(".chip").first.click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-card=wild]:not([disabled])")).to_be_visible()
    expect(page.locator(".finish")).to_have_count(0)
    assert _pawns(page) == before


def _pawns(page: Page) -> list[str | None]:
    return [cell.get_attribute("aria-label") for cell in page.locator("[data-cell]").all()]


def test_with_the_keyboard_alone(open_page: Opener) -> None:
    """Three turns without a mouse: tab to a card, digits for choices, Enter to end the turn."""
    page = open_page()
    page.locator("[data-play=superstar]").focus()
    page.keyboard.press("Enter")
    turns = 0
    while turns < 3:
        page.wait_for_selector("[data-card]:not([disabled]), .choices .chip, .finish .primary")
        if page.query_selector(".finish .primary"):
            _tab_to(page, ".finish .primary")
            page.keyboard.press("Enter")
            page.wait_for_selector(".finish", state="detached")
            turns += 1
        elif page.query_selector(".choices .chip"):
            page.keyboard.press("1")
            page.wait_for_timeout(150)
        else:
            _tab_to(page, "[data-card]:not([disabled])")
            page.keyboard.press("Enter")


def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until something that fits has the focus: so it can be reached."""
    for _ in range(60):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reached {selector}")


def test_the_board_is_walked_with_arrow_keys(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.locator('[data-cell="a1"]').focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    focused = page.evaluate("document.activeElement.dataset.cell")
    assert focused == "c6"  # up from the top row comes back in at the bottom


def test_looking_back_while_the_game_goes_on(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    play(page, taps=12)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(re.compile("Looking back"))).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_text(re.compile("Looking back"))).to_have_count(0)


def test_after_the_game_replay_rematch_and_fair_deal(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "gravwell")
    finish_elsewhere(page)
    page.get_by_text("Was the deal fair?").click()
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("the deal was fixed before")).to_be_visible()
    expect(page.get_by_text("every deal, every move and the result fit")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.endswith(".json")
    address = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != address and "/t/" in url)
    page.goto(address.replace("/t/", "/r/"))
    slider = page.get_by_role("slider")
    slider.fill("3")
    expect(page.get_by_text(re.compile("^4 / "))).to_be_visible()
    page.get_by_label("Seen by").select_option("all")
    expect(page.locator(".track")).to_be_visible()


def test_a_pause_keeps_a_half_built_turn(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    page.locator(".chip").first.click()
    expect(page.locator(".finish")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Ask for a pause").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Paused")
    expect(page.locator(".finish")).to_have_count(0)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".finish")).to_be_visible()
    choose_on(page)  # on some boards the first choice leads to another
    page.locator(".finish .primary").click()
    expect(page.locator(".finish")).to_have_count(0)
    finish_elsewhere(page)


def test_what_the_others_did_is_told(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-card]:not([disabled])")
    page.locator("[data-card]:not([disabled])").last.click()
    expect(page.locator(".what")).to_be_visible()  # what the card does, in a sentence
    play(page, taps=8)
    page.wait_for_selector("[data-card]:not([disabled]), .finish, [data-finished]")
    told = page.get_by_role("region", name="Since your last turn")
    expect(told).to_contain_text("Pebble")


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_every_part_of_a_game_has_its_style(open_page: Opener, game: str) -> None:
    """A style sheet that the build forgets would leave the cards as bare boxes."""
    page = open_page()
    start_against_bots(page, game, players=3)
    page.wait_for_selector(".controls .card")
    shape = "getComputedStyle(document.querySelector('.controls .card')).borderRadius"
    assert page.evaluate(f"() => {shape}") == "12px"


def test_a_bot_is_described_where_it_is_chosen(open_page: Opener) -> None:
    page = open_page()
    article = page.locator("article", has=page.locator("[data-play=superstar]"))
    expect(article.get_by_label("Bots")).to_have_value("even")  # who is not known yet meets one that adapts
    expect(article).to_contain_text("Adapts to you")
    article.get_by_label("Bots").select_option(index=3)
    expect(article).to_contain_text("a few moves ahead")


def test_the_page_can_be_installed(open_page: Opener, server: Server) -> None:
    page = open_page()
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = httpx.get(f"{server.url}{address}")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    icons = [icon["src"] for icon in manifest.json()["icons"]]
    assert [httpx.get(f"{server.url}{icon}").status_code for icon in icons] == [200] * len(icons)
