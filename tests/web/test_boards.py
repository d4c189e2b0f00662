"""The board is sent once, and again when a tile turns: everybody sees the same one, whenever they came."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.line import Line
from web.playing import ANYTHING, choose_on, play

TILE_CARD = "[data-card=tile]:not([disabled])"


def _two_with_a_tile_card(open_page: Opener, server: Server) -> tuple[Page, Page]:
    """Return who may turn a tile now, and the other player at the table."""
    ada, ben = open_page(), open_page()
    wish = {"game": "superstar", "seats": 2, "options": {"goodies": ["tile"]}, "autostart": True}
    table = _call(ada, server, "tables", wish | {"seat": 0})["table"]["id"]
    _call(ben, server, f"tables/{table}/join", {"seat": 1})
    for page in (ada, ben):
        page.goto(f"/t/{table}")
        page.wait_for_selector(".game")
    for tap in range(200):
        mover, other = (ada, ben) if tap % 2 else (ben, ada)
        if mover.query_selector(TILE_CARD):
            return mover, other
        if mover.query_selector(ANYTHING):
            assert not play(mover, taps=1), "the game ended before a tile could be turned"
    raise AssertionError("nobody could turn a tile")


def _call(page: Page, server: Server, path: str, body: dict[str, Any]) -> Any:
    headers = {"Origin": server.url}
    page.request.post("/api/guest", data={"name": f"Turner {id(page) % 1000}"}, headers=headers)
    return page.request.post(f"/api/{path}", data=body, headers=headers).json()


def _ledges(page: Page) -> str | None:
    return page.locator(".ledges .ledge").get_attribute("d")


def _sees(page: Page, ledges: str | None) -> None:
    expect(page.locator(f'.ledges .ledge[d="{ledges}"]')).to_have_count(1)


def _words(page: Page) -> list[str | None]:
    page.wait_for_selector("[data-cell]")
    return [cell.get_attribute("aria-label") for cell in page.locator("[data-cell]").all()]


def _try_to_turn_a_tile(page: Page) -> None:
    if page.locator(TILE_CARD).get_attribute("aria-pressed") == "false":
        page.click(TILE_CARD)
    page.locator(".chip[data-action^=tile]").first.click()
    page.wait_for_selector(".finish")


def _send(page: Page) -> None:
    choose_on(page)
    page.locator(".finish .primary").click()
    expect(page.locator(".finish")).to_have_count(0)


def test_a_turned_tile_is_seen_by_everybody(open_page: Opener, server: Server) -> None:
    mover, other = _two_with_a_tile_card(open_page, server)
    line = Line(other.context)
    other.reload()
    other.wait_for_selector(".game")
    before = _ledges(mover)
    _try_to_turn_a_tile(mover)
    turned = _ledges(mover)
    assert turned != before
    _sees(other, before)  # a turn that is only tried is nobody else's business
    mover.get_by_role("button", name="Undo").click()
    expect(mover.locator(".finish")).to_have_count(0)
    assert _ledges(mover) == before
    _try_to_turn_a_tile(mover)
    _send(mover)
    for page in (mover, other):
        _sees(page, turned)
    assert _words(mover) == _words(other)
    # People who come back, and newcomers, are told the board as well.
    line.cut()
    expect(other.get_by_text("Reconnecting")).to_be_visible()
    line.mend()
    expect(other.get_by_text("Reconnecting")).to_have_count(0)
    _sees(other, turned)
    mover.reload()
    _sees(mover, turned)
    assert _words(mover) == _words(other)


def test_looking_back_shows_the_board_as_it_was(open_page: Opener, server: Server) -> None:
    page, _ = _two_with_a_tile_card(open_page, server)
    before = _ledges(page)
    _try_to_turn_a_tile(page)
    turned = _ledges(page)
    _send(page)
    page.reload()
    page.wait_for_selector(".game")
    page.get_by_role("button", name="Log").click()
    # The beginning comes a moment after the log opens; the latest chapter is there at once.
    page.get_by_role("button", name="Show move 1 on the board", exact=True).click()
    _sees(page, before)
    page.goto(page.url.replace("/t/", "/r/"))
    slider = page.get_by_role("slider")
    _sees(page, before)
    slider.fill(slider.get_attribute("max") or "")
    _sees(page, turned)
