"""Phones on their side, tablets, small screens: what was met there and must not come back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import Opener
from web.elsewhere import finish_elsewhere
from web.playing import start_against_bots


def _box(place: Locator) -> dict[str, int]:
    box: Any = place.bounding_box()
    assert box is not None
    return {side: round(box[side]) for side in ("x", "y", "width", "height")}


def _sees(page: Page, *selectors: str) -> None:
    """All of these are in sight at once, without scrolling."""
    size = page.viewport_size
    assert size is not None
    for selector in selectors:
        box = _box(page.locator(selector).first)
        assert box["y"] >= 0, (selector, box)
        assert box["y"] + box["height"] <= size["height"], (selector, box)


def _choosing(page: Page, players: int = 4) -> None:
    start_against_bots(page, "superstar", players=players)
    page.locator("[data-card=wild]:not([disabled])").click(timeout=60_000)
    page.wait_for_selector(".chip.active")


@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_a_phone_on_its_side_shows_board_hand_and_choices(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    _choosing(page)
    _sees(page, "svg.board", "[data-card=long]", "[data-card=wild]", ".chip >> nth=2")
    assert _box(page.locator("svg.board"))["height"] > 0.8 * size[1]


def test_a_tablet_shows_names_stars_and_every_option(open_page: Opener) -> None:
    page = open_page()
    page.set_viewport_size({"width": 768, "height": 1024})
    _choosing(page)
    for row in page.locator(".players li").all():
        expect(row.locator(".who")).to_be_visible()
        expect(row.locator(".stars")).to_be_visible()
    chips = page.locator(".chip")
    assert chips.count() > 4
    for chip in chips.all():
        box = _box(chip)
        assert box["x"] + box["width"] <= 768
        assert box["y"] + box["height"] <= 1024


@pytest.mark.parametrize("width", [360, 412])
def test_details_of_a_player_fit_and_move_nothing(open_page: Opener, width: int) -> None:
    page = open_page()
    page.set_viewport_size({"width": width, "height": 740})
    start_against_bots(page, "superstar", players=6)
    page.wait_for_selector("[data-card]:not([disabled])", timeout=60_000)
    before = _box(page.locator("svg.board"))
    page.locator(".players .head").nth(5).click()
    details = page.locator(".players .open .details")
    expect(details).to_contain_text("Pebble F")
    box = _box(details)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert _box(page.locator("svg.board")) == before


def test_the_final_count_shows_every_total(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar", players=3)
    finish_elsewhere(page)
    page.get_by_role("button", name="Look at the board").click()
    for width, height in ((1280, 800), (1024, 768), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("td.total").count() == 3
        for total in page.locator("td.total").all():
            total.scroll_into_view_if_needed()
            box, frame = _box(total), _box(page.locator(".controls"))
            assert box["x"] + box["width"] <= frame["x"] + frame["width"]
            assert total.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_the_larger_board_opens_at_my_pawn(open_page: Opener) -> None:
    page = open_page()
    page.set_viewport_size({"width": 360, "height": 740})
    start_against_bots(page, "superstar", players=6)
    page.wait_for_selector("[data-card]:not([disabled])", timeout=60_000)
    page.get_by_role("button", name="Larger board").click()
    expect(page.locator(".fit.zoomed")).to_be_visible()
    mine = _box(page.locator('[data-cell][aria-label*="' + _my_name(page) + '"]'))
    frame = _box(page.locator(".fit"))
    assert frame["x"] <= mine["x"] + mine["width"] / 2 <= frame["x"] + frame["width"]
    assert frame["y"] <= mine["y"] + mine["height"] / 2 <= frame["y"] + frame["height"]
    # It scrolled there: a pawn in the first rows or columns cannot come to the middle, all others do.
    assert page.locator(".fit").evaluate("e => e.scrollWidth > 2 * e.clientWidth")


def _my_name(page: Page) -> str:
    return page.locator(".players li").first.locator(".who").inner_text().split("\n")[0].split("(")[0].strip()


def test_a_replay_names_everybody_and_stays_as_it_is_while_stepping(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar", players=3)
    finish_elsewhere(page)
    replay = page.url.replace("/t/", "/r/")
    for width, height in ((360, 640), (640, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(replay)
        _step_through(page)


def _step_through(page: Page) -> None:
    for name in ("Pebble B", "Pebble C"):
        expect(page.locator(".players .who", has_text=name)).to_be_visible()
    places = (page.locator("svg.board"), page.get_by_role("slider"), page.locator(".steps .primary"))
    page.wait_for_selector("[data-cell]")
    before = [_box(place) for place in places]
    for _ in range(12):
        page.get_by_role("button", name="One step on").click()
        assert [_box(place) for place in places] == before
