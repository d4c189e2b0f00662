"""Making bots by name and level, and what is no bot."""

from __future__ import annotations

import pytest

import gravitable
from gravitable import bots
from gravitable.bots import UnknownBot
from gravitable.core.errors import NotYourTurn, UnknownGame

GAMES = ("superstar", "gravwell")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", bots.KNOWN)
def test_every_known_spec_makes_a_bot_of_that_game(game: str, spec: str) -> None:
    assert bots.make(spec, game, seed=1).game == game


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("gredy", "did you mean 'greedy'"),
        ("", "known: random, glance"),
        ("level:0", "levels go from 1 to 5"),
        ("level:6", "levels go from 1 to 5"),
        ("level:", "levels go from 1 to 5"),
        ("level:one", "levels go from 1 to 5"),
        ("search:0", "at least 1"),
        ("search:0ms", "at least 1"),
        ("search:", "at least 1"),
        ("search:-5", "at least 1"),
        ("search:1.5", "at least 1"),
        ("search:100s", "milliseconds as in 'search:100ms'"),
        ("search:99999999999", "at least 1"),
        ("search:10,bais=1", "did you mean 'bias'"),
        ("search:10,bias", "takes a number"),
        ("search:10,bias=-1", "from 0 up"),
        ("search:10,bias=nan", "from 0 up"),
        ("search:10,", "at least 1|no knob|takes"),
        ("search@3:10", "no version '3'"),
        ("search:10,weights=nothing.npz", "holds no network"),
        ("glance:0", "known:"),
        ("greedy:0", "known:"),
        ("greedy:100", "known:"),
        ("random:3", "known:"),
    ],
)
def test_what_is_no_bot_is_refused_with_what_would_be_right(spec: str, hint: str) -> None:
    with pytest.raises(UnknownBot, match=hint) as caught:
        bots.make(spec, "superstar")
    assert caught.value.code == "unknown-bot"


def test_knobs_of_the_search_can_be_turned() -> None:
    game = gravitable.new("superstar", players=2, seed=3)
    seat = game.to_act[0]
    bot = bots.make("search:50,exploration=0.01,playout=0", "superstar", seed=1)
    assert bots.choose_action(bot, game, seat) in game.legal(seat)


def test_a_bot_needs_a_game() -> None:
    with pytest.raises(UnknownGame):
        bots.make("greedy", "chess")
    with pytest.raises(UnknownGame):
        bots.levels("chess")


def test_levels_go_from_one_to_five_with_names_of_their_own() -> None:
    levels = bots.levels("gravwell")
    assert [level.number for level in levels] == [1, 2, 3, 4, 5]
    assert len({level.name for level in levels}) == 5
    assert all(level.description.endswith(".") for level in levels)
    for level in levels:
        bots.make(level.bot, "gravwell", seed=1)


def test_a_bot_is_not_asked_out_of_turn() -> None:
    game = gravitable.new("superstar", players=3, seed=1)
    waiting = next(seat for seat in range(3) if seat not in game.to_act)
    with pytest.raises(NotYourTurn):
        bots.choose_action(bots.make("random", "superstar", 1), game, waiting)
