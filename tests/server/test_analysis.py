"""The analysis board: every position of a finished game as it was, variations, searches, bots, spreads and records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import gravitable
from server.harness import ServerProcess, running
from server.players import Json, Person
from server.test_people import refused
from server.test_reviews import finished

LOOK, THINK, BOT = "/api/analysis/look", "/api/analysis/think", "/api/analysis/bot"


@pytest.fixture(scope="module")
def analysing(folder: Path) -> Iterator[ServerProcess]:
    with running(str(folder / "analysing.db"), folder, REVIEW_PROCESSES="1", REVIEW_BUDGET="20") as process:
        yield process


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_a_finished_game_is_looked_at_move_by_move_and_left_at_any_of_them(
    analysing: ServerProcess, game: str
) -> None:
    async def live() -> None:
        ada = await Person.arrive(analysing.url, "Ada")
        table = await finished(ada, game)
        opening = await ada.get(f"/api/tables/{table}/analysis")
        record = await ada.get(f"/api/tables/{table}/record")
        await same_as_the_replay(ada, opening, record)
        await every_action_where_it_was_chosen(ada, opening, record)
        await variation(ada, opening, record)

    asyncio.run(live())


async def same_as_the_replay(person: Person, opening: Json, record: Json) -> None:
    """Every ninth position, backwards: from the start, and from what the server remembers."""
    start, lines, offset = opening["start"], opening["lines"], opening["offset"]
    assert lines == record["log"][offset:]
    assert opening["versions"][-1] == len(lines)
    for count in range(len(lines), -1, -9):
        then = gravitable.replay(record, until=offset + count)
        if then.rules.chance_kind(then.states) is not None:
            continue
        seen = await person.post(LOOK, {"start": start, "lines": lines[:count]})
        assert (seen["position"], seen["added"]) == (then.position(), [])
        assert seen["to_act"] == list(then.to_act)
        assert {one["seat"]: one["legal"] for one in seen["seats"]} == {s: then.legal(s) for s in then.to_act}
        assert seen["view"] == msgspec.to_builtins(then.rules.view(then.states))
        masked = await person.post(LOOK, {"start": start, "lines": lines[:count], "eyes": 1})
        assert masked["view"] == msgspec.to_builtins(then.typed_view(1))
        assert masked["position"] == ""
        assert {one["seat"] for one in masked["seats"]} <= {1}


async def every_action_where_it_was_chosen(person: Person, opening: Json, record: Json) -> None:
    """For the list of moves: what was seen before each of them, and where it leads."""
    start, lines, offset = opening["start"], opening["lines"], opening["offset"]
    told = await person.post("/api/analysis/steps", {"start": start, "lines": lines})
    actions = [number for number, line in enumerate(lines) if isinstance(line[0], int)]
    assert len(told["steps"]) == len(actions)
    for number, step in list(zip(actions, told["steps"], strict=True))[::9]:
        then = gravitable.replay(record, until=offset + number)
        seat, action = lines[number]
        assert step["view"] == msgspec.to_builtins(then.rules.view(then.states))
        assert (step["seat"], step["preview"]) == (
            seat,
            msgspec.to_builtins(then.typed_preview(seat, action)),
        )


async def variation(person: Person, opening: Json, record: Json) -> None:
    """From the middle on: another action, a bot's, a search's line, a record of it."""
    start, lines = opening["start"], opening["lines"]
    place = next(n for n in range(len(lines) // 2, len(lines)) if isinstance(lines[n][0], int))
    path = lines[:place]
    here = await person.post(LOOK, {"start": start, "lines": path})
    path = path + here["added"]
    seat = here["to_act"][0]
    thought = await person.post(THINK, {"start": start, "lines": path, "page": "p", "seat": seat, "level": 0})
    assert sum(thought["chances"]) == pytest.approx(1, abs=0.01)
    assert thought["lines"]
    best = thought["lines"][0]
    for step in [best, *best["line"]]:
        after = await person.post(LOOK, {"start": start, "lines": [*path, [step["seat"], step["action"]]]})
        path = [*path, [step["seat"], step["action"]], *after["added"]]
    for _ in range(4):
        seen = await person.post(LOOK, {"start": start, "lines": path})
        path += seen["added"]
        if seen["over"]:
            break
        ask = {"start": start, "lines": path, "page": "p", "seat": seen["to_act"][-1], "bot": "level:2"}
        move = await person.post(BOT, ask)
        path = [*path, [move["seat"], move["action"]]]
    made = await person.post("/api/analysis/record", {"start": start, "lines": path})
    again = gravitable.replay(made)
    assert [list(line) for line in path] == made["log"][: len(path)]
    assert made["position"] == start
    verdict = gravitable.verify(made)
    assert (verdict.word, verdict.problems) == ("given", ())
    reopened = await person.post("/api/analysis/open", {"text": json.dumps(made)})
    assert (reopened["start"], reopened["lines"]) == (start, made["log"])
    text = await person.post("/api/analysis/open", {"text": again.position()})
    assert (text["game"], text["lines"], text["players"]) == (record["game"], [], 2)


def test_picks_of_some_ships_leave_a_spread_of_the_others(analysing: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(analysing.url, "Ada")
        game = gravitable.new("gravwell", players=3, seed=11)
        while len(game.to_act) == 1:
            game.advance(game.to_act[0], game.legal(game.to_act[0])[0])
        start = game.position()
        lines: list[list[Any]] = []
        widths = []
        for seat in game.to_act:
            spread = await ada.post("/api/analysis/spread", {"start": start, "lines": lines})
            assert spread["waiting"] == list(game.to_act)[seat:]
            rows = {row["seat"]: row for row in spread["rows"] if row["seat"] is not None}
            assert set(rows) == {0, 1, 2}
            for row in spread["rows"]:
                assert sum(one["share"] for one in row["shares"]) == pytest.approx(1)
            widths.append(sum(len(row["shares"]) for row in spread["rows"]))
            lines.append([seat, game.legal(seat)[0]])
        assert widths[0] > widths[-1], "who has picked leaves less to chance"
        draft = gravitable.new("gravwell", players=3, seed=11).position()
        assert await refused(ada, "POST", "/api/analysis/spread", {"start": draft}) == (422, "bad-option")
        other = gravitable.new("superstar", players=2, seed=1).position()
        assert await refused(ada, "POST", "/api/analysis/spread", {"start": other}) == (422, "bad-option")

    asyncio.run(live())


def test_what_cannot_be_analysed_is_refused_with_a_word(analysing: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(analysing.url, "Ada")
        table = (await ada.table("gravwell", 2, bots=[{"seat": 1, "bot": "random"}]))["id"]
        assert await refused(ada, "GET", f"/api/tables/{table}/analysis") == (409, "not-finished")
        assert (await refused(ada, "GET", "/api/tables/AAAAAAAAAAAAAAAA/analysis"))[0] == 404
        start = gravitable.new("superstar", players=2, seed=1).position()
        ask = {"start": start}
        for path, wrong, code in (
            (LOOK, {"start": "gravitable position: chess 1"}, "bad-position"),
            (LOOK, {"start": start[:200]}, "bad-position"),
            (LOOK, {**ask, "lines": [[0, "no-such-action"]]}, "damaged-record"),
            (LOOK, {**ask, "lines": [["deal", "0" * 16]]}, "damaged-record"),
            ("/api/analysis/steps", {**ask, "lines": [[7, "drop"]]}, "damaged-record"),
            (LOOK, {**ask, "eyes": 5}, "bad-seat"),
            (LOOK, {**ask, "table": table}, "bad-request"),
            (BOT, {**ask, "page": "p", "seat": 0, "bot": "level:99"}, "unknown-bot"),
            ("/api/analysis/open", {"text": '{"format": "pgn"}'}, "damaged-record"),
            ("/api/analysis/open", {"text": "1. e4 e5"}, "bad-position"),
        ):
            status, told = await refused(ada, "POST", path, wrong)
            assert (status, told) == (422, code), wrong
        over = gravitable.replay(Path("tests/superstar/records/no-stars.json").read_text()).position()
        shown = await ada.post(LOOK, {"start": over})
        assert shown["over"]
        assert shown["result"]["winners"]
        assert (await refused(ada, "POST", THINK, {"start": over, "page": "p"}))[1] == "game-over"

    asyncio.run(live())


def test_a_newer_question_of_a_page_replaces_an_older_one(analysing: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(analysing.url, "Ada")
        ask = {"start": gravitable.new("superstar", players=4, seed=3).position(), "level": 2, "seat": 0}
        pages = ["one", "one", "one", "one", "other"]
        told = await asyncio.gather(*(ada.call("POST", THINK, {**ask, "page": page}) for page in pages))
        codes = {answer.json()["error"]["code"] for answer in told if answer.status_code != 200}
        assert codes == {"outdated"}
        assert told[-1].status_code == 200, "another page asks for itself"
        assert any(answer.status_code == 200 for answer in told[:-1]), "the newest is answered"

    asyncio.run(live())


def test_a_puzzle_is_opened_only_after_its_answer(analysing: ServerProcess) -> None:
    async def live() -> None:
        ada = await Person.arrive(analysing.url, "Ada")
        puzzle = (await ada.get("/api/puzzles/superstar/next"))["puzzle"]
        where = f"/api/puzzles/superstar/{puzzle}"
        assert await refused(ada, "GET", f"{where}/analysis") == (409, "not-finished")
        await ada.post(f"{where}/give-up")
        opening = await ada.get(f"{where}/analysis")
        assert gravitable.position(opening["start"]).name == "superstar"

    asyncio.run(live())


def test_questions_have_budgets(folder: Path) -> None:
    async def live(server: ServerProcess) -> None:
        ada = await Person.arrive(server.url, "Ada")
        ask = {"start": gravitable.new("gravwell", players=2, seed=1).position()}
        # Fewer than the server takes requests, more than one person may have thought about at once.
        told = await asyncio.gather(*(ada.call("POST", THINK, {**ask, "page": f"p{n}"}) for n in range(10)))
        assert {answer.status_code for answer in told} == {200, 429}

    with running(str(folder / "budgets.db"), folder, REVIEW_PROCESSES="1", LIMIT_SCALE="0.1") as server:
        asyncio.run(live(server))
