"""For everybody: screen readers, both skies, five languages, phones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import ROOT, Opener
from web.pages import JOURNEYS, Sight
from web.playing import play, start_against_bots
from web.sizes import complaints_at_all_sizes

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TEXTS = ROOT / "web" / "src" / "lib" / "i18n"
LANGUAGES = sorted(path.stem for path in TEXTS.glob("*.json"))


def _complaints(page: Page, axe: Path) -> list[str]:
    """Return what axe-core finds that is serious."""
    # As a function, not as a script element: the page's own security policy forbids foreign scripts.
    page.evaluate(f"() => {{ {axe.read_text()} }}")
    found: dict[str, Any] = page.evaluate("() => axe.run(document)")
    # Words in exactly the colour behind them are only "incomplete" to axe, which cannot know if that is meant.
    unseen = [
        f"words that cannot be seen: {node['html'][:200]}"
        for rule in found["incomplete"]
        for node in rule["nodes"]
        if any((check.get("data") or {}).get("messageKey") == "equalRatio" for check in node["any"])
    ]
    return unseen + [
        f"{rule['id']}: {rule['help']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical", "moderate")
        for node in rule["nodes"][:3]
    ]


def _lasting_complaints(page: Page) -> list[str]:
    """Return what axe finds and still finds when the page has come to rest: colours change by a transition."""
    found = _complaints(page, AXE)
    for _ in range(10):
        if not found:
            break
        page.wait_for_timeout(200)
        found = _complaints(page, AXE)
    return found


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey[-1].name)
def test_axe_finds_nothing_and_everything_fits_every_screen(
    open_page: Opener, journey: tuple[Sight, ...]
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run python web/build.py")
    page = open_page()
    for sight in journey:
        _show(page, "night", (1280, 800))
        sight.come(page)
        assert _lasting_complaints(page) == [], sight.name
        _show(page, "dawn", (360, 740))
        assert _lasting_complaints(page) == [], sight.name
        assert complaints_at_all_sizes(page) == [], sight.name


def _show(page: Page, sky: str, size: tuple[int, int]) -> None:
    page.evaluate("sky => { document.documentElement.dataset.theme = sky }", sky)
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_renders(open_page: Opener, language: str) -> None:
    texts: dict[str, str] = json.loads((TEXTS / f"{language}.json").read_text())
    page = open_page(settings={"language": language})
    expect(page.get_by_role("heading", level=1)).to_have_text(texts["start.title"])
    assert page.evaluate("document.documentElement.lang") == language
    for path in (
        "/",
        "/lobby",
        "/games",
        "/settings",
        "/rules/superstar",
        "/rules/gravwell",
        "/new/gravwell",
    ):
        page.goto(path)
        page.wait_for_selector("h1")
        _check_words(page, texts)
    page.goto("/")
    start_against_bots(page, "superstar")
    play(page, taps=6)
    page.locator(".tabs .button").first.click()
    _check_words(page, texts)


def _check_words(page: Page, texts: dict[str, str]) -> None:
    """No key shows through, and no parameter was left open."""
    shown = page.locator("body").inner_text()
    assert [key for key in texts if re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", shown)] == []
    assert re.findall(r"\{\w+[,}]", shown) == []
    assert "undefined" not in shown


def test_the_language_comes_from_the_browser_and_can_be_changed(open_page: Opener) -> None:
    page = open_page("/settings")
    page.get_by_label("Language").select_option("gl")
    expect(page.locator("html")).to_have_attribute("lang", "gl")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "gl")


def test_moves_are_announced(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    play(page, taps=6)
    expect(page.locator("[aria-live=polite]")).to_contain_text(re.compile(r"\w"))


def test_the_title_says_whose_turn_it_is(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-card]:not([disabled])")
    expect(page).to_have_title(re.compile("Your turn"))
    expect(page.locator("#favicon")).to_have_attribute("href", re.compile("turn"))
