"""The puzzles that ship: enough of them, all different, and right: a sample is proved anew."""

from __future__ import annotations

import lzma
import os
import random
from collections import Counter

import pytest

import gravitable
from gravitable import puzzles
from gravitable.core.package import package_of
from gravitable.core.state import States
from gravitable.puzzles import BadPuzzle, Puzzle, UnknownPuzzle
from gravitable.puzzles.puzzle import identity, packed, unpacked

GAMES = ("superstar", "gravwell")
LEAST = 500
SAMPLE = 12


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_every_kind(game: str) -> None:
    shelf = puzzles.shelf(game)
    assert len(shelf) >= LEAST
    counts = Counter(puzzle.kind for puzzle in shelf)
    assert set(counts) == set(puzzles.kinds(game))
    assert min(counts.values()) >= 5, counts
    assert len({puzzle.difficulty for puzzle in shelf}) >= 3
    assert {1, 2, 3, 4, 5} >= {puzzle.difficulty for puzzle in shelf}


@pytest.mark.parametrize("game", GAMES)
def test_no_two_come_from_the_same_position(game: str) -> None:
    shelf = puzzles.shelf(game)
    assert len({puzzle.position for puzzle in shelf}) == len(shelf)
    assert len({puzzle.id for puzzle in shelf}) == len(shelf)
    # Nor do two look the same to the person who solves them.
    seen = {puzzles.begin(puzzle).rules.mask(_states(puzzle), puzzle.seat).tobytes() for puzzle in shelf}
    assert len(seen) == len(shelf)


def _states(puzzle: Puzzle) -> States:
    return gravitable.position(puzzle.position, seed=0).states


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_right_and_every_id_its_own(game: str) -> None:
    for puzzle in puzzles.shelf(game):
        assert puzzle.id == identity(game, puzzle.kind, puzzle.position)
        if puzzle.kind not in ("reveal", "gate", "lead"):  # slower: those are in the sample below
            judged = puzzles.attempt(puzzle, puzzle.answer).judgement
            assert judged.done, puzzle.id
            assert judged.solved, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_a_random_sample_is_proved_anew(game: str) -> None:
    seed = os.urandom(4).hex()
    sample = random.Random(seed).sample(puzzles.shelf(game), SAMPLE)
    for puzzle in sample:
        posed = puzzles.prove(puzzle)
        assert posed is not None, (puzzle.id, seed)
        assert posed.answer == puzzle.answer, (puzzle.id, seed)
        assert posed.goal == pytest.approx(puzzle.goal), (puzzle.id, seed)
        assert puzzles.attempt(puzzle, puzzle.answer).judgement.solved, (puzzle.id, seed)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_solver_is_told_does_not_depend_on_what_is_hidden(game: str) -> None:
    """The same puzzle with other hidden cards is judged the same: nothing leaks through a verdict."""
    for puzzle in random.Random(5).sample(puzzles.shelf(game), 8):
        real = gravitable.position(puzzle.position, seed=0)
        other = puzzles.begin(puzzle).position()
        twin = gravitable.position(other, seed=0)
        assert real.view(puzzle.seat) | {"commitment": ""} == twin.view(puzzle.seat) | {"commitment": ""}
        for action in real.legal(puzzle.seat)[:3]:
            mine = puzzles.attempt(puzzle, [action])
            theirs = puzzles.kind_of(game, puzzle.kind).judge(puzzle, twin.copy(), (action,))
            assert mine.judgement == theirs.judgement


def test_an_unknown_puzzle_kind_or_game_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownPuzzle, match="there is no puzzle"):
        puzzles.found("gravwell", "0000000000")
    with pytest.raises(UnknownPuzzle, match="reveal"):
        puzzles.kind_of("gravwell", "reveel")
    with pytest.raises(gravitable.UnknownGame):
        puzzles.shelf("tiddlywinks")


def test_a_file_survives_the_round_trip_and_a_damaged_one_is_refused() -> None:
    some = puzzles.shelf("gravwell")[:3]
    assert unpacked(packed(some), "some") == some
    with pytest.raises(BadPuzzle, match="no file of puzzles"):
        unpacked(b"nonsense", "some")
    with pytest.raises(BadPuzzle, match="line 1"):
        unpacked(lzma.compress(b'{"id": 3}\n'), "some")


@pytest.mark.parametrize("game", GAMES)
def test_the_file_is_small(game: str) -> None:
    package = package_of(game)
    assert package.file(package.shelf or "").stat().st_size < 150_000
