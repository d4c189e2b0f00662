"""Results on disk: nothing lost, nothing twice, whatever happens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gravitable.arena.journal import Journal, read
from gravitable.arena.plan import Plan
from gravitable.core.errors import BadOption, DamagedRecord


def make(games: int = 6, seed: int = 1) -> Plan:
    return Plan.make("superstar", ["random", "greedy"], 2, games, seed, {})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = Journal.begin(tmp_path / "results.jsonl", make())
    for index in (0, 3):
        journal.add({"game": index})
    journal.close()
    return tmp_path / "results.jsonl"


def test_resume_knows_what_is_missing(path: Path) -> None:
    journal = Journal.resume(path, make())
    assert journal.missing() == [1, 2, 4, 5]
    journal.add({"game": 1})
    journal.close()
    assert [line["game"] for line in read(path)[1]] == [0, 3, 1]


def test_a_line_cut_off_in_the_middle_is_played_again(path: Path) -> None:
    with path.open("a") as file:
        file.write('{"game": 4, "winn')
    journal = Journal.resume(path, make())
    assert journal.missing() == [1, 2, 4, 5]
    journal.add({"game": 4})
    journal.close()
    assert [line["game"] for line in read(path)[1]] == [0, 3, 4]


def test_more_games_go_on_where_fewer_ended(path: Path) -> None:
    journal = Journal.resume(path, make(games=8))
    assert journal.missing() == [1, 2, 4, 5, 6, 7]
    journal.close()


def test_a_game_written_twice_counts_once(path: Path) -> None:
    with path.open("a") as file:
        file.write('{"game": 3}\n')
    assert [line["game"] for line in read(path)[1]] == [0, 3]


def test_another_tournament_is_refused_and_left_alone(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadOption, match="its seed is 1, not 2"):
        Journal.resume(path, make(seed=2))
    with pytest.raises(BadOption, match="--resume"):
        Journal.begin(path, make())
    assert path.read_bytes() == before


def test_a_place_where_nothing_can_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadOption, match="name another file by --out"):
        Journal.begin(tmp_path / "file" / "results.jsonl", make())


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="begin without --resume"):
        Journal.resume(tmp_path / "nowhere.jsonl", make())
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps({"what": 1}) + "\n")
    with pytest.raises(DamagedRecord, match="line 1"):
        Journal.resume(wrong, make())
    wrong.write_text("no json\n")
    with pytest.raises(DamagedRecord, match="is not JSON"):
        read(wrong)
