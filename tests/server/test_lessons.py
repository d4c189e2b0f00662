"""Lessons over HTTP: nothing is stored, the verdict is the server's, and nobody can ask without end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import gravitable
from gravitable.core.lessons import lesson_of, lessons_of
from server.harness import TLS, ServerProcess, running


@pytest.fixture
def ask(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.url}/api/lessons", verify=TLS) as client:
        yield client


def told(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == httpx.codes.OK, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refusal(answer: httpx.Response) -> str:
    assert answer.is_client_error, answer.text
    code: str = answer.json()["error"]["code"]
    return code


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_the_course_is_listed_in_the_readers_language(ask: httpx.Client, game: str) -> None:
    lines = told(ask.get(f"/{game}", params={"language": "de"}))["lessons"]
    lessons = lessons_of(game)
    assert [line["id"] for line in lines] == [lesson.id for lesson in lessons]
    assert lines[0]["title"] == lessons[0].title.de
    assert told(ask.get(f"/{game}"))["lessons"][0]["title"] == lessons[0].title.en


def test_a_lesson_begins_is_tried_and_is_judged(ask: httpx.Client) -> None:
    lesson = lesson_of("superstar", "falling")
    first = told(ask.get("/superstar/falling", params={"trying": "", "language": "fr"}))
    assert first["lesson"]["task"] == lesson.task.fr
    assert (first["lesson"]["number"], first["lesson"]["next"]) == (1, "step")
    assert "answer" not in first
    assert first["state"]["legal"] == first["tried"]["legal"]
    assert len(first["tried"]["previews"]) == len(first["tried"]["legal"])
    tried = told(ask.get("/superstar/falling", params={"trying": "rotate-ccw"}))
    assert tried["tried"]["done"]
    assert tried["answer"] == {"verdict": "right", "text": lesson.answers[0].text.en}
    assert tried["state"]["version"] == 1, "it was only tried"
    wrong = told(ask.get("/superstar/falling", params={"trying": "rotate-cw", "language": "nl"}))
    assert wrong["answer"] == {"verdict": "wrong", "text": lesson.answers[1].text.nl}


def test_a_turn_of_several_choices_goes_on_until_it_is_right(ask: httpx.Client) -> None:
    (solution,) = lesson_of("superstar", "replay").solution
    verdicts = [
        told(ask.get("/superstar/replay", params={"trying": ",".join(solution[:count])})).get("answer")
        for count in (1, 2, 3)
    ]
    assert [verdict and verdict["verdict"] for verdict in verdicts] == ["go-on", None, "right"]


def test_a_choice_that_is_final_brings_the_rivals_cards_with_it(ask: httpx.Client) -> None:
    step = told(ask.get("/gravwell/letters", params={"played": "fuel:W"}))
    (group,) = step["state"]["groups"]
    assert step["state"]["version"] == 2
    assert {"C", "W", "Z"} == {event["letter"] for event in group["events"] if event["event"] == "reveal"}
    assert step["answer"]["verdict"] == "right"
    before = told(ask.get("/gravwell/letters"))
    assert '"C"' not in str(before["state"]["view"]["seats"][2].get("pick")), "what is sealed stays hidden"


def test_what_is_not_legal_is_refused(ask: httpx.Client) -> None:
    asked: dict[str, dict[str, str | list[str]]] = {
        "unknown-action": {"played": "win"},
        "illegal-action": {"trying": "teleport"},
        "not-your-turn": {"played": "drop,drop"},
        "whole-turn": {"trying": "fuel:W"},
        "bad-request": {"played": ["drop"] * 9},
    }
    for code, params in asked.items():
        path = "/gravwell/letters" if code == "whole-turn" else "/superstar/long"
        assert refusal(ask.get(path, params=params)) == code
    assert refusal(ask.get("/superstar/long", params={"trying": "x" * 300})) == "bad-request"
    assert refusal(ask.get("/superstar/long", params={"language": "english"})) == "bad-request"
    assert refusal(ask.get("/superstar/no-such")) == "unknown-lesson"
    assert refusal(ask.get("/tiddlywinks/long")) == "unknown-game"
    assert refusal(ask.post("/superstar/long", json={"verdict": "right"})) == "wrong-method"


def test_a_changed_file_is_named_and_spoils_no_other_game(tmp_path: Path) -> None:
    """A copy of the package in which somebody has changed two lessons; the rest of it are links to the real files."""
    home = Path(gravitable.__file__).parent
    shutil.copytree(
        home, tmp_path / "gravitable", copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__")
    )
    _change(tmp_path / "gravitable/superstar/lessons/03-long.toml", 'verdict = "right"', 'verdict = "rihgt"')
    _change(tmp_path / "gravitable/gravwell/lessons/02-backward.toml", "fuel:A", "fuel:M")
    here = os.environ | {"PYTHONPATH": str(tmp_path)}
    check = [sys.executable, "-m", "gravitable", "learn", "--check"]
    seen = [
        subprocess.run([*check, game], env=here, capture_output=True, text=True, check=False)
        for game in ("superstar", "gravwell")
    ]
    assert all(one.returncode for one in seen)
    assert "03-long.toml: the lesson cannot be used" in seen[0].stderr
    assert "rihgt" in seen[0].stderr
    assert "WRONG gravwell backward" in seen[1].stdout
    assert seen[1].stdout.count("WRONG") == 1
    changed = ServerProcess(str(tmp_path / "changed.db"), tmp_path)
    changed.prefix = ["env", f"PYTHONPATH={tmp_path}"]
    changed.start()
    try:
        with httpx.Client(base_url=f"{changed.url}/api/lessons", verify=TLS) as client:
            for path in ("/superstar", "/superstar/falling"):
                assert refusal(client.get(path)) == "bad-lesson"
            assert told(client.get("/gravwell"))["lessons"]
    finally:
        changed.stop()


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.unlink()
    file.write_text(text.replace(old, new))


def test_nobody_asks_without_end(folder: Path) -> None:
    with (
        running(str(folder / "lessons.db"), folder, LIMIT_SCALE="0.1") as server,
        httpx.Client(base_url=f"{server.url}/api/lessons", verify=TLS) as client,
    ):
        codes = [client.get("/superstar/falling", params={"trying": ""}).status_code for _ in range(40)]
    assert codes[0] == httpx.codes.OK
    assert codes[-1] == httpx.codes.TOO_MANY_REQUESTS
