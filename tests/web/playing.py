"""How a person plays in the browser: look, choose, tap."""

from __future__ import annotations

from weakref import WeakSet

from playwright.sync_api import ElementHandle, Page
from playwright.sync_api import Error as BrowserError

_CHOICE = ".controls [data-action]:not([disabled]):not([aria-disabled=true])"
_CARD = ".controls [data-card]:not([disabled])"
_FUEL = ".controls [data-fuel]:not([disabled])"
_SEAL = "[data-seal]:not([disabled])"
_STACK = ".controls [data-action^='stack:']:not([disabled])"
_END_TURN = ".finish .primary:not([disabled])"
_OVER = "[data-finished]"
ANYTHING = ", ".join((_CHOICE, _CARD, _FUEL, _SEAL, _END_TURN, _OVER))


_RESTING = ".chip[aria-disabled=true]"
_HURRIED: WeakSet[Page] = WeakSet()


def hurry(page: Page) -> None:
    """Let the page's clock go faster where a person would have to wait; for long games."""
    page.clock.install()
    _HURRIED.add(page)


def start_against_bots(page: Page, game: str, players: int = 2) -> None:
    """Go from the start page to a game, with the mouse."""
    article = page.locator("article", has=page.locator(f"[data-play={game}]"))
    article.locator("select").first.select_option(str(players))
    if players > 1:
        article.locator("select").nth(1).select_option("level:2")
    page.click(f"[data-play={game}]")
    page.wait_for_selector(".game")


def next_tap(page: Page) -> ElementHandle | None:
    """Return what a person would tap next; None when there is nothing just now, or the game is over."""
    page.wait_for_selector(ANYTHING, timeout=60_000)
    # For a second after a choice the next ones cannot be taken by a tap.
    if page in _HURRIED and page.query_selector(_RESTING):
        page.clock.run_for(1000)
    page.wait_for_selector(_RESTING, state="detached")
    for sign in (_END_TURN, _SEAL):
        found = page.query_selector(sign)
        if found:
            return found
    best = page.query_selector(f"{_CHOICE}.active")
    if best:
        return best
    cards = page.query_selector_all(_CARD)
    # The fullest card first: the wild one shows everything that can be done.
    if cards and not page.query_selector(".card.selected"):
        return cards[-1]
    choices = page.query_selector_all(f"{_CHOICE}, {_FUEL}")
    return choices[0] if choices else cards[-1] if cards else None


def play(page: Page, *, taps: int = 2000, touch: bool = False) -> bool:
    """Play on by tapping; say whether the game ended within so many taps."""
    for _ in range(taps):
        target = next_tap(page)
        if page.query_selector(_OVER):
            return True
        try:
            if target is None:
                continue
            if touch:
                target.tap(timeout=3000)
            else:
                target.click(timeout=3000)
        except BrowserError:
            # What was offered may be gone by now: somebody else moved. Look again, as a person would.
            continue
    return False


def take_turns(pages: tuple[Page, Page], taps: int) -> None:
    """Let whoever may act act, so many times."""
    while taps > 0:
        for page in pages:
            if page.query_selector("[data-finished]"):
                return
            if page.query_selector(ANYTHING):
                play(page, taps=1)
                taps -= 1
        pages[0].wait_for_timeout(20)  # perhaps nobody may act until the server has answered


def choose_on(page: Page) -> None:
    """Go on choosing in a turn that was begun until it can be ended; do not end it."""
    for _ in range(40):
        page.wait_for_selector(".finish .primary, .chip")
        if page.query_selector(".finish .primary"):
            return
        try:
            page.query_selector_all(".chip")[-1].click(timeout=5000)
        except (BrowserError, IndexError):
            # The answer came in between: what was offered is gone. Look again.
            continue
        page.wait_for_timeout(200)
    raise AssertionError("the turn never came to its end")


def draft_all(page: Page) -> None:
    """Take stacks until the first card can be picked."""
    for _ in range(20):
        page.wait_for_selector(f"{_STACK}, {_FUEL}", timeout=60_000)
        if page.query_selector(_FUEL):
            return
        taken = page.locator(_STACK).first.element_handle()
        page.locator(_STACK).first.click()
        page.wait_for_function("button => !button.isConnected || button.disabled", arg=taken)
    raise AssertionError("the draft never ended")
