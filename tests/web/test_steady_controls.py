"""Nothing comes to where another control was within a second; no turn ends by a tap meant for something else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Opener
from web.line import Line
from web.playing import choose_on, draft_all, play, start_against_bots

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


# Where each card lies in the part that scrolls.
_HAND = """() => Object.fromEntries([...document.querySelectorAll('[data-fuel]')]
    .map((each) => [each.dataset.fuel, `${each.offsetLeft} ${each.offsetTop}`]))"""


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


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_cards_and_the_stop_of_gravwell_stay_where_they_are(open_page: Opener, phone: bool) -> None:
    """From one pick over the question of the Emergency Stop to the next pick."""
    page = open_page(phone=phone)
    start_against_bots(page, "gravwell")
    draft_all(page)
    places = page.evaluate(_HAND)
    bar = [_box(page, part) for part in ("[data-seal]", "[data-ahead]", "[data-skip]")]
    page.evaluate(_WATCH)
    page.locator("[data-fuel]:not([disabled])").first.click()
    page.locator("[data-seal]:not([disabled])").click()
    page.locator("[data-action=go]").click(timeout=60_000)
    expect(page.locator(".turn")).to_contain_text("move 2 of", timeout=60_000)
    page.wait_for_selector("[data-fuel]:not([disabled])")
    assert _traps(page) == []
    assert bar == [_box(page, part) for part in ("[data-seal]", "[data-ahead]", "[data-skip]")]
    left = page.evaluate(_HAND)
    assert left.items() <= places.items()
    assert len(left) == len(places) - 1


def _changed(page: Page, change: Any) -> Line:
    """Change what the server tells of a game before it arrives."""
    line = Line(page.context)

    def pass_on(message: str) -> str:
        told = json.loads(message)
        if told["type"] in ("state", "tried"):
            change(told)
        return json.dumps(told)

    line.change = pass_on
    page.clock.install()
    page.reload()
    return line


def test_a_steal_that_comes_up_under_the_finger_takes_no_tap(open_page: Opener) -> None:
    page = open_page()

    def steals(told: dict[str, Any]) -> None:
        told["view"]["steals"] = [1]
        if told["type"] == "tried" and told["previews"]:
            told["legal"] = ["steal:blue"]
            told["previews"] = [told["previews"][0] | {"action": "steal:blue", "path": [], "points": 2}]
            told["events"] = [{"event": "eject", "seat": 1, "by": 0, "space": "c3"}]

    line = _changed(page, steals)
    start_against_bots(page, "superstar")
    piece = page.locator("svg .piece").first
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 0.1)
    page.clock.run_for(50)
    # Bubbles are born while time stands still: their second has not begun to run.
    for _ in range(200):
        if piece.count():
            break
        page.clock.run_for(10)
    assert _steals(line) == 0
    piece.evaluate("each => each.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    assert _steals(line) == 0
    page.clock.run_for(1100)
    piece.evaluate("each => each.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    for _ in range(100):
        if _steals(line):
            return
        page.wait_for_timeout(50)
    raise AssertionError("after a second the tap counts")


def _steals(line: Line) -> int:
    return sum(json.loads(text).get("actions") == ["steal:blue"] for text in line.sent)


def test_a_tap_on_the_board_that_meant_to_skip_takes_nothing(open_page: Opener) -> None:
    page = open_page(settings={"speed": "fast"})

    def gather(told: dict[str, Any]) -> None:
        for preview in told.get("previews", ()):
            preview["lands"] = "c3"

    _changed(page, gather)
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click(timeout=60_000)
    page.locator(".chip").first.click()
    choose_on(page)
    page.wait_for_selector("[data-end]:not([disabled])")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.evaluate("document.querySelector('[data-end]').click()")
    for _ in range(600):
        page.clock.run_for(50)
        if page.query_selector(".turn.mine") and page.query_selector("[data-card]:not([disabled])"):
            break
    tap = "document.querySelector('[data-cell=c3]').dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    chips = page.locator(".chip").all_inner_texts()
    page.evaluate(tap)
    assert page.locator(".chip").all_inner_texts() == chips, "the motion ended a moment ago"
    page.clock.run_for(700)
    page.evaluate(tap)
    page.wait_for_function("count => document.querySelectorAll('.chip').length > count", arg=len(chips))
