"""Who plays whom: every lineup on every deal in every rotation."""

from __future__ import annotations

from collections import Counter

import pytest

import gravitable
from gravitable.arena.plan import Plan
from gravitable.bots import UnknownBot
from gravitable.core.errors import BadOption, UnknownGame, WrongPlayerCount


def make(bots: list[str], players: int, games: int = 24, seed: int = 1, game: str = "superstar") -> Plan:
    return Plan.make(game, bots, players, games, seed, {})


def test_seats_rotate_and_everybody_plays_the_same_deal() -> None:
    plan = make(["random", "greedy"], players=2)
    assert plan.seating(0) == ("random", "greedy")
    assert plan.seating(1) == ("greedy", "random")
    assert plan.deal_seed(0) == plan.deal_seed(1) != plan.deal_seed(2)


def test_the_last_bot_fills_the_seats_that_are_left() -> None:
    plan = make(["greedy", "random"], players=4)
    seats = [plan.seating(index).index("greedy") for index in range(4)]
    assert sorted(seats) == [0, 1, 2, 3]
    assert all(plan.seating(index).count("random") == 3 for index in range(4))
    assert len({plan.deal(index) for index in range(4)}) == 1


def test_everybody_meets_everybody_equally_often_on_every_seat() -> None:
    plan = make(["random", "greedy", "search:5"], players=2, games=60)
    assert len(plan.lineups()) == 3
    seen = Counter((seat, bot) for index in range(60) for seat, bot in enumerate(plan.seating(index)))
    assert set(seen.values()) == {20}
    pairs = Counter(frozenset(plan.seating(index)) for index in range(60))
    assert set(pairs.values()) == {20}


def test_deals_and_bots_have_seeds_of_their_own() -> None:
    plan, other = make(["random", "greedy"], 2, seed=1), make(["random", "greedy"], 2, seed=2)
    assert plan.deal_seed(0) != other.deal_seed(0)
    assert len({plan.bot_seed(index, seat) for index in range(10) for seat in range(2)}) == 20


def test_a_plan_survives_its_json() -> None:
    plan = Plan.make("superstar", ["greedy"], 3, 10, 5, {"goodies": ["tile"]})
    assert Plan.from_json(plan.to_json()) == plan
    assert plan.options["rounds"] == 200, "a tournament must come to an end"


def test_the_options_reach_the_table() -> None:
    plan = Plan.make("gravwell", ["random"], 2, 4, 5, {"hardcore": True})
    game = gravitable.new("gravwell", players=2, seed=1, **plan.options)
    assert game.options["hardcore"] is True


def test_bad_plans_are_refused() -> None:
    with pytest.raises(UnknownGame):
        make(["greedy"], 2, game="chess")
    with pytest.raises(UnknownBot):
        make(["greedy", "clever"], 2)
    with pytest.raises(UnknownBot, match="level"):
        make(["level:9"], 2)
    with pytest.raises(UnknownBot, match="no budget"):
        make(["search:0"], 2)
    with pytest.raises(UnknownBot, match="cannot load"):
        make(["no_such_module:make"], 2)
    with pytest.raises(UnknownBot, match="cannot load"):
        make(["arena.odd_bots:no_such_bot"], 2)
    with pytest.raises(WrongPlayerCount):
        make(["greedy"], 9)
    with pytest.raises(BadOption, match="named twice"):
        make(["greedy", "greedy"], 2)
    with pytest.raises(BadOption, match="at least one bot"):
        make([], 2)
    with pytest.raises(BadOption, match="at least 1 game"):
        make(["greedy"], 2, games=0)
