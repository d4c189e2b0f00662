"""Each level beats the one below. Quick form: level 5 thinks for a number of iterations, not for a second."""

from __future__ import annotations

import pytest

from gravitable import bots
from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.arena.standings import Standing, standings

TOP = "search:800"
"""A hundredth or so of what level 5 does in its second."""


def match(game: str, strong: str, weak: str, games: int) -> Standing:
    plan = Plan.make(game, [strong, weak], players=2, games=games, seed=1, options={})
    table = standings(plan.bots, [play_game(plan, index) for index in range(games)])
    return next(row for row in table if row.bot == strong)


def spec(game: str, level: int) -> str:
    return TOP if level == 5 else bots.levels(game)[level - 1].bot


@pytest.mark.parametrize("level", [2, 3, 4, 5])
@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_each_level_beats_the_one_below(game: str, level: int) -> None:
    # Luck weighs more in Gravwell; the upper levels think longer.
    games = 40 if game == "superstar" else 120 if level < 4 else 60
    row = match(game, spec(game, level), spec(game, level - 1), games)
    assert row.forfeits == 0
    assert row.wins.value > 0.55, f"{row.bot} won {row.wins}"


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_level_five_has_a_second(game: str) -> None:
    assert bots.levels(game)[4].bot == "search:1000ms"


def test_greedy_beats_random_nearly_always_at_superstar() -> None:
    assert match("superstar", "greedy", "random", games=100).wins.value >= 0.97
