"""Golden files: whole games as they read, a record for every way to end, and the size of the tree of play.

``python tests/make_golden.py`` makes them anew.
"""

from __future__ import annotations

import json

import pytest

import gravitable
from gravitable import Game
from make_golden import difference

from . import make_golden as golden

RECORDS = {name: golden.FOLDER / "records" / f"{name}.json" for name in golden.ENDINGS}


def names(folder: str) -> set[str]:
    return {path.stem for path in (golden.FOLDER / folder).iterdir()}


def test_no_golden_file_is_missing_or_left_over() -> None:
    assert names("playthroughs") == set(golden.PLAYTHROUGHS)
    assert names("records") == set(golden.ENDINGS)


@pytest.mark.parametrize("name", golden.PLAYTHROUGHS)
def test_a_playthrough_reads_as_it_always_did(name: str) -> None:
    problem = difference(golden.FOLDER / "playthroughs" / f"{name}.txt", golden.playthrough(name))
    assert not problem, problem


def test_playthroughs_cover_every_number_of_players_with_and_without_goodies_and_expert_end() -> None:
    tables = {(players, bool(o["goodies"]), o["expert"]) for players, o in golden.PLAYTHROUGHS.values()}
    assert len(tables) == 5 * 2 * 2
    assert {players for players, _, _ in tables} == {2, 3, 4, 5, 6}


# Records


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_bit_by_bit_to_its_end(name: str) -> None:
    text = RECORDS[name].read_text("utf-8")
    game = gravitable.replay(text)
    assert game.over
    assert game.result is not None
    assert golden.ENDINGS[name][2](game.result)
    assert json.dumps(game.record()) + "\n" == text
    assert gravitable.verify(text).word == "fair"


def test_there_is_a_record_for_every_way_to_end() -> None:
    results = {name: json.loads(path.read_text("utf-8"))["result"] for name, path in RECORDS.items()}
    reasons = {result["reason"] for result in results.values()}
    assert reasons == {"few-stars", "points-reached", "no-stars", "round-limit"}
    tie = results["tie-broken-by-tokens"]
    assert tie["scores"][0] == tie["scores"][1]
    assert tie["tokens"][tie["winners"][0]] == min(tie["tokens"])
    assert tie["tokens"][0] != tie["tokens"][1]
    shared = results["shared-victory"]
    assert shared["winners"] == [0, 1]
    assert shared["tokens"][0] == shared["tokens"][1]


# The tree of play


def test_the_tree_of_play_has_its_size() -> None:
    problem = difference(golden.FOLDER / "perft.txt", golden.perft_text())
    assert not problem, problem


def count_slowly(game: Game, depth: int) -> int:
    """Count the ways to play on by trying everything, with public functions only."""
    moves = [(seat, action) for seat in game.to_act for action in game.legal(seat)]
    if depth == 1:
        return len(moves)
    total = 0
    for seat, action in moves:
        twin = game.copy()
        twin.play(seat, action)
        total += count_slowly(twin, depth - 1)
    return total


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("goodies", [False, True])
@pytest.mark.parametrize("decisions", golden.STARTS.values())
def test_the_compiled_count_is_that_of_the_front_door(players: int, goodies: bool, decisions: int) -> None:
    game = golden.perft_start(players, goodies, decisions)
    for depth in (1, 2, 3):
        if golden.perft(game, depth) < 3000:
            assert count_slowly(game, depth) == golden.perft(game, depth)
