"""Analysis: sensible numbers, legal actions, nothing that a seat may not know."""

from __future__ import annotations

import json

import pytest

import gravitable
from bots.moments import other_world, positions
from gravitable.bots import UnknownBot
from gravitable.core.errors import BadSeat, GameOver, NotYourTurn


@pytest.mark.parametrize(
    ("name", "players"), [("superstar", 2), ("superstar", 5), ("gravwell", 2), ("gravwell", 4)]
)
def test_numbers_are_sensible_and_actions_legal(name: str, players: int) -> None:
    for game in positions(name, players, every=13):
        seat = game.to_act[0]
        analysis = gravitable.analyse(game, seat, budget=300)
        legal = game.legal(seat)
        actions = [prospect.action for prospect in analysis.prospects]
        assert set(actions) <= set(legal)
        assert len(set(actions)) == len(actions)
        assert analysis.iterations == 300 == sum(prospect.visits for prospect in analysis.prospects)
        assert all(0 <= prospect.win_chance <= 1 for prospect in analysis.prospects)
        visits = [prospect.visits for prospect in analysis.prospects]
        assert visits == sorted(visits, reverse=True)
        assert json.loads(json.dumps(analysis.to_json()))["actions"][0]["action"] == analysis.best.action


def test_the_continuation_can_be_played_as_far_as_nothing_is_hidden() -> None:
    game = gravitable.new("superstar", players=2, seed=6)
    best = gravitable.analyse(game, game.to_act[0], budget=2000).best
    assert best.continuation
    game.play(game.to_act[0], best.action)
    for step in best.continuation:
        assert step.seat in game.to_act
        assert step.action in game.legal(step.seat)
        game.play(step.seat, step.action)


def test_analysis_gives_nothing_away() -> None:
    for game in positions("gravwell", 3, every=17):
        seat = game.to_act[0]
        twin = other_world(game, seat, seed=1)
        mine, theirs = (gravitable.analyse(table, seat, budget=100) for table in (game, twin))
        assert mine == theirs


def test_a_won_game_is_seen_as_won() -> None:
    """One round to go, far ahead: every sensible number says so."""
    game = gravitable.new("superstar", players=2, seed=1, rounds=1)
    seat = game.to_act[0]
    game.states[0].stars[seat, 0] = 12
    analysis = gravitable.analyse(game, seat, budget=100)
    assert all(prospect.win_chance > 0.95 for prospect in analysis.prospects)
    assert analysis.best.expected_score >= 18


def test_bad_input() -> None:
    game = gravitable.new("superstar", players=2, seed=1, rounds=1)
    other = 1 - game.to_act[0]
    with pytest.raises(NotYourTurn):
        gravitable.analyse(game, other, budget=10)
    with pytest.raises(BadSeat):
        gravitable.analyse(game, 9, budget=10)
    with pytest.raises(UnknownBot, match="no budget"):
        gravitable.analyse(game, game.to_act[0], budget=0)
    while not game.over:
        game.play(game.to_act[0], game.legal(game.to_act[0])[-1])
    with pytest.raises(GameOver):
        gravitable.analyse(game, 0, budget=10)
