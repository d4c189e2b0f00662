"""Without a mouse: focus follows play, keys do everything, and a screen reader finds the board."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as BrowserTimeout

from long_forms import LONG
from web.conftest import Opener
from web.playing import start_against_bots

SHORT_FORM = 12
"""So many turns are played unless the long form is wanted."""
MOST_PRESSES = 6
"""The most keys that a turn may take on average."""
READY = ".game :is(.finish .primary, .chip, [data-seal], [data-card], [data-action], [data-fuel]):focus"
OVER = "[data-finished]"


def _press_tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reached {selector}")


def _focused(page: Page, selector: str) -> bool:
    return bool(page.evaluate("s => document.activeElement.matches(s)", selector))


def _play_with_enter(page: Page, commits: str) -> tuple[int, int]:
    """Play with the keyboard alone, in the long form to the end; return how many keys and turns that were."""
    presses = turns = 0
    while presses < 3000:
        if turns >= SHORT_FORM and not LONG:
            return presses, turns
        # The focus comes by itself to what can be done next: nothing has to be looked for.
        page.wait_for_selector(f"{READY}, {OVER}", timeout=60_000)
        if page.query_selector(OVER):
            return presses, turns
        turns += _focused(page, commits)
        page.evaluate(
            "() => { for (const e of document.querySelectorAll('[data-pressed]')) delete e.dataset.pressed;"
            "document.activeElement.dataset.pressed = 'yes' }"
        )
        page.keyboard.press("Enter")
        presses += 1
        # Until the press has had its effect: mostly another thing has the focus then. A second steal of the same
        # colour is offered by the same button, and pressed again, as a person would.
        with suppress(BrowserTimeout):
            page.wait_for_selector(f"body:not(:has([data-pressed]:focus)), {OVER}", timeout=2000)
    raise AssertionError("the game never ended")


@pytest.mark.parametrize(
    ("game", "commits"),
    [("superstar", ".finish .primary"), ("gravwell", "[data-seal], [data-action]")],
)
def test_a_game_by_keyboard_alone(open_page: Opener, game: str, commits: str) -> None:
    page = open_page()
    page.wait_for_selector(f"[data-play={game}]")
    _press_tab_to(page, f"[data-play={game}]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".game")
    presses, turns = _play_with_enter(page, commits)
    assert turns >= 6
    assert presses / turns <= MOST_PRESSES, (presses, turns)


def test_focus_begins_at_the_first_card_and_never_falls_to_the_body(open_page: Opener) -> None:
    page = open_page()
    _press_tab_to(page, "[data-play=superstar]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-card]:enabled").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".chip.active")).to_be_focused()
    page.keyboard.press("Backspace")
    assert not _focused(page, "body")


def test_keys_choose_cards_and_options_and_are_shown_on_demand(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-card=wild]:enabled")
    expect(page.locator("[data-card=wild] kbd")).to_be_hidden()
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keys")
    expect(help_).to_be_visible()
    expect(help_).to_contain_text("choose a card")
    assert help_.locator("dt").first.locator("kbd").all_inner_texts() == ["A", "S", "D", "F", "G"]
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    # Whoever has asked sees each card's key on the card.
    expect(page.locator("[data-card=wild] kbd")).to_have_text("G")
    expect(page.locator("[data-card=wild] kbd")).to_be_visible()
    page.keyboard.press("g")
    expect(page.locator("[data-card=wild]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chip.active")).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator(".finish")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator(".finish")).to_have_count(0)


def test_gravwell_by_its_letters(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "gravwell")
    for _ in range(20):
        page.wait_for_selector("[data-action]:enabled, [data-fuel]:enabled")
        if page.query_selector("[data-fuel]:enabled"):
            break
        left = page.locator("[data-action]").count()
        page.keyboard.press("1")
        expect(page.locator("[data-action]")).not_to_have_count(left)
    letter = page.locator("[data-fuel]:enabled").first.get_attribute("data-fuel")
    assert letter
    page.keyboard.press(letter.lower())
    expect(page.locator("[data-seal]")).to_be_focused()


def test_the_day_and_a_contest_without_a_mouse(open_page: Opener) -> None:
    page = open_page("/daily")
    page.wait_for_selector("[data-begin=gravwell]")
    # In the order of the page: play the first game, whose ranking, my days; then the second game.
    _press_tab_to(page, "[data-begin=superstar]")
    _press_tab_to(page, "[data-daily=superstar] [data-yesterday]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-daily=superstar] [data-yesterday]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[aria-live=polite]").last).to_contain_text("Yesterday: Nobody with a name")
    _press_tab_to(page, "[data-begin=gravwell]")
    expect(page.get_by_role("region", name="Gravwell")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_selector(".game")
    _press_tab_to(page, "[data-terms] [data-daily]")
    page.goto("/new/gravwell")
    _press_tab_to(page, "[data-duplicate]")
    page.keyboard.press("Space")
    _press_tab_to(page, "form button.primary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Standing")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    _press_tab_to(page, "[data-close]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-contest=closed], [data-contest=over]")).to_be_visible()
    expect(page.locator("[data-contest] [aria-live=polite]").first).not_to_contain_text("Open until")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.goto("/games")
    expect(page.locator("li.panel [data-daily]")).to_be_visible()


def test_every_page_begins_at_its_heading(open_page: Opener) -> None:
    page = open_page()
    for name in ("Lobby", "My games", "Rules", "Settings", "Sign in"):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_the_grid_is_in_no_picture(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.wait_for_selector("[data-cell]")
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    [grid] = [node for node in nodes if node.get("role", {}).get("value") == "grid"]
    roles = []
    while grid := by_id.get(grid.get("parentId", ""), {}):
        if not grid.get("ignored"):
            roles.append(grid["role"]["value"])
    assert roles, "the grid hangs somewhere"
    assert not {"img", "image", "SvgRoot", "graphics-document"} & set(roles), roles
