"""What a choice promises is whole and right: steals, numbers at landings, trails, directions as the eye sees them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener
from web.line import Line
from web.playing import choose_on, start_against_bots

WAYS = {
    "en": {0: "up", 90: "right", 180: "down", 270: "left"},
    "fr": {0: "vers le haut", 90: "à droite", 180: "vers le bas", 270: "à gauche"},
    "nl": {0: "omhoog", 90: "naar rechts", 180: "omlaag", 270: "naar links"},
    "de": {0: "nach oben", 90: "nach rechts", 180: "nach unten", 270: "nach links"},
    "gl": {0: "cara arriba", 90: "á dereita", 180: "cara abaixo", 270: "á esquerda"},
}


def _changed(page: Page, change: Any) -> None:
    """Let the server's answers to tries be changed before they arrive."""
    line = Line(page.context)

    def pass_on(message: str) -> str:
        told = json.loads(message)
        if told["type"] == "tried" and told["previews"]:
            change(told)
        return json.dumps(told)

    line.change = pass_on
    page.reload()


def test_a_throw_counts_the_steal_that_follows(open_page: Opener) -> None:
    page = open_page()

    def throws(told: dict[str, Any]) -> None:
        for preview in told["previews"]:
            preview |= {"stars": [], "tokens": 0, "points": 0, "steals": [], "ejects": [1], "steal_points": 2}

    _changed(page, throws)
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    expect(page.locator(".chip").first).to_contain_text("+2: throws 1 out, best steal +2")
    expect(page.locator(".pill text")).to_have_text("+2: throws 1 out, best steal +2")


def test_a_steal_shows_what_each_colour_brings(open_page: Opener) -> None:
    page = open_page()

    def steals(told: dict[str, Any]) -> None:
        told["legal"] = ["steal:blue", "steal:token"]
        kept = told["previews"][0] | {"path": [], "stars": [], "tokens": 0, "ejects": [], "steal_points": 0}
        told["previews"] = [
            kept | {"action": "steal:blue", "points": 2, "steals": [{"from": 1, "what": "blue"}]},
            kept | {"action": "steal:token", "points": 1, "steals": [{"from": 1, "what": "token"}]},
        ]

    _changed(page, steals)
    start_against_bots(page, "superstar")
    expect(page.locator('[data-action="steal:blue"]')).to_contain_text("+2: 1 pair")
    expect(page.locator('[data-action="steal:token"]')).to_contain_text("+1")


def test_choices_that_land_on_one_space_share_a_tag(open_page: Opener) -> None:
    page = open_page()

    def gather(told: dict[str, Any]) -> None:
        for preview in told["previews"]:
            preview["lands"] = "c3"

    _changed(page, gather)
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    count = page.locator(".chip").count()
    assert count > 1
    tag = page.locator('[data-tag="c3"]')
    expect(tag).to_have_count(1)
    expect(tag.locator("text")).to_have_text("·".join(str(number + 1) for number in range(count)))


def test_undo_takes_the_trail_back_too(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    moving = page.locator(
        '.chip[data-action*="long"], .chip[data-action^="simple"], .chip[data-action*="drop"]'
    )
    before = page.locator("path.trail").count()
    moving.first.click()
    page.wait_for_selector(".finish")
    expect(page.locator("path.trail")).to_have_count(before + 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("path.trail")).to_have_count(before)


def test_the_log_says_what_a_wild_card_stands_for(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    page.locator('.chip[data-action^="wild:"]').first.click()
    choose_on(page)
    page.locator("[data-end]:not([disabled])").click()
    page.get_by_role("button", name="Log").click()
    expect(page.locator("ol.log")).to_contain_text(
        re.compile(r"plays Wild as (Long jump|High jump|Drop|Rotate)\.")
    )


@pytest.mark.parametrize("language", WAYS)
def test_directions_are_those_that_the_eye_sees(open_page: Opener, language: str) -> None:
    page = open_page(settings={"language": language})
    start_against_bots(page, "superstar")
    checked = 0
    for card in ("long", "high", "wild"):
        page.locator(f"[data-card={card}]:not([disabled])").click()
        page.wait_for_selector(".chip.active")
        for chip in page.locator('.chip[data-action*="left"], .chip[data-action*="right"]').all():
            arrow = chip.locator("path").first.get_attribute("transform") or ""
            turn = round(float(arrow.removeprefix("rotate(").removesuffix(")"))) % 360
            expect(chip.locator(".words > span").first).to_have_text(
                re.compile(", " + re.escape(WAYS[language][turn]) + "$")
            )
            checked += 1
    assert checked
