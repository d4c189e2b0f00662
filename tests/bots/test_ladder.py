"""Levels are as far apart as they can be shown to be in seconds; ``make soak`` plays the long form.

Steps of Superstar are large, so that few games show them. Those of Gravwell are small: a step that wins 59% would need
some 400 games to be sure of, so the upper ones are shown two at a time.
"""

from __future__ import annotations

import pytest

from bots import ladder
from gravitable import bots

TOP = "search:800"
"""A hundredth or so of what level 5 does in its second."""


@pytest.mark.parametrize(
    ("game", "upper", "lower", "games"),
    [
        ("superstar", 2, 1, 40),
        ("superstar", 3, 2, 40),
        ("superstar", 4, 3, 24),
        ("gravwell", 2, 1, 200),
        ("gravwell", 3, 2, 200),
        ("gravwell", 5, 3, 30),
    ],
)
def test_a_level_beats_a_lower_one(game: str, upper: int, lower: int, games: int) -> None:
    row = ladder.match(game, ladder.spec(game, upper, TOP), ladder.spec(game, lower), games)
    assert row.forfeits == 0
    assert row.wins.value > 0.5, f"{row.bot} won {row.wins}"
    assert not ladder.is_off(game, row.wins), f"{row.bot} won {row.wins}, not {ladder.AIM[game]}"


@pytest.mark.parametrize(
    ("game", "bot"), [("superstar", "search:1000ms"), ("gravwell", "search:at-most-1000ms")]
)
def test_level_five_is_the_champion_with_a_second(game: str, bot: str) -> None:
    """In Gravwell it takes the whole second where games are decided, and a small part of it before (``test_pace``)."""
    assert bots.levels(game)[4].bot == bot


def test_greedy_beats_random_nearly_always_at_superstar() -> None:
    assert ladder.match("superstar", "greedy", "random", games=100).wins.value >= 0.97
