"""From the start page to the first choice of whatever is on today: three taps, on a phone, for who was here before."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.tables import call

COUNT = """addEventListener("click", () => { sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1; }, true)"""

WAYS = {
    "learn": ("article a[href='/learn/gravwell']", "[data-go-on=gravwell]", "[data-fuel]:enabled"),
    "go on learning": (
        "[data-today] [data-learn=superstar]",
        "[data-go-on=superstar]",
        "[data-card]:enabled",
    ),
    "daily": ("[data-today] [data-daily]", "[data-begin=superstar]", "[data-card]:enabled"),
    "puzzle": (
        "[data-today] [data-puzzles]",
        "[data-card]:enabled, [data-fuel]:enabled, [data-action]:enabled",
    ),
    "my turn": ("[data-today] [data-waiting] >> nth=1", "[data-card]:enabled"),
    "a new game": ("[data-play=superstar]", "[data-card]:enabled"),
}
"""What is tapped, one after the other; the last tap is a choice on the board."""


def _was_here_before(page: Page, server: Server, way: str) -> None:
    """Leave behind what an earlier visit would have: the offer declined, perhaps a lesson done or games begun."""
    page.locator("[data-decline]").tap()
    if way == "go on learning":
        page.goto("/learn/superstar/complete")
        page.locator("[data-action=complete]").tap()
        page.wait_for_selector("[data-next]")
    if way == "my turn":
        call(page, server, "guest", {"name": "Busy"})
        for _ in range(2):
            bots = [{"seat": 1, "bot": "greedy"}]
            form = {"game": "superstar", "seats": 2, "seat": 0, "autostart": True, "bots": bots}
            table = call(page, server, "tables", form)["table"]["id"]
            page.goto(f"/t/{table}")
            page.wait_for_selector("[data-card]:enabled")
    page.goto("/")
    page.evaluate("sessionStorage.taps = 0")


@pytest.mark.parametrize("way", WAYS)
def test_three_taps_lead_to_the_first_choice(open_page: Opener, server: Server, way: str) -> None:
    page = open_page(phone=True)
    page.context.add_init_script(COUNT)
    _was_here_before(page, server, way)
    for sign in WAYS[way]:
        page.locator(sign).first.tap()
    expect(page.locator("[data-seal]:enabled, .chip, [aria-pressed=true][data-card]").first).to_be_visible()
    assert 2 <= page.evaluate("Number(sessionStorage.taps)") <= 3
