"""Where a search spends its time: where Gravwell is decided, and over a game no more than it was given."""

from __future__ import annotations

import random

import pytest

import gravitable
from gravitable import bots
from gravitable.bots.base import UnknownBot
from gravitable.bots.minds import Pace
from gravitable.bots.search import Budget, SearchBot
from gravitable.core.game import Game


def search(spec: str, game: str) -> SearchBot:
    bot = bots.make(spec, game, seed=1)
    assert isinstance(bot, SearchBot)
    return bot


def budget(bot: SearchBot, game: Game) -> Budget:
    """Return how long a bot would think about the next decision of a game."""
    return bot.budget_for(game.rules.mask(game.states, game.to_act[0]))


def games_at_random(name: str, players: int, count: int) -> list[list[Game]]:
    """Return every decision with a choice of some games that are played at random."""
    dice, found = random.Random(players), []
    for seed in range(count):
        game, moments = gravitable.new(name, players=players, seed=seed), []
        while not game.over:
            seat = game.to_act[0]
            legal = game.legal(seat)
            if len(legal) > 1:
                moments.append(game.copy())
            game.play(seat, dice.choice(legal))
        found.append(moments)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_gravwell_takes_no_more_than_was_asked_for(players: int) -> None:
    """At random fewer decisions fall where much is decided than between searches, which keep their stops."""
    bot = search("search:100cpu-ms", "gravwell")
    spent = [budget(bot, m).milliseconds for game in games_at_random("gravwell", players, 12) for m in game]
    assert 70 < sum(spent) / len(spent) <= 100


def test_the_last_round_gets_most_of_it_and_iterations_are_left_alone() -> None:
    timed, counted = search("search:100ms", "gravwell"), search("search:100", "gravwell")
    for moment in games_at_random("gravwell", 2, 1)[0]:
        is_last = moment.view(0)["round"] == 6
        assert budget(timed, moment) == Budget(milliseconds=450 if is_last else 10)
        assert budget(counted, moment) == Budget(iterations=100)


def test_with_more_players_the_gate_may_end_the_game_in_any_round() -> None:
    """Whoever is near it makes a decision count."""
    bot, seen = search("search:100ms", "gravwell"), set()
    for moment in games_at_random("gravwell", 4, 4)[3]:
        ships = [ship for ship in moment.view(0)["ships"] if ship["kind"] == "player"]
        counts = moment.view(0)["round"] == 6 or max(ship["position"] for ship in ships) >= 42
        assert budget(bot, moment) == Budget(milliseconds=300 if counts else 30)
        seen.add(counts)
    assert seen == {True, False}


def test_no_budget_becomes_nothing_and_at_most_means_at_most() -> None:
    assert Budget(milliseconds=1).at(Pace(0.2, 5.0)) == Budget(milliseconds=1)
    assert Budget.read("10cpu-ms").at(Pace(0.2, 5.0)) == Budget(milliseconds=2, of_processor=True)
    longest = Budget.read("at-most-100ms")
    assert str(longest) == "at-most-100ms"
    assert [longest.at(Pace(now, 4.0)).milliseconds for now in (1.0, 4.0)] == [25, 100]
    with pytest.raises(UnknownBot, match="at-most"):
        Budget.read("at-most-100")


@pytest.mark.parametrize(
    ("name", "spec"),
    [("gravwell", "search@1:100ms"), ("superstar", "search:100ms"), ("gravwell-solo", "search:100ms")],
)
def test_others_take_the_same_time_for_every_decision(name: str, spec: str) -> None:
    game, _, solo = name.partition("-")
    bot = search(spec, game)
    for moment in games_at_random(game, 1 if solo else 2, 1)[0]:
        assert budget(bot, moment) == Budget(milliseconds=100)


@pytest.mark.parametrize(("name", "players"), [("superstar", 2), ("gravwell", 2), ("gravwell", 4)])
def test_nobody_waits_more_than_a_second_for_the_best_level(name: str, players: int) -> None:
    bot = search("level:5", name)
    assert max(budget(bot, moment).milliseconds for moment in games_at_random(name, players, 1)[0]) == 1000
