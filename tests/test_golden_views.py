"""Golden files of both games: what everybody sees, and what a changed file says."""

from __future__ import annotations

from pathlib import Path

from make_golden import VIEWS, difference, view_lines


def test_everybody_sees_what_they_always_saw() -> None:
    problem = difference(VIEWS, "\n".join(view_lines()) + "\n")
    assert not problem, problem


def test_a_changed_or_missing_golden_file_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert "is missing" in difference(path, "one\ntwo\n")
    assert "python tests/make_golden.py" in difference(path, "one\ntwo\n")
    path.write_text("one\ntwo\n", "utf-8")
    assert difference(path, "one\ntwo\n") == ""
    assert "-two" in difference(path, "one\nthree\n")
    assert "+three" in difference(path, "one\nthree\n")
