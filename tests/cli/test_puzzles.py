"""``gravitable puzzles`` as people type it."""

from __future__ import annotations

import json
from pathlib import Path

from gravitable import puzzles

from .helpers import interrupt_after, run


def test_list_prints_one_puzzle_a_line_without_its_answer(tmp_path: Path) -> None:
    done = run(tmp_path, "puzzles", "list", "gravwell", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(puzzles.shelf("gravwell")) >= 500
    assert all({"id", "kind", "difficulty", "goal", "seat"} <= set(line) for line in lines)
    assert not any({"answer", "chances", "position"} & set(line) for line in lines)
    told = run(tmp_path, "puzzles", "list", "gravwell", "--json", "--solutions", "--kind", "gate").stdout
    assert all(json.loads(line)["answer"] for line in told.splitlines())


def test_play_answers_a_wrong_answer_and_a_right_one(tmp_path: Path) -> None:
    puzzle = next(puzzle for puzzle in puzzles.shelf("gravwell") if puzzle.kind == "stop")
    wrong = "go" if puzzle.answer == ("stop",) else "stop"
    keys = f"{wrong}\n{puzzle.answer[0]}\n"
    said = run(tmp_path, "puzzles", "play", "gravwell", "--id", puzzle.id, keys=keys).stdout
    assert "Not yet:" in said
    assert "Right:" in said
    assert "in a row: 0" in said, "only the first answer counts"


def test_make_can_be_stopped_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    made = run(tmp_path, "puzzles", "make", "gravwell", "--count", "2", "--out", str(file))
    assert made.returncode == 0, made.stderr
    assert "2 puzzles from" in made.stdout
    again = run(tmp_path, "puzzles", "make", "gravwell", "--count", "2", "--out", str(file))
    assert again.returncode == 2
    assert "--resume" in again.stderr
    more = run(tmp_path, "puzzles", "make", "gravwell", "--count", "3", "--out", str(file), "--resume")
    assert "3 puzzles from" in more.stdout


def test_ctrl_c_is_understood(tmp_path: Path) -> None:
    code, said = interrupt_after(tmp_path, "Your choice", "puzzles", "play", "gravwell")
    assert code == 130
    assert "Stopped" in said
