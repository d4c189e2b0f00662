"""What people looked for in the rules and did not find: in the browser, and in the documentation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import ROOT, Opener

IN_THE_BROWSER = {
    "superstar": (
        "Then it is the left neighbour",
        "your hand must be empty of those too",
        "With two players and three goodies the last player gets two",
        "even when they held them only for a moment",
    ),
    "gravwell": (
        "of several ships in the Singularity the younger one does",
        "The derelicts wait on 26 and 36; with one or two players there is only one, on 36",
        "The values of A, H, I, J, X and Y are those that the rulebook",
        "The other twenty are our own table",
        "The seats are in order of age, the youngest first",
    ),
}
IN_THE_DOCS = {
    "superstar": (
        "passes to the left neighbour",
        "the hand must be empty of those too",
        "With two players and three goodies the last player gets two",
        "even for a moment",
    ),
    "gravwell": (
        "of several ships in the Singularity the younger comes first",
        "The derelicts wait on 26 and 36; with 1 or 2 players there is only the one on 36",
        "The values of A, H, I, J, X and Y are those that the rulebook's text names",
        "the other twenty are our own table",
        "drag the seats into the order of age",
    ),
}


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_the_rules_leave_nothing_open(open_page: Opener, game: str) -> None:
    page = open_page(f"/rules/{game}")
    for sentence in IN_THE_BROWSER[game]:
        expect(page.locator("main")).to_contain_text(sentence)
    text = re.sub(r"\s+", " ", (ROOT / "docs" / f"rules-{game}.md").read_text())
    assert [sentence for sentence in IN_THE_DOCS[game] if sentence not in text] == []


def _room(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.locator("[data-seat]", has_text="Pebble")).to_have_count(1)


def _order(page: Page) -> list[str]:
    return [seat.inner_text().split("\n")[0] for seat in page.locator("[data-seat] .who").all()]


def test_seats_are_dragged_into_order_of_age(open_page: Opener) -> None:
    page = open_page()
    _room(page, "gravwell")
    guest = open_page(page.url)
    assert page.locator("[data-handle]").count() == 0
    assert guest.locator("[data-by-age]").count() == 0, "only the host orders the seats"
    page.get_by_label("Youngest first").check()
    expect(page.get_by_text("Drag the seats into order of age")).to_be_visible()
    before = _order(page)
    page.locator("[data-handle='1']").drag_to(page.locator("[data-seat='0']"))
    expect(page.locator("[data-seat='0']")).to_contain_text("Pebble")
    assert _order(page) == [before[1], before[0], before[2]]
    expect(guest.locator("[data-seat='0']")).to_contain_text("Pebble")
    page.locator("[data-handle='0']").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-seat='1']")).to_contain_text("Pebble")
    assert _order(page) == before


def test_age_is_asked_only_where_it_matters(open_page: Opener) -> None:
    page = open_page()
    _room(page, "superstar")
    assert page.locator("[data-by-age]").count() == 0
