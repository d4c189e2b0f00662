"""Nothing comes to where another control was within a second; no turn ends by a tap meant for something else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener
from web.playing import choose_on, play, start_against_bots

# Notes, frame by frame, which control that can be pressed lies where. A control that lies where a different one did
# less than a second before is a trap.
_WATCH = """() => {
    const past = [];
    window.traps = [];
    const name = (e) => e.dataset.action ?? e.dataset.card ?? e.dataset.fuel ?? e.textContent.trim();
    // What a part that scrolls does not show cannot be tapped.
    const seen = (e) => {
        const box = e.getBoundingClientRect();
        const frame = e.closest('.controls')?.getBoundingClientRect() ?? box;
        return { left: box.left, right: box.right,
            top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom) };
    };
    const look = () => {
        const now = performance.now();
        const found = [...document.querySelectorAll('.game button:enabled')]
            .filter((e) => e.getAttribute('aria-disabled') !== 'true' && !e.closest('.log'))
            .map((e) => ({ e, now, name: name(e), box: seen(e) }))
            .filter(({ e, box }) => e.contains(document.elementFromPoint(
                (box.left + box.right) / 2, (box.top + box.bottom) / 2)));
        for (const one of found)
            for (const other of past) {
                const x = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
                const y = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
                const isSame = one.e === other.e || one.name === other.name;
                if (!isSame && x > 4 && y > 4 && now - other.now < 1000)
                    window.traps.push(`${one.name} comes to where ${other.name} was`);
            }
        while (past.length && now - past[0].now > 1000) past.shift();
        past.push(...found.map((each) => ({ ...each, e: each.e })));
        if (window.isWatching) setTimeout(look, 60);
    };
    window.isWatching = true;
    look();
}"""


def _traps(page: Page) -> list[str]:
    page.evaluate("window.isWatching = false")
    return sorted(set(page.evaluate("window.traps")))


def _box(page: Page, selector: str) -> Any:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("speed", ["fast", "off"])
def test_nothing_comes_under_the_finger(open_page: Opener, phone: bool, speed: str) -> None:
    page = open_page(phone=phone, settings={"speed": speed})
    start_against_bots(page, "superstar", players=3)
    page.locator("[data-card=wild]:not([disabled])").click()
    page.wait_for_selector(".chip.active")
    bar = _box(page, "[data-undo]"), _box(page, "[data-end]"), _box(page, "[data-skip]")
    page.evaluate(_WATCH)
    # A choice, whatever follows it, the end of the turn, and what the others do.
    page.locator(".chip").first.click()
    choose_on(page)
    page.locator("[data-end]:not([disabled])").click()
    page.wait_for_selector("[data-card]:not([disabled])", timeout=60_000)
    assert _traps(page) == []
    assert bar == (_box(page, "[data-undo]"), _box(page, "[data-end]"), _box(page, "[data-skip]"))


def test_the_draft_and_the_hand_stay_where_they_are(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "gravwell", players=3)
    page.wait_for_selector("[data-action]:not([disabled])")
    page.evaluate(_WATCH)
    places = {
        button.get_attribute("data-action"): button.bounding_box()
        for button in page.locator("[data-action]").all()
    }
    page.locator("[data-action]:not([disabled])").first.click()
    page.wait_for_selector("[data-action]:not([disabled])")
    for button in page.locator("[data-action]").all():
        assert button.bounding_box() == places[button.get_attribute("data-action")]
    assert _traps(page) == []


def test_a_second_tap_on_a_choice_takes_nothing_else(open_page: Opener) -> None:
    """A double tap, or a tap that comes late: the first counts, the second does nothing."""
    page = open_page()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click()
    box = page.locator(".chip").first.bounding_box()
    assert box is not None
    for _ in range(4):
        page.mouse.click(box["x"] + 20, box["y"] + 20)
        page.wait_for_timeout(60)
    expect(page.locator(".finish")).to_be_visible()
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(page.locator(".finish")).to_have_count(0)  # one step was taken, so one undo takes it back
    assert not play(page, taps=6)
