"""Everything that can go wrong is said plainly, with a way on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from web.conftest import Opener
from web.line import Change, Line, as_newer_server, as_unknown_message, as_unknown_protocol
from web.playing import choose_on, start_against_bots


def test_a_table_that_does_not_exist(open_page: Opener) -> None:
    page = open_page("/t/AAAAAAAAAAAAAAAA")
    expect(page.get_by_role("alert")).to_contain_text("There is no such table")
    page.get_by_role("link", name="Start page").click()
    expect(page.locator("[data-play=superstar]")).to_be_visible()


def test_an_address_that_does_not_exist(open_page: Opener) -> None:
    page = open_page("/no/such/place")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lost in space")


def test_a_code_that_does_not_exist(open_page: Opener) -> None:
    page = open_page()
    page.get_by_label("Table code").fill("QQQQQQ")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("no such table")


def test_a_full_table_can_be_watched(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    other = open_page(page.url)
    other.wait_for_selector(".game")
    expect(other.get_by_role("heading", level=1)).to_contain_text("is playing")
    assert other.locator(".hand").count() == 0


def test_a_name_that_is_refused(open_page: Opener) -> None:
    first = open_page("/settings")
    first.get_by_label("Name that others see").fill("Taken Name")
    first.get_by_role("button", name="Save").click()
    expect(first.get_by_text("Saved.")).to_be_visible()
    first.get_by_role("link", name="Your account").click()
    first.get_by_label("New password, at least 8 characters").fill("long enough")
    first.get_by_role("button", name="Protect my name").click()
    expect(first.get_by_text("The name is yours now.")).to_be_visible()
    second = open_page("/settings")
    second.get_by_label("Name that others see").fill("Taken Name")
    second.get_by_role("button", name="Save").click()
    expect(second.get_by_text("belongs to somebody else")).to_be_visible()


def test_a_page_whose_files_are_gone_loads_itself_again(open_page: Opener) -> None:
    """After an upgrade the server has other files; a page from before would show an empty place instead of a part."""
    page = open_page()
    gone: list[str] = []

    def refuse_once(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404)

    page.route("**/assets/*Settings*.js", refuse_once)
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_label("Name that others see")).to_be_visible(timeout=20_000)
    assert gone


def test_a_server_that_does_not_answer(open_page: Opener) -> None:
    page = open_page()
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")


def test_a_commit_that_comes_too_late(open_page: Opener) -> None:
    """The same person in two tabs: the slower one is told, and shown how the table stands."""
    page = open_page()
    line = Line(page.context)
    page.reload()
    start_against_bots(page, "superstar")
    _compose(page)
    with page.context.expect_page() as opened:
        page.evaluate("open(location.href)")
    fast = opened.value
    fast.wait_for_selector("[data-card]:not([disabled])")
    line.is_deaf = True
    _let_the_fast_tab_play(fast, line)
    page.bring_to_front()
    page.locator(".finish .primary").click()
    line.hear()
    expect(page.get_by_role("alert").filter(has_text="That came too late")).to_be_visible()
    page.wait_for_selector("[data-card]:not([disabled]), .choices .chip, [data-finished]")


def _let_the_fast_tab_play(fast: Page, line: Line) -> None:
    line.is_deaf = False
    _compose(fast)
    line.is_deaf = True
    fast.locator(".finish .primary").click()
    fast.wait_for_timeout(700)


def _compose(page: Page) -> None:
    """Put a whole turn together, but do not send it."""
    page.locator("[data-card=wild]:not([disabled])").click()
    page.locator(".chip").first.click()
    page.wait_for_selector(".finish")
    choose_on(page)


def test_an_old_tab_after_a_new_version(open_page: Opener) -> None:
    page = open_page()
    line = Line(page.context)
    page.reload()
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-card]:not([disabled])")
    line.cut()
    line.change = as_newer_server
    line.mend()
    expect(page.get_by_text("A new version is installed")).to_be_visible()
    line.change = None
    page.get_by_role("button", name="Load again").click()
    page.wait_for_selector("[data-card]:not([disabled])")
    expect(page.get_by_text("A new version is installed")).to_have_count(0)


@pytest.mark.parametrize("trouble", [as_unknown_protocol, as_unknown_message])
def test_a_page_that_is_too_old_loads_itself_again_but_only_once(open_page: Opener, trouble: Change) -> None:
    page = open_page()
    line = Line(page.context)
    page.reload()
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-card]:not([disabled])")
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    line.cut()
    line.change = trouble
    with page.expect_event("load"):
        line.mend()
        expect(page.get_by_text("A new version is installed")).to_be_visible()
    # The server has not changed: loading again did not help, and is left to the player.
    expect(page.get_by_text("A new version is installed")).to_be_visible()
    page.wait_for_timeout(2500)
    assert len(loads) == 1
    line.change = None
    page.get_by_role("button", name="Load again").click()
    page.wait_for_selector("[data-card]:not([disabled])")
    expect(page.get_by_text("A new version is installed")).to_have_count(0)
