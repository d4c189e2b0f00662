"""Puzzles in the browser: solved by tap and by key; a wrong answer shows what would happen; nothing is given away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from gravitable import puzzles
from gravitable.puzzles import Puzzle
from web.conftest import Opener, Server
from web.weights import loaded, weight

PAGE_KB = 40
VERDICT = "[data-verdict]"


def some(game: str, kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles.shelf(game) if puzzle.kind == kind)


def take(page: Page, action: str) -> None:
    """Choose an action as a person does: the card first, then what it does."""
    card = action.removeprefix("simple:").split(":")[0].split("-")[0]
    if action != "complete" and not action.startswith(("steal", "replay", "end")):
        page.locator(f"[data-card={card}]").click()
    page.locator(f"[data-action='{action}']").click()


def answer(page: Page, actions: tuple[str, ...]) -> None:
    for action in actions:
        take(page, action)
    page.locator("[data-answer]:enabled").click()


def wrong_first(puzzle: Puzzle) -> str:
    """Return an action that is a complete and wrong answer by itself."""
    for action in puzzles.begin(puzzle).legal(puzzle.seat):
        told = puzzles.attempt(puzzle, [action]).judgement
        if told.done and not told.solved:
            return action
    raise AssertionError(puzzle.id)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_turn_is_put_together_and_answered(open_page: Opener, phone: bool) -> None:
    puzzle = some("superstar", "points")
    page = open_page(f"/puzzles/superstar-{puzzle.id}", phone=phone)
    heard: list[str] = []
    page.on("response", lambda response: heard.append(response.url))
    expect(page.get_by_role("heading", level=2)).to_contain_text(f"Gain {puzzle.goal:g} points")
    answer(page, (wrong_first(puzzle),))
    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "wrong")
    expect(page.locator(VERDICT)).to_contain_text(f"{puzzle.goal:g} are possible")
    page.locator("[data-again]").click()
    answer(page, puzzle.answer)
    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "right")
    page.locator("[data-next]").click()
    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "none")
    assert any("/answer" in url for url in heard), "the server judged"


def test_gravwell_by_the_keyboard_alone(open_page: Opener) -> None:
    puzzle = some("gravwell", "reveal")
    page = open_page(f"/puzzles/gravwell-{puzzle.id}")
    letter = puzzle.answer[0].removeprefix("fuel:")
    expect(page.locator(f"[data-fuel={letter}]")).to_be_enabled()
    page.keyboard.press(letter.lower())
    expect(page.locator("[data-answer]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "right")
    expect(page.locator(".unseen[aria-live]")).to_contain_text("Right!")


def test_giving_up_shows_the_answer_and_nothing_shows_it_before(open_page: Opener) -> None:
    puzzle = some("gravwell", "stop")
    page = open_page()
    with page.expect_response(
        lambda response: f"/api/puzzles/gravwell/{puzzle.id}" in response.url
    ) as looked:
        page.goto(f"/puzzles/gravwell-{puzzle.id}")
    expect(page.locator("[data-action=stop]")).to_be_visible()
    told = looked.value.json()
    assert not {"answer", "verdict", "chances"} & {*told, *told["puzzle"]}
    page.locator("[data-give-up]").click()
    expect(page.locator(VERDICT)).to_contain_text("This is the answer")
    expect(page.locator("[data-give-up]")).to_have_count(0)


def test_by_kind_and_what_counts_for_whom(open_page: Opener) -> None:
    page = open_page("/puzzles/gravwell")
    expect(page.get_by_text("Nothing is counted until you have a name")).to_be_visible()
    page.request.post(
        "/api/guest", data={"name": "Puzzler"}, headers={"Origin": page.url.split("/puzzles")[0]}
    )
    page.reload()
    page.get_by_label("Kind of puzzle").select_option("stop")
    expect(page.locator("[data-action=go]")).to_be_visible()
    page.locator("[data-give-up]").click()
    expect(page.get_by_text("Solved at once: 0 of 1.")).to_be_visible()


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_the_page_is_light(open_page: Opener, server: Server, game: str) -> None:
    page = open_page()
    page.wait_for_selector("[data-play=superstar]")
    before = weight(loaded(page, server.url))
    page.get_by_role("link", name="Puzzles").first.click()
    page.goto(f"/puzzles/{game}")
    page.wait_for_selector("[data-answer], [data-action=stop]")
    assert weight(loaded(page, server.url)) < before + PAGE_KB
