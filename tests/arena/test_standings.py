"""Counting and rating."""

from __future__ import annotations

from typing import Any

import pytest

from gravitable.arena.standings import Share, ahead, ranks, rate, seat_shares, standings


def line(game: int, seats: list[str], scores: list[int], winners: list[int] | None = None) -> dict[str, Any]:
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return {
        "game": game,
        "deal": game,
        "seats": seats,
        "scores": scores,
        "winners": best if winners is None else winners,
        "forfeit": None,
        "decisions": [10] * len(seats),
        "seconds": [0.5] * len(seats),
    }


def test_wilson_intervals() -> None:
    low, high = Share(50, 100).interval
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert Share(0, 10).interval[0] == 0
    assert 0.2 < Share(0, 10).interval[1] < 0.31
    assert Share(0, 0).interval == (0, 1)


def test_places_follow_the_winners_first_and_then_the_scores() -> None:
    assert ranks(line(0, ["a", "b", "c"], [5, 9, 7])) == [2, 0, 1]
    assert ranks(line(0, ["a", "b", "c"], [9, 9, 7], winners=[1])) == [1, 0, 2]
    assert ranks(line(0, ["a", "b", "c"], [9, 9, 7])) == [0, 0, 2]


def test_shares_count_each_seat_and_split_shared_wins() -> None:
    results = [line(0, ["a", "b", "b"], [5, 5, 1]), line(1, ["b", "a", "b"], [9, 1, 1])]
    table = {row.bot: row for row in standings(["a", "b"], results)}
    assert table["a"].wins == Share(0.5, 2)
    assert table["b"].wins == Share(1.5, 4)
    assert table["a"].mean_score == 3
    assert table["b"].to_json()["ms_per_decision"] == 50


def test_who_wins_is_rated_higher_and_more_games_make_surer() -> None:
    few = rate(["a", "b"], [line(game, ["a", "b"], [2, 1]) for game in range(3)])
    many = rate(["a", "b"], [line(game, ["a", "b"], [2, 1]) for game in range(30)])
    assert few["a"][0] > few["b"][0]
    assert many["a"][1] < few["a"][1]


def test_ratings_do_not_depend_on_the_order_in_which_games_came_in() -> None:
    results = [line(game, ["a", "b", "c"], [game % 3, game % 5, game % 4]) for game in range(20)]
    assert rate("abc", results) == rate("abc", results[::-1])


def test_a_bot_against_itself_says_nothing() -> None:
    alone = rate(["a"], [line(0, ["a", "a"], [3, 1])])
    assert alone == rate(["a"], [])


def test_ahead_counts_pairs_and_halves_ties() -> None:
    results = [line(0, ["a", "b"], [3, 1]), line(1, ["b", "a"], [2, 2]), line(2, ["a", "c"], [0, 1])]
    assert ahead("a", "b", results) == Share(1.5, 2)
    assert ahead("b", "a", results) == Share(0.5, 2)
    assert ahead("b", "c", results) == Share(0, 0)


def test_seat_shares_add_up() -> None:
    results = [line(game, ["a", "b"], [game % 2, 1]) for game in range(9)]
    shares = seat_shares(2, results)
    assert sum(share.value for share in shares) == pytest.approx(1)
