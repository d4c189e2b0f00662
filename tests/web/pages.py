"""Every page of the client, in a state worth looking at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

import gravitable
from web.elsewhere import finish_elsewhere
from web.playing import ANYTHING, play, start_against_bots

FRESH_TURN = "[data-card]:not([disabled])"
SEARCH_MS = 120_000  # searches let everything else on the machine go first


@dataclass(frozen=True)
class Sight:
    """A page to look at: its name, and how to come there from another sight, or from the start page."""

    name: str
    come: Callable[[Page], None]
    after: Sight | None = None

    @property
    def journey(self) -> tuple[Sight, ...]:
        """All sights on the way to this one, which is the last."""
        return (*self.after.journey, self) if self.after else (self,)

    def go(self, page: Page) -> None:
        """Go there from the start page."""
        for sight in self.journey:
            sight.come(page)


def _plain(path: str, sign: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)
        page.wait_for_selector(sign)

    return go


def _new_table(page: Page) -> None:
    page.goto("/new/superstar")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.locator("form button.primary").click()
    page.wait_for_selector("ul li strong")


def _superstar(page: Page) -> None:
    page.goto("/")
    start_against_bots(page, "superstar", players=4)
    play(page, taps=10)
    for _ in range(20):
        # To the beginning of my next turn: nothing tried yet, all choices open.
        page.wait_for_selector(ANYTHING)
        if page.query_selector(FRESH_TURN) and not page.query_selector(".finish"):
            return
        play(page, taps=1)


def _superstar_choice(page: Page) -> None:
    if not page.query_selector(".card.selected"):
        page.locator(FRESH_TURN).last.click()
    page.wait_for_selector(".chip.active")


def _superstar_six(page: Page) -> None:
    page.goto("/")
    start_against_bots(page, "superstar", players=6)
    page.wait_for_selector("[data-card]:not([disabled])", timeout=60_000)


def _superstar_details(page: Page) -> None:
    page.locator(".players .head").nth(2).click()
    page.get_by_role("button", name="Log").click()
    page.wait_for_selector("ol.log li")


def _superstar_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.wait_for_selector("dialog[open]")
    page.locator("dialog summary").click()


def _superstar_won(page: Page) -> None:
    page.goto("/")
    start_against_bots(page, "superstar")
    finish_elsewhere(page)
    page.wait_for_selector("[data-celebration]")


def _superstar_over(page: Page) -> None:
    page.get_by_role("button", name="Look at the board").click()


def _gravwell_draft(page: Page) -> None:
    page.goto("/")
    start_against_bots(page, "gravwell", players=3)
    page.wait_for_selector("[data-action]:not([disabled])", timeout=60_000)


def _gravwell_pick(page: Page) -> None:
    play(page, taps=21)
    for _ in range(60):
        # Until a card is chosen but not sealed: the outlook is in sight. A tap may come too late, so there are many.
        page.wait_for_selector(ANYTHING)
        if page.query_selector("[data-seal]:not([disabled])"):
            return
        play(page, taps=1)
    raise AssertionError("no card was chosen")


def _replay(page: Page) -> None:
    page.goto(page.url.replace("/t/", "/r/"))
    page.get_by_role("slider").fill("6")


def _contest(page: Page) -> None:
    """A contest whose host has played: link, standing, tables and what a host may do are all there."""
    page.goto("/new/gravwell")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.locator("[data-duplicate]").check()
    page.get_by_label("People at each table").select_option("1")
    page.locator("form button.primary").click()
    page.locator("[data-join]").click()
    page.wait_for_selector(".game")
    finish_elsewhere(page)
    page.locator("[data-finished] [data-standing]").click()
    page.wait_for_selector("[data-contest] tbody tr")
    page.wait_for_selector("[data-contest=open] svg")


def _daily(page: Page) -> None:
    """The day with one game played and the other one open."""
    page.goto("/daily")
    page.locator("[data-begin=superstar]").click()
    page.wait_for_selector(".game")
    finish_elsewhere(page)
    page.locator("[data-finished] [data-daily]").click()
    page.wait_for_selector("[data-daily=superstar] [data-result]")
    page.locator("[data-history] summary").first.click()
    page.wait_for_selector("[data-history] li")


def _analyse(page: Page, position: str) -> None:
    page.goto("/analysis")
    page.locator("textarea").fill(position)
    page.locator("[data-open]").click()
    page.wait_for_selector("[data-seat] [data-action]")


def _analysis_superstar(page: Page) -> None:
    """A line of the search played, and one step back: the next moves are in the list, not all were visited."""
    _analyse(page, gravitable.new("superstar", players=4, seed=3).position())
    page.wait_for_selector("[data-line]", timeout=SEARCH_MS)
    page.locator("[data-line='0'] [data-step]").last.click()
    page.wait_for_selector("[data-bot]:enabled", timeout=SEARCH_MS)
    page.locator("[data-back]").click()
    page.wait_for_selector("[data-line]", timeout=SEARCH_MS)


def _analysis_gravwell(page: Page) -> None:
    """One ship has picked; where everything may end if the others pick by chance. The search is off."""
    game = gravitable.new("gravwell", players=3, seed=4)
    while len(game.to_act) == 1:
        game.advance(game.to_act[0], game.legal(game.to_act[0])[0])
    _analyse(page, game.position())
    page.locator("[data-engine]").uncheck()
    page.locator("[data-seat='1'] [data-action]").first.click()
    page.wait_for_selector("[data-seat='1']", state="detached")
    page.locator("[data-spread-ask]").click()
    page.wait_for_selector("[data-spread] svg")


def _review(page: Page) -> None:
    """The best line of the move that cost most, at its first step."""
    page.goto("/")
    start_against_bots(page, "superstar")
    finish_elsewhere(page)
    page.locator("[data-review]").click()
    page.wait_for_selector("[data-key], [data-none]", timeout=SEARCH_MS)
    page.wait_for_selector("[data-progress]", state="detached", timeout=SEARCH_MS)
    if page.query_selector("[data-key]"):
        page.locator("[data-line=best]").click()
        page.wait_for_selector("[data-step]")


SUPERSTAR = Sight("superstar", _superstar)
CHOICE = Sight("superstar-choice", _superstar_choice, after=SUPERSTAR)
SIX = Sight("superstar-six", _superstar_six)
WON = Sight("superstar-won", _superstar_won)
OVER = Sight("superstar-over", _superstar_over, after=WON)
DRAFT = Sight("gravwell-draft", _gravwell_draft)
PICK = Sight("gravwell-pick", _gravwell_pick, after=DRAFT)

SIGHTS = (
    Sight("start", _plain("/", "[data-play=superstar]")),
    Sight("lobby", _plain("/lobby", "h1")),
    Sight("my-games", _plain("/games", "h1")),
    Sight("settings", _plain("/settings", "select")),
    Sight("rules-superstar", _plain("/rules/superstar", "section svg")),
    Sight("rules-gravwell", _plain("/rules/gravwell", "section svg")),
    Sight("learn", _plain("/learn", "[data-go-on=gravwell]")),
    Sight("lesson-superstar", _plain("/learn/superstar/replay", FRESH_TURN)),
    Sight("lesson-gravwell", _plain("/learn/gravwell/tractor", "[data-fuel]:not([disabled])")),
    Sight("account", _plain("/account", "form")),
    Sight("ratings", _plain("/ratings", "section")),
    Sight("missing", _plain("/no/such/place", "h1")),
    Sight("no-such-table", _plain("/t/AAAAAAAAAAAAAAAA", "[role=alert]")),
    Sight("new-table", _plain("/new/superstar", "form")),
    Sight("table-room", _new_table),
    Sight("contest", _contest),
    Sight("daily", _daily),
    Sight("analysis", _plain("/analysis", "textarea")),
    Sight("analysis-superstar", _analysis_superstar),
    Sight("analysis-gravwell", _analysis_gravwell),
    Sight("review", _review),
    Sight("puzzle-superstar", _plain("/puzzles/superstar-98856a7d05", ".chip, [data-card]:enabled")),
    Sight(
        "puzzle-gravwell", _plain("/puzzles/gravwell-36154617e5", "[data-fuel]:enabled, [data-action=stop]")
    ),
    SUPERSTAR,
    CHOICE,
    Sight("superstar-details", _superstar_details, after=CHOICE),
    SIX,
    Sight("superstar-menu", _superstar_menu, after=SIX),
    WON,
    OVER,
    Sight("replay", _replay, after=OVER),
    DRAFT,
    PICK,
    Sight("gravwell-over", finish_elsewhere, after=PICK),
)

_PASSED = {sight.name for end in SIGHTS for sight in end.journey[:-1]}
JOURNEYS = tuple(sight.journey for sight in SIGHTS if sight.name not in _PASSED)
"""Ways on which all sights are passed: who has come to one need not begin anew for what comes after it."""
