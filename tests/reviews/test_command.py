"""``gravitable review`` as people use it."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cli.helpers import interrupt_after, run
from reviews.games import finished, reviewed

BUDGET = ("--budget", "10")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(finished("gravwell", 2).record()), "utf-8")
    reviewed("gravwell", 2)  # compiles what the command will use
    return path


class _Page(HTMLParser):
    """Collects what a page loads and which tags it leaves open."""

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]


def test_json_tells_seats_and_decisions(record: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "review", str(record), "--json", *BUDGET)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    for seat in told["seats"]:
        assert seat["own"] + seat["others"] + seat["chance"] == pytest.approx(seat["result"] - seat["start"])
    assert {one["seat"] for one in told["decisions"]} == {0, 1}
    mine = run(tmp_path, "review", str(record), "--json", "--seat", "1", *BUDGET)
    assert {one["seat"] for one in json.loads(mine.stdout)["decisions"]} == {1}


def test_the_terminal_and_the_page(record: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "review", str(record), *BUDGET)
    assert done.returncode == 0, done.stderr
    assert "accuracy" in done.stdout
    assert "10 iterations" in done.stdout
    target = tmp_path / "review.html"
    assert run(tmp_path, "review", str(record), "--html", str(target), *BUDGET).returncode == 0
    page = _Page()
    page.feed(target.read_text("utf-8"))
    assert "svg" in page.tags
    assert "script" not in page.tags
    assert all(source.startswith("data:image/svg+xml;base64,") for source in page.sources)


def test_bad_input_is_one_clear_line(record: Path, tmp_path: Path) -> None:
    cases = (
        ((str(record), "--budget", "0"), "bad-option"),
        ((str(record), "--seat", "2"), "bad-seat"),
        (("tests/records-2/gravwell-unfinished.json",), "unfinished-game"),
    )
    for arguments, code in cases:
        done = run(tmp_path, "review", *arguments)
        assert done.returncode == 2, arguments
        assert code in done.stderr, arguments
        assert "Traceback" not in done.stderr


def test_ctrl_c_leaves_nothing_behind(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "review.html"
    code, told = interrupt_after(
        tmp_path, "Reviewing", "review", str(record), "--html", str(target), "--budget", "5000"
    )
    assert code == 130, told
    assert "Traceback" not in told
    assert not list(tmp_path.glob("review.html*"))
