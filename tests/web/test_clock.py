"""The clock: it warns, plays what was put together, and says what happened."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.playing import choose_on
from web.tables import named, two_at_a_table

SHORT = {"kind": "turn-seconds", "amount": 10}
LONG = {"kind": "turn-seconds", "amount": 60}
COUNT_TONES = """window.tones = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };"""


def _compose(page: Page) -> None:
    """Put a whole turn together, but do not send it."""
    page.locator("[data-card=wild]:not([disabled])").click()
    page.locator(".chip").first.click()
    choose_on(page)


def _words_of_the_board(page: Page) -> list[str | None]:
    page.wait_for_selector("[data-cell]")
    return [cell.get_attribute("aria-label") for cell in page.locator("[data-cell]").all()]


def test_a_finished_turn_is_played_when_time_runs_out(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada", phone=True), named(open_page, server, "Ben")
    mover, other = two_at_a_table(server, ada, ben, clock=SHORT)
    _compose(mover)
    (mine,) = [words for words in _words_of_the_board(mover) if words and "feet" in words]
    expect(mover.get_by_text("the turn you had put together was played")).to_be_visible(timeout=20_000)
    # No bot took over, and everybody sees the turn as it was put together.
    expect(mover.get_by_role("button", name="I am back")).to_have_count(0)
    expect(other.locator(".turn.mine")).to_be_visible()
    for page in (mover, other):
        assert mine in _words_of_the_board(page)
    other.get_by_role("button", name="Log").click()
    expect(other.locator("ol.log")).to_contain_text("the turn that was ready is played")


def test_without_a_turn_a_bot_plays_and_the_notice_is_wide(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada", phone=True), named(open_page, server, "Ben", phone=True)
    mover, other = two_at_a_table(server, ada, ben, clock=SHORT)
    # Something is begun, but not complete: it is taken back before the bot's turn is shown.
    mover.locator("[data-card=wild]:not([disabled])").click()
    mover.locator(".chip").first.click()
    mover.wait_for_selector(".finish")
    undo = mover.get_by_role("button", name="Undo")
    undo.click()
    expect(mover.locator(".finish")).to_have_count(0)
    notice = mover.get_by_text("Your time ran out, so a bot plays for you.")
    expect(notice).to_be_visible(timeout=20_000)
    box = notice.bounding_box()
    assert box is not None
    assert box["width"] > 180, "the notice is squeezed"
    expect(other.locator(".turn.mine")).to_be_visible()
    assert _words_of_the_board(mover) == _words_of_the_board(other)
    assert mover.locator("path.trail").count() == other.locator("path.trail").count()
    mover.get_by_role("button", name="I am back").click()
    expect(notice).to_have_count(0)
    other.get_by_role("button", name="Log").click()
    expect(other.locator("ol.log")).to_contain_text("a bot plays on")


def test_the_clock_warns_by_sound_and_in_words(open_page: Opener, server: Server) -> None:
    ada, ben = (named(open_page, server, name, settings={"sound": True}) for name in ("Ada", "Ben"))
    for page in (ada, ben):
        page.context.add_init_script(COUNT_TONES)
        page.clock.install()
    mover, other = two_at_a_table(server, ada, ben, clock=LONG)
    mover.locator("[data-card]:not([disabled])").first.click()  # browsers allow sound after a tap
    expect(mover.locator("[data-hurry]")).to_have_count(0)
    before = mover.evaluate("window.tones")
    for seconds, ahead in ((20, 41), (5, 15)):
        mover.clock.fast_forward(ahead * 1000)
        expect(mover.locator("[aria-live=polite]").filter(has_text=f"{seconds} seconds left")).to_have_count(
            1
        )
        assert mover.evaluate("window.tones") > before
        before = mover.evaluate("window.tones")
        expect(mover.locator("[data-hurry]")).to_be_visible()
    # It is nobody else's business.
    assert "seconds left" not in " ".join(other.locator("[aria-live=polite]").all_inner_texts())


def test_a_card_that_was_chosen_is_played_when_time_runs_out(open_page: Opener, server: Server) -> None:
    """Gravwell: what is picked but not sealed is kept."""
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben")
    two_at_a_table(server, ada, ben, "gravwell", clock=SHORT)
    while not ada.query_selector("[data-fuel]:not([disabled])"):
        for page in (ada, ben):
            stack = page.query_selector("[data-action]:not([disabled])")
            if stack:
                stack.click()
                page.wait_for_function("button => !button.isConnected || button.disabled", arg=stack)
    card = ada.locator("[data-fuel]:not([disabled])").last
    letter = card.get_attribute("data-fuel")
    card.click()
    expect(ada.get_by_text("the turn you had put together was played")).to_be_visible(timeout=20_000)
    ada.get_by_role("button", name="Log").click()
    expect(ada.locator("ol.log")).to_contain_text(f"Ada has picked {letter}.")
    expect(ada.get_by_role("button", name="I am back")).to_have_count(0)
