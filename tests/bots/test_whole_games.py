"""Every bot plays whole games of every kind, and only legal actions."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import gravitable
from gravitable import bots

SUPERSTAR: list[dict[str, Any]] = [
    {},
    {"goodies": ["tile", "double", "teleport"]},
    {"expert": True},
    {"expert": True, "goodies": ["teleport"]},
]
GRAVWELL: list[dict[str, Any]] = [
    {},
    {"no_secrets": True, "chaos": True},
    {"hardcore": True, "warp_gate": True},
    {"no_secrets": True, "hardcore": True, "warp_gate": True, "chaos": True},
]
CASES = [
    *(("superstar", players, options) for players, options in product(range(2, 7), SUPERSTAR)),
    *(
        ("gravwell", players, options)
        for players, options in product(range(1, 5), GRAVWELL)
        if players > 1 or not ({"hardcore", "warp_gate"} & set(options))
    ),
]


def play(name: str, players: int, options: dict[str, Any], specs: list[str]) -> gravitable.Game:
    game = gravitable.new(name, players=players, seed=7, **options)
    seated = [bots.make(specs[seat % len(specs)], name, seed=seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots.choose_action(seated[seat], game, seat))  # raises when it is illegal
    return game


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_all_bots_play_whole_games_by_the_rules(name: str, players: int, options: dict[str, Any]) -> None:
    game = play(name, players, options, ["search:15", "glance:2", "greedy", "even"])
    assert game.result is not None
    assert game.result["reason"]


def test_bots_that_could_eject_each_other_for_ever_come_to_an_end() -> None:
    for seed in range(20):
        game = gravitable.new("superstar", players=2, seed=seed)
        greedy = bots.make("greedy", "superstar", seed=seed)
        decisions = 0
        while not game.over and decisions < 3000:
            seat = game.to_act[0]
            game.play(seat, bots.choose_action(greedy, game, seat))
            decisions += 1
        assert game.over
