"""The review of a finished game in the browser, and hints at the table."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener
from web.elsewhere import finish_elsewhere
from web.playing import start_against_bots

LONG_MS = 120_000  # reviews let everything else on the machine go first


def _shot(page: Page, name: str) -> None:
    """Keep a picture, where somebody wants to look at it."""
    if folder := os.environ.get("GRAVITABLE_SHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


@pytest.mark.parametrize(("game", "locale"), [("superstar", "de-DE"), ("gravwell", "fr-FR")])
def test_a_lost_game_is_understood_afterwards(open_page: Opener, game: str, locale: str) -> None:
    page = open_page(locale=locale)
    start_against_bots(page, game)
    finish_elsewhere(page)
    expect(page.locator("[data-finished] [data-review]")).to_be_visible()
    if game == "gravwell":
        page.goto("/games")  # it can be found there later, too
    page.locator("[data-review]").click()
    curve = page.locator("[data-curve]")
    expect(curve).to_be_visible(timeout=LONG_MS)
    expect(page.locator("[data-progress]")).to_have_count(0, timeout=LONG_MS)
    expect(page.locator("[data-summary]")).to_have_count(2)
    curve.focus()
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    everybody = page.get_by_role("checkbox").first
    everybody.uncheck()
    _shot(page, f"{game}-review-{locale}")
    if page.locator("[data-key]").count() == 0:
        expect(page.locator("[data-none]")).to_be_visible()
        return
    expect(page.locator("[data-moment] .insight-board svg").first).to_be_visible()
    page.locator("[data-line=best]").click()
    expect(page.locator("[data-step='1']")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    _shot(page, f"{game}-review-line-{locale}")
    page.locator("[data-quiz]").check()
    expect(page.locator("[data-line]")).to_have_count(0)
    page.locator("[data-try]").first.click()
    expect(page.locator("[data-trial]")).to_be_visible(timeout=LONG_MS)
    _shot(page, f"{game}-review-quiz-{locale}")
    page.locator("[data-quiz]").uncheck()
    page.locator("[data-play-on]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("[data-past]").first).to_be_attached()


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_a_hint_is_drawn_on_the_board(open_page: Opener, game: str) -> None:
    page = open_page(phone=True)
    start_against_bots(page, game)
    button = page.locator("[data-hint]")
    expect(button).to_be_enabled(timeout=60_000)
    button.click()
    expect(page.locator("[data-hinted]").first).to_be_visible(timeout=60_000)
    if game == "superstar":
        # Not every action has a way to show; one of the best three has.
        expect(page.locator('[data-way][class*="mark-"]').first).to_be_attached()
    _shot(page, f"{game}-hint")
    button.click()
    expect(page.locator("[data-hinted]")).to_have_count(0)
