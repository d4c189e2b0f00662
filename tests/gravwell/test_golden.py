"""Golden files: whole games as they read, a record for every way to end, and the size of the tree of play.

``python -m tests.gravwell.make_golden`` makes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gravitable
from gravitable.gravwell.data import ENDINGS as ALL_ENDINGS

from .make_golden import ENDINGS, FOLDER, PLAYTHROUGHS, perft_lines, playthrough


def files(folder: str) -> set[str]:
    return {path.stem for path in (FOLDER / folder).iterdir()}


def test_no_golden_file_is_missing_or_left_over() -> None:
    assert files("playthroughs") == set(PLAYTHROUGHS)
    assert files("records") == set(ENDINGS)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_games_read_as_they_always_did(name: str) -> None:
    assert playthrough(name) == (FOLDER / "playthroughs" / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", ENDINGS)
def test_records_replay_to_their_end_and_are_fair(name: str) -> None:
    record = json.loads((FOLDER / "records" / f"{name}.json").read_text())
    game = gravitable.replay(record)
    assert game.result == record["result"]
    assert game.result is not None
    assert ENDINGS[name][2](game.result)
    assert gravitable.verify(record).word == "fair"


def test_there_is_a_record_for_every_way_to_end() -> None:
    paths = (FOLDER / "records").iterdir()
    reasons = {json.loads(Path(path).read_text())["result"]["reason"] for path in paths}
    assert reasons == set(ALL_ENDINGS[1:])


def test_the_tree_of_play_has_its_size() -> None:
    assert "\n".join(perft_lines()) + "\n" == (FOLDER / "perft.txt").read_text()
