"""Mining: the same seed makes the same puzzles, and a run that was stopped goes on."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

import gravitable
from gravitable.puzzles.mining import Quarry, mine, played
from gravitable.puzzles.puzzle import BadPuzzle


def some(path: Path, games: int) -> Quarry:
    quarry = Quarry.begin(path, "gravwell", seed=11)
    for _ in islice(mine(quarry, wanted=1000), games):
        pass
    return quarry


def test_a_run_that_was_stopped_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    whole = some(tmp_path / "whole.jsonl", 4)
    assert whole.puzzles, "four games hold at least one puzzle"
    some(tmp_path / "part.jsonl", 2)
    with (tmp_path / "part.jsonl").open("a") as file:
        file.write('{"number": 2, "fou')  # cut off in the middle
    again = Quarry.resume(tmp_path / "part.jsonl", "gravwell", seed=11)
    assert again.games == 2
    for _ in islice(mine(again, wanted=1000), 2):
        pass
    assert again.puzzles == whole.puzzles
    assert (tmp_path / "part.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    Quarry.begin(path, "gravwell", seed=1)
    with pytest.raises(gravitable.BadOption, match="there already"):
        Quarry.begin(path, "gravwell", seed=1)
    with pytest.raises(gravitable.BadOption, match="something else"):
        Quarry.resume(path, "gravwell", seed=2)
    with pytest.raises(gravitable.BadOption, match="cannot read"):
        Quarry.resume(tmp_path / "none.jsonl", "gravwell", seed=1)
    path.write_text("nonsense\n")
    with pytest.raises(BadPuzzle, match="damaged"):
        Quarry.resume(path, "gravwell", seed=1)
    path.write_text(json.dumps({"gravitable-puzzles": 1})[:-3])
    with pytest.raises(BadPuzzle, match="empty"):
        Quarry.resume(path, "gravwell", seed=1)


def test_the_games_are_played_by_bots_and_end() -> None:
    positions = [game.n_entries for game in played("gravwell", seed=3, number=0)]
    assert len(positions) > 20
    assert positions == [game.n_entries for game in played("gravwell", seed=3, number=0)]
