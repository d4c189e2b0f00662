"""A duplicate contest in two browsers: from the form to the standing on both screens."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.elsewhere import finish_elsewhere
from web.tables import named
from web.weights import loaded, weight

PAGE_KB = 40


def test_two_browsers_play_a_contest(open_page: Opener, server: Server) -> None:
    ada = named(open_page, server, "Ada")
    ben = named(open_page, server, "Ben", phone=True)
    start = weight(loaded(ada, server.url))
    link = _make(ada, "gravwell")
    assert weight(loaded(ada, server.url)) < start + 2 * PAGE_KB, "the form and the page of the contest"
    _sit(ada, link)
    finish_elsewhere(ada)
    expect(ada.get_by_text("when the contest is over")).to_be_visible()
    assert not ada.query_selector("[data-review]"), "the secret and the deals are Ben's too"
    ada.locator("[data-finished] [data-standing]").click()
    expect(ada.locator("[data-contest]")).to_contain_text("1 of 1 table finished")
    expect(ada.locator("table [scope=row]")).to_contain_text("Ada")

    _sit(ben, link)
    _looks_at_the_standing_meanwhile(ben, link)
    expect(ada.get_by_role("status").first).to_have_text("1 of 2 tables finished.")
    finish_elsewhere(ben)
    expect(ada.get_by_role("status").first).to_have_text("2 of 2 tables finished.")
    ada.locator("[data-close]").click()
    ben.locator("[data-finished] [data-standing]").click()
    for page in (ada, ben):
        expect(page.locator("[data-contest=over]")).to_be_visible()
        expect(page.get_by_role("heading", level=2, name="Final standing")).to_be_visible()
        expect(page.locator("table tbody tr")).to_have_count(2)
        expect(page.locator("tr.mine")).to_have_count(1)
        assert sorted(_percents(page)) in (["0", "100"], ["50", "50"])
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, "it fits the screen"
    ben.get_by_role("link", name="Replay of table 1").click()
    expect(ben.get_by_role("slider")).to_be_visible()


def _make(page: Page, game: str) -> str:
    """Make a contest by the form: one person and one bot at each table."""
    page.goto(f"/new/{game}")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.locator("[data-duplicate]").check()
    page.get_by_label("People at each table").select_option("1")
    page.get_by_role("checkbox", name="Rated").wait_for(state="detached")
    page.locator("form button.primary").click()
    page.wait_for_selector("[data-contest=open]")
    expect(page.get_by_role("textbox", name="Link")).to_have_value(page.url)
    return page.url


def _looks_at_the_standing_meanwhile(page: Page, link: str) -> None:
    """From the game to the standing and back, by the line beside the players and by the menu."""
    table = page.url
    page.locator(".players [data-standing]").tap()
    expect(page).to_have_url(link)
    expect(page.locator("[data-contest=open]")).to_contain_text("1 of 2 tables finished")
    page.locator("[data-back]").tap()
    expect(page).to_have_url(table)
    page.get_by_role("button", name="Menu").tap()
    page.locator("dialog [data-standing]").tap()
    expect(page).to_have_url(link)
    page.locator("[data-back]").tap()
    page.wait_for_selector(".game")
    expect(page).to_have_url(table)


def _percents(page: Page) -> list[str]:
    return [cell.inner_text() for cell in page.locator("table tbody td:last-child strong").all()]


def _sit(page: Page, link: str) -> None:
    page.goto(link)
    page.locator("[data-join]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".game")


def test_a_link_to_nothing_says_so(open_page: Opener) -> None:
    page = open_page("/d/" + "x" * 16)
    expect(page.get_by_role("alert")).to_contain_text("no such contest")
