"""The analysis board in the browser: from a finished game to a variation, a link for somebody else, and a record."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

import gravitable
from web.conftest import Opener
from web.elsewhere import finish_elsewhere
from web.playing import start_against_bots
from web.test_review import LONG_MS, _shot


def _count(page: Page) -> int:
    return page.locator("[data-node]").count()


def _downloaded(page: Page, button: str) -> str:
    with page.expect_download() as download:
        page.locator(button).click()
    return Path(download.value.path()).read_text("utf-8")


def _link(page: Page) -> str:
    """Return the link that was put on the clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-link]").click()
    expect(page.locator("[data-share-answer]")).not_to_be_empty()
    return str(page.evaluate("navigator.clipboard.readText()"))


def _open(page: Page, text: str) -> None:
    page.goto("/analysis")
    page.locator("textarea").fill(text)
    page.locator("[data-open]").click()


def test_a_finished_game_is_taken_apart_and_shared(open_page: Opener, tmp_path: Path) -> None:
    page = open_page(locale="nl-NL")
    start_against_bots(page, "superstar")
    finish_elsewhere(page)
    page.locator("[data-analyse]").first.click()
    expect(page.locator("[data-node='0']")).to_have_attribute("aria-current", "true")
    whole = _count(page)
    assert whole > 10
    # Moves that nobody has looked at yet are named with where they lead, too.
    led = page.locator("[data-node]").filter(has_text=re.compile(", (omhoog|omlaag|naar (links|rechts))"))
    expect(led).not_to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-node='2']")).to_have_attribute("aria-current", "true")
    page.locator("[data-back]").click()
    # The search: bars for both, and lines that can be played step by step.
    expect(page.locator("[data-bars] li")).to_have_count(2, timeout=LONG_MS)
    expect(page.locator("[data-depth='8000']")).to_be_attached(timeout=LONG_MS)
    _shot(page, "analysis-superstar-1280")
    page.locator("[data-line='0'] [data-step]").last.click()
    # A bot goes on once the line is played, whoever is to act.
    expect(page.locator("[data-bot]").first).to_be_enabled(timeout=LONG_MS)
    before = _count(page)
    assert before > whole
    page.locator("[data-bot]").first.click()
    expect(page.locator("[data-node]")).to_have_count(before + 1, timeout=LONG_MS)
    # Deleted, and back again.
    page.locator("[data-remove]").click()
    expect(page.locator("[data-node]")).to_have_count(before)
    page.locator("[data-undo]").click()
    expect(page.locator("[data-node]")).to_have_count(before + 1)
    current = page.locator("[data-node][aria-current='true']").get_attribute("data-node")
    if page.locator("[data-promote]").count():
        page.locator("[data-promote]").first.click()
    # Somebody else sees the same by the link, on a phone.
    other = open_page(_link(page), phone=True)
    expect(other.locator(f"[data-node='{current}']")).to_have_attribute("aria-current", "true")
    expect(other.locator("[data-node]")).to_have_count(before + 1)
    _shot(other, "analysis-superstar-360")
    # As one seat sees it, the cards of the others are hidden, and so is the position.
    other.locator("[data-eyes]").select_option("0")
    expect(other.locator("[data-position]")).to_have_count(0)
    record = _downloaded(page, "[data-record]")
    replayed = gravitable.replay(record)
    assert replayed.n_entries >= 2
    assert gravitable.verify(record).word == "given"
    assert "gravitable position: superstar" in _downloaded(page, "[data-text]")
    _open(other, record)
    expect(other.locator("[data-node]")).to_have_count(replayed.n_entries + 1)


def test_all_ships_pick_by_hand_and_the_rest_is_left_to_chance(open_page: Opener) -> None:
    page = open_page(phone=True, locale="gl-ES")
    game = gravitable.new("gravwell", players=3, seed=4)
    while len(game.to_act) == 1:
        game.advance(game.to_act[0], game.legal(game.to_act[0])[0])
    _open(page, json.dumps({"format": "pgn"}))
    expect(page.locator("[data-detail]")).to_contain_text("gravitable-record")
    _open(page, game.position().replace("derelicts: 26 36", "derelicts: 26 99"))
    expect(page.locator("[data-detail]")).to_contain_text("line")
    _open(page, game.position())
    expect(page.locator("[data-seat]")).to_have_count(3)
    page.locator("[data-seat='1'] [data-action]").first.click()
    expect(page.locator("[data-seat]")).to_have_count(2)
    page.locator("[data-spread-ask]").click()
    expect(page.locator("[data-spread='2'] svg")).to_have_count(5)
    _shot(page, "analysis-gravwell-spread-360")
    page.locator("[data-seat='0'] [data-action]").first.click()
    expect(page.locator("[data-seat]")).to_have_count(1)
    page.locator("[data-bot='2']").click()
    expect(page.locator("[data-node]")).to_have_count(4, timeout=LONG_MS)
    page.set_viewport_size({"width": 1280, "height": 800})
    _shot(page, "analysis-gravwell-1280")
    made = json.loads(_downloaded(page, "[data-record]"))
    assert [line[0] for line in made["log"]] == [1, 0, 2]
    assert gravitable.replay(made).n_entries == 3
    page.reload()
    page.locator("[data-recent]").first.click()
    expect(page.locator("[data-node]")).to_have_count(4)
