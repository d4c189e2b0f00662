"""``gravitable arena`` as people use it: whole runs, kill and resume, the report, bad input."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import nursery
from gravitable.arena.journal import read
from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.arena.report import report
from gravitable.arena.runners import play_here, play_in_processes
from gravitable.arena.standings import standings
from gravitable.cli.arena import _table

pytestmark = pytest.mark.usefixtures("compiled")

TESTS = Path(__file__).parent.parent
WIDE = {"GRAVITABLE_QUIET": "1", "COLUMNS": "120"}
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(TESTS), **WIDE}


@pytest.fixture(scope="module")
def compiled() -> None:
    """Compile everything here and once, so that no command has to."""
    for game in ("superstar", "gravwell"):
        plan = Plan.make(game, ["search:5", "greedy", "random"], 3, 1, 1, {})
        play_game(plan, 0)


def arena(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "gravitable", "arena", *arguments]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arena(*arguments), env=ENVIRONMENT, capture_output=True, text=True, timeout=280, check=False
    )


def untimed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    plain = [{key: value for key, value in line.items() if key != "seconds"} for line in lines]
    return sorted(plain, key=lambda line: line["game"])


def test_a_run_killed_at_any_moment_resumes_without_losing_or_repeating_a_game(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    settings = (
        "superstar",
        "--bots",
        "greedy",
        "random",
        "-p",
        "4",
        "-n",
        "150",
        "-o",
        str(path),
        "--workers",
        "2",
    )
    process = subprocess.Popen(
        arena(*settings), env=ENVIRONMENT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 12):
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = read(path)[1]
    assert 11 <= len(before) < 150, "killed too early or too late to show anything"
    with path.open("a") as file:
        file.write('{"game": 149, "se')  # as if the kill had come in the middle of a line
    resumed = run(*settings, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    plan, results, _ = read(path)
    assert results[: len(before)] == before
    assert sorted(line["game"] for line in results) == list(range(150))
    assert len(path.read_text().splitlines()) == 151
    for line in untimed(results)[::15]:
        assert line == untimed([play_game(plan, line["game"])])[0], "the same as without any interruption"


def test_processes_change_no_result() -> None:
    plan = Plan.make("gravwell", ["search:10", "greedy"], 2, 6, 3, {})
    assert untimed(list(play_in_processes(2)(plan, range(6)))) == untimed(list(play_here(plan, range(6))))


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'gravitable[ray]'")
def test_ray_changes_no_result(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    done = run("superstar", "--bots", "greedy", "random", "-n", "6", "-o", str(path), "--seed", "3", "--ray")
    assert done.returncode == 0, done.stderr
    plan, results, _ = read(path)
    assert untimed(results) == untimed(list(play_here(plan, range(6))))


def test_without_ray_the_message_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError('as if it were not installed')\n")
    results = tmp_path / "x.jsonl"
    refused = subprocess.run(
        arena("superstar", "--bots", "greedy", "random", "-o", str(results), "--ray"),
        env={**ENVIRONMENT, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert "gravitable[ray]" in refused.stderr
    assert not results.exists()


def test_standings_report_and_forfeits_of_a_run(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    done = run(
        "superstar", "--bots", "greedy", "arena.odd_bots:Illegal", "random",
        "-n", "12", "-o", str(path), "--workers", "1", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    table = json.loads(done.stdout)
    assert table[0]["bot"] == "greedy"
    assert table[-1]["bot"] == "arena.odd_bots:Illegal"
    assert table[-1]["forfeits"] == 8
    assert "forfeited" in done.stderr or "cannot be played now" in path.read_text()
    page = path.with_suffix(".html").read_text()
    assert "Forfeits (8)" in page


def test_a_bot_from_the_current_folder_takes_part(tmp_path: Path) -> None:
    """The bot of docs/bots.md, word for word."""
    page = (TESTS.parent / "docs" / "bots.md").read_text()
    source = next(block for block in page.split("```python\n") if block.startswith("# my_bots.py")).split(
        "```"
    )[0]
    (tmp_path / "my_bots.py").write_text(source)
    command = [str(Path(sys.executable).parent / "gravitable"), *arena()[3:]]
    done = subprocess.run(
        [*command, "superstar", "--bots", "my_bots:First", "random", "-n", "4", "-w", "2", "--json"],
        env=ENVIRONMENT, cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert all(row["forfeits"] == 0 for row in json.loads(done.stdout))
    assert (tmp_path / "arena-superstar.html").exists()


class _Outside(HTMLParser):
    """Collects whatever a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            is_link = name in ("src", "href", "xlink:href", "action")
            if (is_link and value and not value.startswith("#")) or tag in ("script", "link", "iframe"):
                self.found.append(f"{tag} {name}={value}")


def test_the_report_is_one_self_contained_page() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'gravitable[arena]'")
    plan = Plan.make("superstar", ["greedy", "random"], 3, 6, 1, {})
    results = list(play_here(plan, range(6)))
    page = report(plan, results)
    outside = _Outside()
    outside.feed(page)
    assert outside.found == []
    assert page.count("<svg") == 5
    for title in ("Ladder", "Who beats whom", "Scores", "Length", "Seats"):
        assert f"<h2>{title}</h2>" in page
    assert report(plan, results) == page, "the same results give the same page"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", "--bots", "greedy"), "unknown-game"),
        (("superstar",), "at least one bot"),
        (("superstar", "--bots", "gredy"), "did you mean 'greedy'"),
        (("superstar", "--bots", "search:0"), "at least 1"),
        (("superstar", "--bots", "greedy", "-p", "7"), "wrong-player-count"),
        (("superstar", "--bots", "greedy", "-n", "0"), "greater than or equal to 1"),
        (("superstar", "--bots", "greedy", "--hardcore"), "no option --hardcore"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    # Not with ENVIRONMENT: without a path of its own the command need not be loaded anew each time.
    refused = nursery.run(["arena", *arguments, "-o", str(tmp_path / "results.jsonl")], os.environ | WIDE)
    assert refused.returncode == 2
    assert message in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    command = arena(
        "superstar", "--bots", "greedy", "random", "-n", "100000", "-o", str(path), "--workers", "2"
    )
    process = subprocess.Popen(
        command, env=ENVIRONMENT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 5):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume" in errors
    assert len(read(path)[1]) >= 4


def test_long_names_of_bots_stay_apart_in_a_narrow_terminal() -> None:
    names = ["a_rather_long_name_of_a_module_of_mine:First", "a_rather_long_name_of_a_module_of_mine:Second"]
    lines = [
        {"game": 0, "seats": names, "winners": [0], "scores": [3, 2], "forfeit": None, "decisions": [1, 1],
         "seconds": [0, 0]}
    ]  # fmt: skip
    journal = SimpleNamespace(plan=SimpleNamespace(game="superstar", players=2), results=lines)
    console = Console(width=80, file=io.StringIO())
    console.print(_table(journal, standings(names, lines)))  # type: ignore[arg-type]
    rows = [line.split()[0] for line in console.file.getvalue().splitlines() if line.strip()]  # type: ignore[attr-defined]
    written = "".join(rows)
    assert all(name in written for name in names)
