"""Puzzles over REST: the answer stays secret, the first answer counts once, and nothing that was counted is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gravitable import puzzles
from gravitable.puzzles import Puzzle
from server.harness import Postgres, ServerProcess, running
from server.players import Json, Person

GAMES = ("superstar", "gravwell")
ANYWHERE = pytest.mark.parametrize("kind", ["sqlite", "postgres"])


def url_of(puzzle: Puzzle, what: str = "") -> str:
    return f"/api/puzzles/{puzzle.game}/{puzzle.id}{what}"


def wrong_answer(puzzle: Puzzle) -> list[str]:
    """Return a complete answer that is wrong."""
    for first in puzzles.begin(puzzle).legal(puzzle.seat):
        told = puzzles.attempt(puzzle, [first]).judgement
        if told.done and not told.solved:
            return [first]
    raise AssertionError(f"no short wrong answer to {puzzle.id}")


def some(game: str, kind: str, number: int = 0) -> Puzzle:
    return [puzzle for puzzle in puzzles.shelf(game) if puzzle.kind == kind][number]


@pytest.mark.parametrize("game", GAMES)
def test_looking_at_a_puzzle_tells_neither_answer_nor_hidden_cards(server: ServerProcess, game: str) -> None:
    async def play() -> None:
        ada = await Person.arrive(server.url, "Puzzled Ada")
        for kind in puzzles.kinds(game):
            puzzle = some(game, kind)
            told = await ada.get(url_of(puzzle))
            assert told["puzzle"]["kind"] == kind
            assert not {"answer", "verdict"} & set(told)
            assert "chances" not in str(told)
            view = puzzles.begin(puzzle).view(puzzle.seat)
            assert told["state"]["view"]["players"] == view["players"]
            assert told["state"]["legal"] == puzzles.begin(puzzle).legal(puzzle.seat)
            assert len(told["tried"]["previews"]) == len(told["state"]["legal"])

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_the_first_answer_counts_and_only_once(server: ServerProcess, game: str) -> None:
    async def play() -> None:
        ada = await Person.arrive(server.url, f"First {game}")
        await ada.post("/api/claim", {"password": "long enough"})
        kind = "points" if game == "superstar" else "stop"
        first, second, third = (some(game, kind, number) for number in range(3))
        right = await ada.post(url_of(first, "/answer"), {"actions": list(first.answer)})
        assert right["verdict"] | {"got": 0, "needed": 0} == {
            "done": True,
            "solved": True,
            "got": 0,
            "needed": 0,
        }
        before = await ada.get(f"/api/puzzles/{game}")
        assert (before["solved"], before["streak"], before["tried"]) == (1, 1, 1)
        wrong = await ada.post(url_of(second, "/answer"), {"actions": wrong_answer(second)})
        assert not wrong["verdict"]["solved"]
        assert wrong["state"]["groups"][0]["events"], "told what would happen"
        assert "answer" not in wrong
        again = await ada.post(url_of(second, "/answer"), {"actions": list(second.answer)})
        assert again["verdict"]["solved"]
        after = await ada.get(f"/api/puzzles/{game}")
        assert (after["solved"], after["streak"], after["longest"], after["tried"]) == (1, 0, 1, 2)
        assert after["rating"] < before["rating"]
        given = await ada.post(url_of(third, "/give-up"), {})
        assert given["answer"] == list(third.answer)
        mine = next(one for one in (await ada.get(f"/api/puzzles/{game}"))["kinds"] if one["kind"] == kind)
        assert (mine["tried"], mine["solved"]) == (3, 1)

    asyncio.run(play())


def test_the_next_puzzle_is_one_that_was_not_tried(server: ServerProcess) -> None:
    async def play() -> None:
        ben = await Person.arrive(server.url, "Next Ben")
        seen = set()
        for _ in range(3):
            number = (await ben.get("/api/puzzles/gravwell/next?kind=stop"))["puzzle"]
            assert number not in seen
            seen.add(number)
            assert puzzles.found("gravwell", number).kind == "stop"
            await ben.post(f"/api/puzzles/gravwell/{number}/give-up", {})
        assert (await ben.call("GET", "/api/puzzles/gravwell/next?kind=none")).status_code == 422

    asyncio.run(play())


def test_whoever_has_no_name_may_solve_but_nothing_is_kept(server: ServerProcess) -> None:
    async def play() -> None:
        stranger = Person(server.url, "nobody")
        puzzle = some("gravwell", "stop")
        assert (await stranger.post(url_of(puzzle, "/answer"), {"actions": list(puzzle.answer)}))["verdict"][
            "solved"
        ]
        assert (await stranger.get("/api/puzzles/gravwell"))["tried"] == 0

    asyncio.run(play())


def test_bad_questions_are_refused_with_a_code(server: ServerProcess) -> None:
    async def play() -> None:
        cleo = await Person.arrive(server.url, "Bad Cleo")
        puzzle = some("superstar", "points")
        tries: list[tuple[str, str, Json | None, int, str]] = [
            ("GET", "/api/puzzles/superstar/0000000000", None, 422, "unknown-puzzle"),
            ("GET", "/api/puzzles/tiddlywinks", None, 422, "unknown-game"),
            ("GET", url_of(puzzle, "?trying=steal:blue"), None, 422, "illegal-action"),
            ("POST", url_of(puzzle, "/answer"), {"actions": ["steal:blue"]}, 422, "illegal-action"),
            ("POST", url_of(puzzle, "/answer"), {"actions": ["win!"]}, 422, "unknown-action"),
            ("POST", url_of(puzzle, "/answer"), {"actions": []}, 422, "bad-request"),
            ("POST", url_of(puzzle, "/answer"), {"actions": ["drop"] * 13}, 422, "bad-request"),
            ("POST", url_of(puzzle, "/answer"), {"actions": ["drop"], "solved": True}, 422, "bad-request"),
        ]
        for method, path, body, status, code in tries:
            answer = await cleo.call(method, path, body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), path
        assert (await cleo.get("/api/puzzles/superstar"))["tried"] == 0

    asyncio.run(play())


@ANYWHERE
def test_what_was_counted_survives_a_kill_and_is_counted_once(
    kind: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    postgres: Postgres | None = request.getfixturevalue("postgres") if kind == "postgres" else None
    where = postgres.new_database("puzzles") if postgres else str(folder / "puzzles.db")
    puzzle = some("gravwell", "stop", 1)

    async def answer(server: ServerProcess, dan: Person) -> None:
        body = {"actions": list(puzzle.answer)}
        # The server dies while four answers are under way: some arrive, some do not.
        sent = [asyncio.create_task(dan.call("POST", url_of(puzzle, "/answer"), body)) for _ in range(4)]
        await asyncio.wait(sent, return_when=asyncio.FIRST_COMPLETED)
        server.kill()
        await asyncio.gather(*sent, return_exceptions=True)
        server.start()
        await dan.post(url_of(puzzle, "/answer"), body)
        told = await dan.get("/api/puzzles/gravwell")
        assert (told["tried"], told["solved"], told["streak"]) == (1, 1, 1)

    async def play(server: ServerProcess) -> None:
        dan = await Person.arrive(server.url, "Killed Dan")
        await dan.post("/api/claim", {"password": "long enough"})
        await answer(server, dan)
        gone = await dan.call("POST", "/api/forget-me", {"password": "long enough"})
        assert gone.status_code == 204, "what was counted does not stand in the way of forgetting"

    with running(where, folder) as server:
        asyncio.run(play(server))


def test_tries_have_a_budget(folder: Path) -> None:
    async def play(server: ServerProcess) -> None:
        eve = await Person.arrive(server.url, "Hasty Eve")
        puzzle = some("superstar", "points")
        answers = await asyncio.gather(*(eve.call("GET", url_of(puzzle)) for _ in range(150)))
        codes = [answer.status_code for answer in answers]
        assert 200 in codes
        assert 429 in codes

    with running(str(folder / "hasty.db"), folder, LIMIT_SCALE="1") as server:
        asyncio.run(play(server))
