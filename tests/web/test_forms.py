"""Forms that cannot be filled in wrongly, errors where one looks and in the reader's language, terms in sight."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from gravitable.core import errors as core_errors
from gravitable.server import errors
from web.conftest import ROOT, Opener, Server
from web.playing import start_against_bots
from web.tables import call, named

TEXTS = ROOT / "web" / "src" / "lib" / "i18n"
LANGUAGES = ("en", "fr", "nl", "de", "gl")
NOT_FOR_PEOPLE = {
    "error",
    "bad-setting",
    "bad-database",
    "newer-database",
    "damaged-record",
    "bad-position",
    "unknown-rules-version",
    "unknown-action",
    "bad-backup",
    "file-there",
    "not-empty",
}
"""Codes of the command line, and of programs that speak the protocol."""


def test_solo_greys_what_does_not_go_with_it_and_says_why(open_page: Opener) -> None:
    page = open_page("/new/gravwell")
    hardcore = page.get_by_role("checkbox", name=re.compile("^Hardcore"))
    hardcore.check()
    page.get_by_role("radio", name="1", exact=True).check(force=True)
    for name, why in (("Hardcore", "no Emergency Stop to limit"), ("Warp Gate", "before the Ghost")):
        option = page.get_by_role("checkbox", name=re.compile(f"^{name}"))
        expect(option).to_be_disabled()
        expect(option).not_to_be_checked()
        expect(page.locator("label", has=option)).to_contain_text(why)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_selector(".game")


def test_a_wrong_code_shows_its_error_below_the_field(open_page: Opener) -> None:
    page = open_page(phone=True)
    field = page.get_by_label("Table code")
    field.fill("QQQQQQ")
    page.get_by_role("button", name="Join", exact=True).tap()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("no such table")
    expect(alert).to_be_in_viewport()
    box, place = alert.bounding_box(), field.bounding_box()
    assert box is not None
    assert place is not None
    assert 0 < box["y"] - place["y"] < 200, "the error is not where one looks"


@pytest.mark.parametrize("language", ["de", "gl"])
def test_errors_come_in_the_readers_language(open_page: Opener, server: Server, language: str) -> None:
    texts = json.loads((TEXTS / f"{language}.json").read_text())
    page = open_page("/new/gravwell", settings={"language": language})
    refusal = {"error": {"code": "bad-option", "message": "option 'hardcore' does not go with Solo"}}
    page.route("**/api/tables", lambda route: route.fulfill(status=422, json=refusal))
    page.locator("form button.primary").click()
    expect(page.get_by_role("alert")).to_have_text(texts["problem.bad-option"])
    refusal["error"]["code"] = "a-code-of-tomorrow"
    page.locator("form button.primary").click()
    expect(page.get_by_role("alert")).to_have_text(texts["problem.unknown"])


def test_every_refusal_has_its_words_in_five_languages() -> None:
    kinds = [*errors.ServerError.__subclasses__(), *core_errors.GravitableError.__subclasses__()]
    # What tests of the laboratory, the commands or the tile editor have imported never comes from a server.
    served = ("gravitable.core.", "gravitable.server.")
    codes = {kind.code for kind in kinds if kind.__module__.startswith(served)} - NOT_FOR_PEOPLE
    codes -= {"hello-first", "unknown-protocol"}  # the page loads itself again
    codes -= {"outdated"}  # the page has asked something newer and waits for that
    for language in LANGUAGES:
        texts = json.loads((TEXTS / f"{language}.json").read_text())
        assert sorted(code for code in codes if f"problem.{code}" not in texts) == [], language


def test_a_full_room_asks_nobody_to_sit_down(open_page: Opener, server: Server) -> None:
    ada, ben = named(open_page, server, "Ada"), named(open_page, server, "Ben")
    form = {"game": "superstar", "seats": 2, "autostart": False, "seat": 0}
    table = call(ada, server, "tables", form)["table"]["id"]
    eve = open_page(f"/t/{table}")
    expect(eve.get_by_text("Pick a free seat")).to_be_visible()
    call(ben, server, f"tables/{table}/join", {"seat": 1})
    expect(eve.get_by_text("Every seat is taken")).to_be_visible()
    expect(eve.get_by_text("Pick a free seat")).to_have_count(0)


def test_what_is_in_play_is_in_sight_and_leads_to_its_rule(open_page: Opener, server: Server) -> None:
    page = named(open_page, server, "Ada")
    form = {
        "game": "gravwell",
        "seats": 2,
        "autostart": True,
        "seat": 0,
        "bots": [{"seat": 1, "bot": "level:1"}],
        "options": {"hardcore": True},
        "clock": {"kind": "turn-seconds", "amount": 600},
    }
    page.goto(f"/t/{call(page, server, 'tables', form)['table']['id']}")
    terms = page.locator(".players [data-terms]")
    expect(terms.get_by_role("link", name="Hardcore")).to_be_in_viewport()
    expect(terms.get_by_role("link", name="600 seconds for a turn")).to_be_in_viewport()
    with page.context.expect_page() as opened:
        terms.get_by_role("link", name="Hardcore").click()
    expect(opened.value.locator("#hardcore.asked")).to_contain_text("One Emergency Stop for the whole game")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Hardcore")).to_be_visible()


def test_tiles_goodies_and_clock_stand_in_the_menu(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    page.get_by_role("button", name="Menu").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("link", name="Standard tiles")).to_be_visible()
    expect(dialog.locator("[data-terms] a")).to_have_count(2)  # the clock too: there is none
