"""Walking through the courses as a learner does who gets everything right at once."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from gravitable.core.lessons import Lesson, lessons_of

PATIENCE_MS = 60_000  # the answer comes when everybody's cards have been shown
CARDS = ("rotate", "long", "high", "drop", "wild")


def core_of(game: str) -> list[Lesson]:
    """Return the lessons that everybody takes; the others are extras."""
    return [lesson for lesson in lessons_of(game) if not lesson.extra]


def words_of(game: str) -> int:
    """Count what is read: titles, tasks and the answers to what is right."""
    answers = [answer.text.en for one in core_of(game) for answer in one.answers if answer.verdict == "right"]
    texts = [text for one in core_of(game) for text in (one.title.en, one.task.en)]
    return sum(len(text.split()) for text in (*texts, *answers))


def taps_of(game: str) -> int:
    """Count what is tapped: every choice, and what follows it (its place, the seal, the next lesson)."""
    return sum(len(turn) + 1 for one in core_of(game) for turn in one.solution)


def walk(page: Page, url: str, game: str) -> None:
    """Go from the courses' page to the end of one of them."""
    page.goto(f"{url}/learn/{game}")
    page.locator(f"[data-go-on={game}]").click()
    lessons = core_of(game)
    for lesson in lessons:
        page.wait_for_selector(f"[data-lesson={lesson.id}]")
        for turn in lesson.solution:
            for action in turn:
                _choose(page, action)
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right", timeout=PATIENCE_MS)
        if lesson is not lessons[-1]:
            page.locator("[data-next]").click()


def _choose(page: Page, action: str) -> None:
    """Tap what stands for an action: a fuel card and its seal, or a card and where it leads."""
    kind, _, rest = action.partition(":")
    if kind == "fuel":
        page.locator(f"[data-fuel={rest}]:enabled").click()
        page.locator("[data-seal]:enabled").click()
        return
    card = next((name for name in CARDS if (rest or kind).startswith(name)), None)
    if card:
        page.locator(f"[data-card={'wild' if kind == 'wild' else card}]:enabled").click()
    page.locator(f"[data-action='{action}']:not([aria-disabled=true]):enabled").first.click()
