"""What each kind asks, held against another way to work it out; and what becomes of wrong answers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import gravitable
from gravitable import puzzles
from gravitable.core.chance import generator
from gravitable.core.contract import Rules
from gravitable.core.events import NO_EVENTS
from gravitable.core.state import States
from gravitable.puzzles import Puzzle
from gravitable.puzzles.deep import CLEARLY
from gravitable.puzzles.gravwell_plans import applied, own_positions
from gravitable.puzzles.superstar_turns import label

KINDS = [(game, kind) for game in ("superstar", "gravwell") for kind in puzzles.kinds(game)]


def of_kind(game: str, kind: str, count: int) -> list[Puzzle]:
    found = [puzzle for puzzle in puzzles.shelf(game) if puzzle.kind == kind]
    return random.Random(7).sample(found, min(count, len(found)))


def random_answers(puzzle: Puzzle, count: int) -> Iterator[list[str]]:
    """Return answers of somebody who does anything that is legal until the answer is complete."""
    dice = random.Random(puzzle.id)
    for _ in range(count):
        actions: list[str] = []
        while not (now := puzzles.attempt(puzzle, actions)).judgement.done:
            actions.append(dice.choice(now.game.legal(puzzle.seat)))
        yield actions


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_wrong_answers_are_met_by_what_would_happen(game: str, kind: str) -> None:
    wrong = 0
    for puzzle in of_kind(game, kind, 2):
        for actions in random_answers(puzzle, 4):
            told = puzzles.attempt(puzzle, actions)
            assert told.judgement.got is not None
            assert told.judgement.needed is not None
            assert told.game.events(puzzle.seat, since=0), "something happens"
            if not told.judgement.solved:
                wrong += 1
                assert told.judgement.got < told.judgement.needed
    assert wrong, "a puzzle that anything solves is none"


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_an_invented_answer_is_refused(game: str, kind: str) -> None:
    puzzle = of_kind(game, kind, 1)[0]
    illegal = "fuel:A" if puzzles.begin(puzzle).legal(puzzle.seat)[0].startswith("s") else "steal:blue"
    with pytest.raises(gravitable.GravitableError) as refused:
        puzzles.attempt(puzzle, [illegal])
    assert refused.value.code in ("illegal-action", "unknown-action")
    with pytest.raises(gravitable.UnknownAction):
        puzzles.attempt(puzzle, ["win"])
    with pytest.raises(gravitable.BadOption, match="at most"):
        puzzles.attempt(puzzle, ["drop"] * 50)
    assert not puzzles.attempt(puzzle, []).judgement.done


def test_most_points_agrees_with_what_previews_promise() -> None:
    """Previews are worked out by other code, for the browser."""
    for puzzle in of_kind("superstar", "points", 10):
        game = puzzles.begin(puzzle)
        promised = {
            action: game.preview(puzzle.seat, action)["points"]
            + game.preview(puzzle.seat, action)["steal_points"]
            for action in game.legal(puzzle.seat)
        }
        assert max(promised.values()) == puzzle.goal
        best = {label(action) for action, points in promised.items() if points == puzzle.goal}
        assert best == {label(puzzle.answer[0])}, "only one move does it"


def test_winning_means_that_the_game_is_over_and_won() -> None:
    for puzzle in of_kind("superstar", "win", 6):
        game = puzzles.attempt(puzzle, puzzle.answer).game
        assert game.over
        assert game.result is not None
        assert game.result["winners"] == [puzzle.seat]


def test_throwing_out_two_throws_out_two() -> None:
    for puzzle in of_kind("superstar", "two", 6):
        game = puzzles.attempt(puzzle, puzzle.answer).game
        thrown = [event for event in game.events(since=0) if event.kind == "eject"]
        assert sum(event.detail["by"] == puzzle.seat for event in thrown) >= 2


def test_a_lead_that_is_lost_is_shown_to_be_lost() -> None:
    for puzzle in of_kind("superstar", "lead", 3):
        for actions in random_answers(puzzle, 6):
            told = puzzles.attempt(puzzle, actions)
            if not told.judgement.solved and told.replies:
                other = 1 - puzzle.seat
                assert {entry.seat for entry in told.game.log[-told.replies :]} == {other}
                return
    raise AssertionError("no wrong answer found")


@pytest.mark.parametrize("kind", ["reveal", "gate"])
def test_a_card_against_everything_is_never_beaten_by_what_bots_reveal(kind: str) -> None:
    """Play the answer in games where the others hold and reveal anything: the promise holds."""
    for puzzle in of_kind("gravwell", kind, 2):
        start = puzzles.begin(puzzle)
        rules, masked = start.rules, start.rules.mask(start.states, puzzle.seat)
        dice = random.Random(3)
        for number in range(25):
            states = rules.determinize(masked, generator(number))
            for rival in [seat for seat in rules.to_act(states) if seat != puzzle.seat]:
                rules.apply(states, rival, dice.choice(rules.legal(states, rival)), NO_EVENTS)
            ends = {card: _end(rules, states, puzzle.seat, card) for card in rules.legal(states, puzzle.seat)}
            best = ends[rules.action_number(puzzle.answer[0])]
            assert best == (max(ends.values()) if kind == "reveal" else 54)


def _end(rules: Rules, states: States, seat: int, card: int) -> int:
    """Return how far a card brings a ship when nobody else stops, its own stop used where that helps."""
    ends = own_positions(rules, applied(rules, states, seat, card), seat, frozenset())
    return max(position for position, _ in ends)


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_the_best_is_clearly_above_the_second(game: str) -> None:
    for puzzle in of_kind(game, "best", 1000):
        best = puzzle.chances[puzzle.answer[0]]
        same = label(puzzle.answer[0])
        others = [chance for action, chance in puzzle.chances.items() if label(action) != same]
        assert best - max(others) >= CLEARLY
