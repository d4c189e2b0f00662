"""The pages around the table: what waits, who plays how well, who I am, and how a game ends."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page, expect

from web.conftest import Opener, Server
from web.elsewhere import finish_elsewhere
from web.playing import start_against_bots


def _post(page: Page, server: Server, path: str, body: dict[str, Any]) -> Any:
    answer = page.request.post(f"/api/{path}", data=body, headers={"Origin": server.url})
    assert answer.ok, answer.text()
    return answer.json() if answer.status != 204 else None


def _article(page: Page, game: str) -> Any:
    return page.locator("article", has=page.locator(f"[data-play={game}]"))


def test_games_that_wait_for_me_come_first(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "gravwell", players=3)
    page.wait_for_selector("[data-action]:not([disabled])")
    table = page.url
    page.goto("/")
    section = page.get_by_role("region", name="Today")
    expect(section).to_be_visible()
    first, articles = section.bounding_box(), page.locator("article").first.bounding_box()
    assert first
    assert articles
    assert first["y"] < articles["y"]
    section.locator("[data-waiting]").click()
    page.wait_for_selector(".game")
    assert page.url == table


def test_solo_is_where_one_plays_alone(open_page: Opener) -> None:
    page = open_page()
    article = _article(page, "gravwell")
    article.get_by_label("Players").select_option("1")
    expect(article).to_contain_text("Alone against the Ghost Ship.")
    article.get_by_role("button", name="Play alone now").click()
    page.wait_for_selector("[data-action]:not([disabled])")
    expect(page.locator(".players")).to_contain_text("Ghost Ship")


def test_each_bot_says_how_strong_it_is(open_page: Opener) -> None:
    page = open_page()
    options = _article(page, "superstar").get_by_label("Bots").locator("option")
    strengths = ("easy", "medium", "demanding", "strong", "very strong")
    levels = [re.compile(f"{n} · .+ · {strength}$") for n, strength in enumerate(strengths, start=1)]
    expect(options).to_have_text([*levels, re.compile("Twin · about as strong as you$")])
    page.goto("/new/superstar")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Add a bot").click()
    expect(page.locator("li .who", has_text="bot")).to_contain_text("level 2 of 5 (medium)")


def test_the_explanation_comes_before_the_settings(open_page: Opener) -> None:
    page = open_page()
    for game in ("superstar", "gravwell"):
        article = _article(page, game)
        link, wish = article.get_by_role("link", name=re.compile("rules")), article.get_by_label("Players")
        above, below = link.bounding_box(), wish.bounding_box()
        assert above
        assert below
        assert above["y"] < below["y"]
        expect(link).to_have_attribute("href", f"/rules/{game}")
    page.goto("/new/gravwell")
    expect(page.locator("h1 + p").get_by_role("link")).to_have_attribute("href", "/rules/gravwell")


def test_invited_guests_can_learn_first(open_page: Opener) -> None:
    page = open_page("/new/gravwell")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")
    guest = open_page(page.url)
    guest.get_by_role("link", name=re.compile("rules in two minutes")).click()
    guest.wait_for_url("**/rules/gravwell")
    guest.go_back()
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()


def test_lists_show_options_clock_scores_and_whose_turn(open_page: Opener, server: Server) -> None:
    ada, eve = open_page(), open_page("/lobby")
    _post(ada, server, "guest", {"name": "Ada Lists"})
    wish = {
        "game": "superstar",
        "seats": 2,
        "options": {"goodies": ["tile"], "expert": True},
        "public": True,
        "clock": {"kind": "turn-seconds", "amount": 600},
        "bots": [{"seat": 1, "bot": "level:1"}],
    }
    table = _post(ada, server, "tables", wish)["table"]["id"]
    ada.goto(f"/t/{table}")
    ada.wait_for_selector("[data-card]:not([disabled])")
    entry = eve.locator("li", has_text="Ada Lists")
    for words in (
        "Expert",
        "Turn a tile",
        "600 seconds",
        "Ada Lists to move",
        re.compile(r"Ada Lists \d+, Stardust \d+"),
    ):
        expect(entry).to_contain_text(words)
    ada.goto("/games")
    mine = ada.locator("li", has_text="Ada Lists")
    for words in ("Expert", "600 seconds", "your turn", re.compile(r"Ada Lists \d+")):
        expect(mine).to_contain_text(words)


def _wait_for_ratings(page: Page) -> None:
    """The server counts a game after it has told of its end."""
    for _ in range(100):
        if page.request.get("/api/ratings?game=gravwell").json()["ratings"]:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the game was never rated")


def test_ratings_are_shown(open_page: Opener, server: Server) -> None:
    pages = [open_page(), open_page()]
    for page, name in zip(pages, ("Rated Ada", "Rated Ben"), strict=True):
        _post(page, server, "guest", {"name": name})
        _post(page, server, "claim", {"password": "long enough"})
    wish = {"game": "gravwell", "seats": 2, "rated": True, "autostart": True}
    table = _post(pages[0], server, "tables", wish)["table"]["id"]
    _post(pages[1], server, f"tables/{table}/join", {})
    pages[0].goto(f"/t/{table}")
    pages[0].get_by_role("button", name="Menu").click()
    pages[0].get_by_role("button", name="Give up").click()
    pages[0].get_by_role("button", name="Really give up").click()
    _wait_for_ratings(pages[1])
    pages[1].goto("/lobby")
    pages[1].get_by_role("link", name="Ratings").click()
    rows = pages[1].locator("section", has_text="Gravwell").locator("tbody tr")
    expect(rows.filter(has_text="Rated Ben")).to_have_count(1)
    names = rows.locator("th").all_inner_texts()
    assert names.index("Rated Ben") < names.index("Rated Ada")
    pages[1].goto("/games")
    expect(pages[1].get_by_text(re.compile("Your rating: .+ after 1 game"))).to_be_visible()


def test_signing_in_is_a_page_of_its_own(open_page: Opener, server: Server) -> None:
    page = open_page()
    _post(page, server, "guest", {"name": "Ada Signs"})
    page.goto("/account")
    page.get_by_label("New password").fill("long enough")
    page.get_by_role("button", name="Protect my name").click()
    expect(page.get_by_text("The name is yours now.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("Signed out.")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="Sign in").click()
    page.wait_for_url("**/account")
    page.get_by_label("Name").fill("Ada Signs")
    page.get_by_label("Password", exact=True).fill("wrong word")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not go together")
    page.get_by_label("Password", exact=True).fill("long enough")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("You are signed in as Ada Signs")).to_be_visible()
    expect(page.get_by_role("navigation")).to_contain_text("Ada Signs")


def test_the_fingerprint_is_shown_at_the_start(open_page: Opener) -> None:
    page = open_page("/new/superstar")
    page.get_by_role("button", name="Make the table").click()
    shown = page.locator("dl code").first
    expect(shown).to_have_text(re.compile("^[0-9a-f]{64}$"))
    whole = shown.inner_text()
    page.get_by_role("button", name="Add a bot").click()
    page.locator("[data-start]:not([disabled])").click()
    page.wait_for_selector("[data-card]:not([disabled])")
    expect(page.locator("[data-fingerprint]:visible")).to_contain_text(whole[:16])
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator("[data-fingerprint]:visible")).to_contain_text(whole)


def test_dates_are_in_the_readers_form(open_page: Opener) -> None:
    today = datetime.now(UTC)
    for locale, form in (
        ("en-GB", f"{today.day} {today:%b} {today.year}"),
        ("en-US", f"{today:%b} {today.day}, "),
    ):
        page = open_page(locale=locale)
        start_against_bots(page, "superstar")
        page.goto("/games")
        expect(page.locator("li.panel").first).to_contain_text(form)


def test_the_end_of_a_game_is_celebrated(open_page: Opener) -> None:
    page = open_page()
    start_against_bots(page, "superstar")
    finish_elsewhere(page)
    party = page.get_by_role("region", name="How it ended")
    expect(party).to_be_visible()
    expect(party.get_by_role("heading")).to_have_text(re.compile("win"))
    assert party.locator("li").count() == 2
    assert party.locator(".podium svg").count() == page.locator("tr.won").count()
    assert party.locator(".shower svg").count() >= 20
    page.get_by_role("button", name="Look at the board").click()
    expect(party).to_have_count(0)
    expect(page.locator("svg.board")).to_be_visible()
