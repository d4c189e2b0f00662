"""Learning by playing: one lesson of each game, the offer on the first visit, what is on today, tips."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import Opener, Server
from web.course import core_of, walk
from web.elsewhere import finish_elsewhere
from web.playing import start_against_bots
from web.weights import loaded, weight

WORDS = "[data-lesson] [role=status]"
MORE_KB = 40
"""What the courses' own page, and a lesson, may each weigh beyond the start page."""


def verdict(page: Page) -> Locator:
    return page.locator("[data-verdict]")


def is_whole_in_sight(page: Page, sign: str) -> bool:
    """Say whether something is on the screen without scrolling."""
    box = page.locator(sign).first.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["x"] >= 0 and box["y"] + box["height"] <= size["height"] + 1


def test_from_the_first_visit_to_the_first_choice_in_three_taps(open_page: Opener) -> None:
    page = open_page(phone=True)
    page.locator("[data-offer] [data-learn=superstar]").tap()
    page.locator("[data-go-on=superstar]").tap()
    expect(page.locator("[data-lesson=falling]")).to_be_visible()
    page.locator("[data-card=rotate]").tap()
    # A wrong turn first: it is answered, and can be tried again.
    page.locator("[data-action=rotate-cw]").tap()
    expect(verdict(page)).to_have_attribute("data-verdict", "wrong")
    expect(page.locator(WORDS)).to_contain_text("point to the stars")
    page.locator("[data-again]").tap()
    expect(verdict(page)).to_have_count(0)
    page.locator("[data-card=rotate]:enabled").tap()
    page.locator("[data-action=rotate-ccw]").tap()
    expect(verdict(page)).to_have_attribute("data-verdict", "right")
    assert is_whole_in_sight(page, "[data-next]")
    page.locator("[data-next]").tap()
    expect(page.locator("[data-lesson=step]")).to_be_visible()


def test_leave_and_come_back(open_page: Opener) -> None:
    page = open_page("/learn/superstar/complete")
    page.locator("[data-action=complete]").click()
    expect(verdict(page)).to_have_attribute("data-verdict", "right")
    page.goto("/")
    page.locator("[data-today] [data-learn=superstar]").click()
    expect(page.locator("[data-done]")).to_have_text("1 of 13 done")
    expect(page.get_by_role("link", name=re.compile("Your hand again.*done"))).to_be_visible()


def test_a_lesson_of_gravwell_by_keyboard_alone(open_page: Opener) -> None:
    page = open_page("/learn/gravwell/letters", phone=True)
    expect(page.locator(WORDS)).to_contain_text("from A to Z")
    page.locator("[data-fuel=A]:enabled").wait_for()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_attribute("data-verdict", "wrong")
    expect(page.locator("[data-again]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_count(0)
    page.locator("[data-fuel=W]:enabled").wait_for()
    page.keyboard.press("w")
    expect(page.locator("[data-seal]")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_attribute("data-verdict", "right")
    expect(page.locator("[data-next]")).to_be_focused()
    assert is_whole_in_sight(page, "[data-next]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-lesson=repulsor]")).to_be_visible()


@pytest.mark.parametrize(
    "lesson", ["superstar/throw-out", "gravwell/draft", "gravwell/tractor", "gravwell/stop"]
)
def test_task_board_and_bar_are_in_sight_on_a_phone(open_page: Opener, lesson: str) -> None:
    page = open_page(f"/learn/{lesson}", phone=True, locale="de-DE")
    expect(page.locator(WORDS)).to_be_visible()
    for sign in (WORDS, ".board svg", ".bar"):
        assert is_whole_in_sight(page, sign), sign
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_offer_is_made_once(open_page: Opener) -> None:
    page = open_page()
    page.locator("[data-decline]").click()
    expect(page.locator("[data-offer]")).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-play=superstar]")
    expect(page.locator("[data-offer]")).to_have_count(0)


def test_a_tip_in_the_first_game_is_off_by_one_tap(open_page: Opener) -> None:
    page = open_page(phone=True)
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-card]:not([disabled])")
    tip = page.locator("[data-tip]")
    expect(tip).to_have_attribute("data-tip", "superstar-turn")
    tip.get_by_role("button").tap()
    expect(tip).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-card]:not([disabled])")
    expect(tip).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_tip_of_gravwell_is_in_sight_on_a_phone_and_takes_no_taps(open_page: Opener, locale: str) -> None:
    page = open_page(phone=True, locale=locale)
    start_against_bots(page, "gravwell")
    tip = page.locator("[data-tip=gravwell-draft]")
    expect(tip).to_be_visible()
    assert is_whole_in_sight(page, "[data-tip]")
    hit = tip.evaluate(
        """tip => {
            const { left, top, width, height } = tip.querySelector("p").getBoundingClientRect();
            return tip.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }"""
    )
    assert not hit
    tip.get_by_role("button").tap()
    expect(tip).to_have_count(0)


def test_tips_go_on_where_a_game_was_left_and_end_with_one_that_was_played(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "gravwell")
    expect(page.locator("[data-tip=gravwell-draft]")).to_be_visible()
    page.goto("/")
    start_against_bots(page, "gravwell")
    # Each tip comes once; those that were not seen in the game that was left still come.
    take_stacks(page)
    expect(page.locator("[data-tip=gravwell-pick]")).to_be_visible()
    finish_elsewhere(page)
    expect(page.locator("[data-finished]")).to_be_visible()
    page.goto("/")
    start_against_bots(page, "gravwell")
    take_stacks(page)
    expect(page.locator("[data-tip]")).to_have_count(0)


def take_stacks(page: Page) -> None:
    """Draft until there are cards to play; a tip that was seen does not come again."""
    for _ in range(3):
        page.locator("[data-action^=stack]:not([disabled])").first.click()
        expect(page.locator("[data-tip=gravwell-draft]")).to_have_count(0)
    page.locator("[data-fuel]:enabled").first.wait_for()


def test_a_lesson_that_is_not_there_says_so(open_page: Opener) -> None:
    for path in ("/learn/superstar/nonsense", "/learn/tiddlywinks/falling"):
        page = open_page(path)
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.get_by_role("link", name=re.compile("All lessons"))).to_be_visible()


@pytest.mark.parametrize(("game", "lesson"), [("superstar", "falling"), ("gravwell", "pull")])
def test_courses_and_lessons_are_light(open_page: Opener, server: Server, game: str, lesson: str) -> None:
    page = open_page()
    page.wait_for_selector("[data-play=superstar]")
    started = loaded(page, server.url)
    page.locator(f"[data-offer] [data-learn={game}]").click()
    page.wait_for_selector(f"[data-go-on={game}]")
    assert weight(loaded(page, server.url)) < weight(started) + MORE_KB
    page.goto(f"/learn/{game}/{lesson}")
    page.wait_for_selector("[data-card]:enabled, [data-fuel]:enabled")
    assert weight(sorted({*loaded(page, server.url)} - {*started})) < MORE_KB


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_a_whole_course_is_done_on_a_phone(open_page: Opener, server: Server, game: str) -> None:
    page = open_page(phone=True)
    walk(page, server.url, game)
    page.goto(f"/learn/{game}")
    number = len(core_of(game))
    expect(page.locator("[data-done]").first).to_have_text(f"{number} of {number} done")
