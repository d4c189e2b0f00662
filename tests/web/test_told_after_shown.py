"""Words follow the picture: log, list and announcements tell a turn when it has been seen, not before."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from web.conftest import Opener
from web.playing import choose_on, start_against_bots

_HEAR = """() => {
    window.heard = [];
    const note = () => window.heard.push(
        [...document.querySelectorAll('[aria-live=polite]')].map((each) => each.textContent).join(' '));
    for (const region of document.querySelectorAll('[aria-live=polite]'))
        new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
}"""


def _turn_of_the_bot(page: Page, frames: list[str]) -> int:
    """Wait until the bot's next turn has come over the line; return its version."""
    for _ in range(300):
        for state in (json.loads(frame) for frame in frames):
            for group in state.get("groups", ()):
                if group["seat"] == 1 and group["kind"] == "play":
                    return int(group["version"])
        page.wait_for_timeout(50)
    raise AssertionError("the bot did not move")


def test_a_bots_turn_is_told_when_it_has_been_seen(open_page: Opener) -> None:
    page = open_page(settings={"speed": "normal"})
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    page.clock.install()
    page.reload()
    start_against_bots(page, "superstar")
    page.locator("[data-card=wild]:not([disabled])").click(timeout=60_000)
    page.locator(".chip").first.click()
    choose_on(page)
    page.wait_for_selector("[data-end]:not([disabled])")
    page.get_by_role("button", name="Log").click()
    page.evaluate(_HEAR)
    # From here on time stands still in the page: nothing moves, but the server goes on.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    frames.clear()
    page.evaluate("document.querySelector('[data-end]').click()")
    version = _turn_of_the_bot(page, frames)
    page.clock.run_for(20)
    line = page.locator("ol.log li", has=page.locator(f"button:text-is('{version}')"))
    assert page.locator("[data-skip]").is_enabled(), "something is being shown"
    assert line.count() == 0, "the log tells what nobody has seen"
    before = page.evaluate("window.heard")
    page.clock.resume()
    expect(line).to_have_count(1, timeout=30_000)
    expect(page.locator("[data-skip]")).to_be_disabled(timeout=30_000)
    words = line.locator(".line, p").last.inner_text()
    assert not any(words in each for each in before), "it was announced before it was seen"
    page.wait_for_function("words => window.heard.some((each) => each.includes(words))", arg=words)
