"""Gravwell at the table: the reveal is in sight, the stop says what happens, what is gone is crossed out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.line import Line
from web.playing import ANYTHING, draft_all, start_against_bots
from web.tables import call, named

FUEL = "[data-fuel]:not([disabled])"
GO = "[data-action=go]"


def _pick(page: Page) -> str:
    """Pick and seal the first card; return its letter."""
    card = page.locator(FUEL).first
    letter = card.get_attribute("data-fuel")
    assert letter
    card.click()
    page.locator("[data-seal]:not([disabled])").click()
    return letter


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (1280, 800)])
def test_the_reveal_lies_beside_the_board_in_order(open_page: Opener, width: int, height: int) -> None:
    page = open_page(phone=width < 700)
    page.set_viewport_size({"width": width, "height": height})
    start_against_bots(page, "gravwell", players=4)
    draft_all(page)
    letter = _pick(page)
    page.wait_for_selector(GO, timeout=60_000)
    cards = page.locator("[data-reveal] li")
    expect(cards).to_have_count(4)
    letters = [card.get_attribute("data-letter") or "" for card in cards.all()]
    assert letters == sorted(letters)
    now = page.locator("[data-reveal] [aria-current=step]")
    expect(now).to_have_attribute("data-letter", letter)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=0.99)
    expect(page.locator(GO)).to_be_in_viewport(ratio=0.99)
    # Somebody who comes in the middle of it sees the same.
    page.reload()
    expect(now).to_have_attribute("data-letter", letter)
    expect(cards).to_have_count(4)


@pytest.mark.parametrize(
    ("position", "wins", "words"),
    [
        (54, True, "you go through the Warp Gate: you win!"),
        (54, False, "you go through the Warp Gate."),
        (0, False, "you fall into the Singularity."),
        (17, False, "you come to 17."),
    ],
)
def test_the_stop_says_in_words_what_happens(
    open_page: Opener, position: int, wins: bool, words: str
) -> None:
    """The position comes from the server, so the test changes what the server sends."""
    page = open_page()
    line = Line(page.context)
    told = f'"effect":{{"position":{position},"wins":{str(wins).lower()}}}'

    def change(text: str) -> str:
        if '"effect":{' in text:
            return re.sub(r'"effect":\{[^}]*\}', told, text)
        return text.replace('"position":0,"in_singularity":true', '"position":9,"in_singularity":false')

    page.reload()
    line.change = change
    start_against_bots(page, "gravwell")
    draft_all(page)
    _pick(page)
    expect(page.locator(".prompt")).to_contain_text(words, timeout=60_000)


def test_the_hand_is_in_sight_again_after_the_stop(open_page: Opener) -> None:
    page = open_page(phone=True)
    page.set_viewport_size({"width": 360, "height": 640})
    start_against_bots(page, "gravwell")
    draft_all(page)
    for _ in range(2):
        _pick(page)
        page.locator(GO).click(timeout=60_000)
        page.wait_for_selector(GO, state="detached")
        expect(page.locator(FUEL).first).to_be_in_viewport(ratio=0.99, timeout=60_000)
        assert page.locator(".controls").evaluate("panel => panel.scrollTop") == 0


def test_the_stop_can_be_answered_beforehand(open_page: Opener) -> None:
    page = open_page(phone=True)
    start_against_bots(page, "gravwell", players=3)
    ahead = page.get_by_role("button", name="Answer the Emergency Stop beforehand")
    ahead.click()
    expect(ahead).to_have_attribute("aria-pressed", "true")
    draft_all(page)
    expect(page.get_by_text("You will not be asked")).to_be_visible()
    page.evaluate(
        """() => { window.asked = false; new MutationObserver(() => {
            window.asked ||= !!document.querySelector('[data-action=go]');
        }).observe(document.body, { subtree: true, childList: true }) }"""
    )
    _pick(page)
    # Nobody is thrown back out of the Singularity: the card happens, and the next one is picked.
    expect(page.locator(".turn")).to_contain_text("move 2 of", timeout=60_000)
    assert page.evaluate("window.asked") is False
    page.reload()
    expect(ahead).to_have_attribute("aria-pressed", "true")
    ahead.click()
    expect(ahead).to_have_attribute("aria-pressed", "false")


def test_what_is_gone_is_crossed_out(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "gravwell")
    draft_all(page)
    rival = page.get_by_role("list", name="known cards")
    expect(rival.locator("li")).to_have_count(3)
    expect(rival.locator(".gone")).to_have_count(0)
    played = []
    # Half of six cards were seen in the draft: after four moves one of them must be gone.
    for move in range(4):
        played.append(_pick(page))
        page.locator(GO).click(timeout=60_000)
        expect(page.locator(".turn")).to_contain_text(f"move {move + 2} of", timeout=60_000)
        page.wait_for_selector(ANYTHING)
    assert rival.locator(".gone").count() > 0
    page.locator("[data-chart]").click()
    chart = page.get_by_role("dialog", name="All fuel cards, A to Z")
    expect(chart.locator("[data-letter]")).to_have_count(26)
    expect(chart.locator("[data-letter]", has=page.locator("strong")).first).to_have_text(
        re.compile(r"A\s*1")
    )
    for letter in played:
        expect(chart.locator(f"[data-letter={letter}]")).to_contain_text("gone")
    expect(chart.locator(".gone")).to_have_count(8)
    expect(chart.locator(".mine")).to_have_count(2)
    chart.get_by_role("button", name="Close").click()
    expect(chart).to_have_count(0)


def test_the_draft_says_who_chooses_first_and_why(open_page: Opener, server: Server) -> None:
    page = open_page()
    start_against_bots(page, "gravwell", players=3)
    expect(page.get_by_text("Whoever is farthest from the Warp Gate chooses first")).to_be_visible()
    expect(page.get_by_text("the card you see, and the one below it")).to_be_visible(timeout=60_000)


def test_solo_tells_that_five_cards_are_hidden(open_page: Opener, server: Server) -> None:
    page = named(open_page, server, "Ada")
    form = {"game": "gravwell", "seats": 1, "autostart": True, "seat": 0}
    page.goto(f"/t/{call(page, server, 'tables', form)['table']['id']}")
    expect(page.get_by_text("the card you see, and the 5 hidden ones below it")).to_be_visible()
    expect(page.get_by_text("Whoever is farthest")).to_have_count(0)
    expect(page.locator("[data-ahead]")).to_have_count(0)
