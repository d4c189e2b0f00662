"""Hand-made positions for every rule about the end of the game and the score."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import gravitable

from .positions import Seat, phase, table, tokens, told, told_from_turn

STAR_LIMIT = {2: 4, 3: 8, 4: 8, 5: 12, 6: 12}
POINT_LIMIT = {2: 18, 3: 24, 4: 18, 5: 24, 6: 18}
COLOUR_LETTERS = "bypgow"
# Out of everybody's way: no test moves through the upper half of the first tile.
SHELF = [f"{column}{row}" for row, column in product((1, 2, 3), "abcdef")]


def shelf(count: int, colours: str = COLOUR_LETTERS) -> dict[str, str]:
    """Return so many stars that nobody can reach."""
    return {space: f"*{colours[number % len(colours)]}" for number, space in enumerate(SHELF[:count])}


def last_turn(
    players: int, *, seats: dict[int, Seat] | None = None, cells: dict[str, str], **about: Any
) -> gravitable.Game:
    """Return a game in which the last player of a round is to move from g5 to h5, where a platform stops it."""
    last = players - 1
    return table(
        players=players,
        turn=f"{last} action",
        pawns={last: "g5 s"},
        walls="g5s h5s",
        cells=cells,
        seats=seats,
        **about,
    )


def finish(game: gravitable.Game) -> list[str]:
    """Let the last player step to h5; return what followed the turn."""
    return told_from_turn(game.play(game.to_act[0], "simple:drop-right"))


# The normal end


@pytest.mark.parametrize("players", STAR_LIMIT)
def test_the_game_ends_when_a_round_ends_with_few_stars_on_the_board(players: int) -> None:
    game = last_turn(players, cells=shelf(STAR_LIMIT[players]))
    assert game.state()["last_round"]
    assert finish(game) == ["round-end 1", "over few-stars"]
    assert game.over
    assert game.result is not None
    assert game.result["reason"] == "few-stars"


@pytest.mark.parametrize("players", STAR_LIMIT)
def test_one_star_more_and_the_game_goes_on(players: int) -> None:
    game = last_turn(players, cells=shelf(STAR_LIMIT[players] + 1))
    assert not game.state()["last_round"]
    assert finish(game)[:2] == ["round-end 1", "turn 0"]
    assert not game.over
    assert game.state()["round"] == 2


@pytest.mark.parametrize("players", STAR_LIMIT)
def test_the_star_that_brings_the_limit_may_fall_in_the_last_turn_of_the_round(players: int) -> None:
    game = last_turn(players, cells={**shelf(STAR_LIMIT[players]), "h5": "*b"})
    assert not game.state()["last_round"]
    assert finish(game) == ["round-end 1", "over few-stars"]


def test_few_stars_do_not_end_the_game_before_everybody_has_had_the_turn() -> None:
    game = table(players=3, pawns={0: "g5 s"}, walls="g5s h5s")
    assert finish(game)[0] == "turn 1"
    assert not game.over


def test_the_round_ends_before_the_first_player_whoever_that_is() -> None:
    game = table(players=3, first=2, turn="1 action", pawns={1: "g5 s"}, walls="g5s h5s", round_number=7)
    assert finish(game) == ["round-end 7", "over few-stars"]
    game = table(players=3, first=2, turn="2 action", pawns={2: "g5 s"}, walls="g5s h5s")
    assert finish(game)[0] == "turn 0"


def test_the_last_player_still_gets_the_replay_before_the_round_ends() -> None:
    game = last_turn(2, cells={}, seats={1: Seat(tokens=1)})
    assert told(game.play(1, "simple:drop-right")) == ["card drop down", "step h5"]
    assert not game.over
    assert told_from_turn(game.play(1, "end")) == ["round-end 1", "over few-stars"]


def test_stars_in_hands_do_not_count_for_the_end() -> None:
    game = last_turn(2, cells=shelf(5), seats={0: Seat(stars="blue 9"), 1: Seat(stars="white 9")})
    finish(game)
    assert not game.over


# The expert end


def test_the_expert_game_does_not_end_by_few_stars() -> None:
    game = last_turn(2, cells=shelf(1), expert=True)
    assert finish(game)[:2] == ["round-end 1", "turn 0"]


def one_point_short(limit: int) -> Seat:
    """Return a seat one point short: 5 single stars and 12 tokens make 17; with five blue ones for one, 23."""
    singles = "blue 1 yellow 1 pink 1 green 1 orange 1"
    return (
        Seat(stars=singles, tokens=12)
        if limit == 18
        else Seat(stars=f"{singles.replace('blue 1', 'blue 5')}", tokens=12)
    )


@pytest.mark.parametrize("players", POINT_LIMIT)
def test_reaching_the_points_makes_the_current_round_the_last(players: int) -> None:
    limit = POINT_LIMIT[players]
    short = one_point_short(limit)
    game = table(
        players=players,
        pawns={0: "g5 s"},
        walls="g5s h5s",
        cells={**shelf(6), "h5": "*w"},
        seats={0: short},
        expert=True,
    )
    assert game.state()["seats"][0]["points"] == limit - 1
    events = told(game.play(0, "simple:drop-right"))
    assert events == ["card drop down", "step h5", "star white h5", f"last-round {limit}"]
    assert game.state()["last_round"]
    game.play(0, "end")
    # Everybody else still has the turn; then it is over.
    for seat in range(1, players):
        assert game.to_act == (seat,)
        game.play(seat, "rotate-half")
        if game.state()["phase"] == "replay":
            game.play(seat, "end")
    assert game.over
    assert game.result is not None
    assert game.result["reason"] == "points-reached"


@pytest.mark.parametrize("players", POINT_LIMIT)
def test_one_point_less_is_not_enough(players: int) -> None:
    short = one_point_short(POINT_LIMIT[players])
    last = players - 1
    game = last_turn(players, cells=shelf(6), seats={last: short}, expert=True)
    game.play(last, "simple:drop-right")
    game.play(last, "end")
    assert not game.over
    assert not game.state()["last_round"]


def test_points_reached_for_a_moment_are_enough_even_if_a_replay_token_is_paid() -> None:
    short = Seat(stars="blue 1 yellow 1 pink 1 green 1 orange 1", tokens=12)
    game = last_turn(2, cells={**shelf(6), "h5": "r"}, seats={1: short}, expert=True)
    assert told(game.play(1, "simple:drop-right"))[-2:] == ["token h5", "last-round 18"]
    game.play(1, "replay")
    assert tokens(game, 1) == 12
    assert told_from_turn(game.play(1, "complete")) == ["round-end 1", "over points-reached"]
    assert game.result is not None
    assert game.result["scores"][1] == 17


def test_points_reached_and_then_lost_by_stealing_still_end_the_game() -> None:
    """Seat 0 reaches 18; seat 1 ejects it in the same round and steals; nobody has 18 in the end."""
    game = table(
        pawns={0: "g5 s", 1: "i5 s"},
        walls="g5s h5s i5s",
        cells={**shelf(6), "h5": "*b"},
        seats={0: Seat(stars="blue 11")},
        expert=True,
    )
    # 11 blue: 11 + 5 pairs = 16; the twelfth brings two points: 18.
    assert told(game.play(0, "simple:drop-right"))[-1] == "last-round 18"
    events = game.play(1, "simple:drop-left")
    assert told(events)[-2:] == ["eject 0 h5", "steal blue from 0"]
    assert told_from_turn(events) == ["round-end 1", "over points-reached"]
    assert game.result is not None
    assert game.result["scores"] == [16, 1]
    assert game.result["winners"] == [0]


def test_points_can_be_reached_by_stealing() -> None:
    game = table(
        pawns={0: "h5 n", 1: "g5 s"},
        turn="1 action",
        walls="g5s h5s",
        cells=shelf(6),
        seats={1: Seat(stars="blue 11"), 0: Seat(stars="blue 1")},
        expert=True,
    )
    events = game.play(1, "simple:drop-right")
    assert told(events)[-2:] == ["steal blue from 0", "last-round 18"]
    assert told_from_turn(events) == ["round-end 1", "over points-reached"]


def test_points_reached_by_entering_the_board_count() -> None:
    game = table(
        players=3,
        pawns={0: "g5 s", 2: "f6 n"},
        walls="g5s h5s",
        cells=shelf(6, "ypgo"),
        seats={1: Seat(stars="blue 13 yellow 1 pink 1 green 1 orange 1"), 2: Seat(stars="white 1")},
        expert=True,
    )
    # Seat 1 has 13 + 6 + 4 = 23; entering, it ejects seat 2 from the open door and steals the star it lacks.
    events = told_from_turn(game.play(0, "simple:drop-right"))
    assert events[-2:] == ["steal white from 2", "last-round 24"]


def test_the_normal_game_does_not_end_by_points() -> None:
    game = last_turn(2, cells={**shelf(6), "h5": "*b"}, seats={1: Seat(stars="white 12 blue 5")})
    finish(game)
    assert not game.over


def test_an_expert_round_that_ends_with_no_star_on_the_board_ends_the_game() -> None:
    game = last_turn(2, cells={"h5": "*b"}, expert=True)
    assert finish(game) == ["round-end 1", "over no-stars"]
    assert game.result is not None
    assert game.result["reason"] == "no-stars"


def test_no_star_in_the_middle_of_an_expert_round_does_not_end_it() -> None:
    game = table(pawns={0: "g5 s"}, walls="g5s h5s", cells={"h5": "*b"}, expert=True)
    assert finish(game)[0] == "turn 1"


# The limit of rounds


def test_a_limit_of_rounds_cuts_the_game_short_and_says_so() -> None:
    game = last_turn(2, cells=shelf(9), limit=3, round_number=3)
    assert finish(game) == ["round-end 3", "over round-limit"]
    assert game.result is not None
    assert game.result["reason"] == "round-limit"
    game = last_turn(2, cells=shelf(9), limit=3, round_number=2)
    finish(game)
    assert not game.over


def test_an_end_by_the_rules_in_the_last_allowed_round_is_not_called_cut_short() -> None:
    assert finish(last_turn(2, cells={}, limit=1))[-1] == "over few-stars"


# The score


def over(seats: dict[int, Seat], players: int) -> dict[str, Any]:
    game = table(
        players=players,
        turn=f"{players - 1} over",
        pawns={},
        seats=seats,
        ended_by="few-stars",
        round_number=9,
    )
    assert game.over
    assert game.to_act == ()
    assert game.result is not None
    return dict(game.result)


def test_the_books_example_of_scoring() -> None:
    """Julian, Gyom, Henri and Emma: 22, 11, 7, 22; Emma wins with fewer tokens."""
    result = over(
        {
            0: Seat(stars="blue 2 yellow 2 pink 2 orange 2 white 4", tokens=4),
            1: Seat(stars="blue 3 yellow 1 pink 3 green 1 white 1"),
            2: Seat(stars="yellow 1 green 1 orange 1 white 1", tokens=3),
            3: Seat(stars="blue 3 yellow 3 pink 4 green 2 orange 1 white 2", tokens=1),
        },
        players=4,
    )
    assert result["scores"] == [22, 11, 7, 22]
    assert result["tokens"] == [4, 0, 3, 1]
    assert result["winners"] == [3]


@pytest.mark.parametrize(
    ("stars", "points"), [(0, 0), (1, 1), (2, 3), (3, 4), (4, 6), (5, 7), (12, 18), (13, 19)]
)
def test_each_star_counts_one_and_each_pair_of_a_colour_one_more(stars: int, points: int) -> None:
    seat = Seat(stars=f"pink {stars}" if stars else "")
    assert over({0: seat}, players=2)["scores"] == [points, 0]


def test_stars_of_different_colours_make_no_pair() -> None:
    assert over({0: Seat(stars="pink 1 blue 1 white 1")}, players=2)["scores"][0] == 3


def test_each_token_counts_one() -> None:
    assert over({1: Seat(tokens=5)}, players=2)["scores"] == [0, 5]


def test_most_points_win() -> None:
    result = over({0: Seat(stars="pink 2"), 1: Seat(tokens=4), 2: Seat(stars="blue 1")}, players=3)
    assert (result["scores"], result["winners"]) == ([3, 4, 1], [1])


def test_a_tie_goes_to_the_fewest_tokens() -> None:
    result = over({0: Seat(stars="pink 1", tokens=2), 1: Seat(stars="blue 2"), 2: Seat(tokens=3)}, players=3)
    assert (result["scores"], result["winners"]) == ([3, 3, 3], [1])


def test_still_tied_players_share_the_victory() -> None:
    result = over(
        {0: Seat(stars="pink 2", tokens=1), 1: Seat(tokens=4), 2: Seat(stars="blue 2", tokens=1)}, players=3
    )
    assert (result["scores"], result["winners"]) == ([4, 4, 4], [0, 2])


def test_all_without_points_share_the_victory() -> None:
    assert over({}, players=6)["winners"] == [0, 1, 2, 3, 4, 5]


def test_phase_of_a_game_that_is_over() -> None:
    game = last_turn(2, cells={})
    finish(game)
    assert phase(game).split()[1] == "over"
    assert game.legal(0) == []
    assert game.legal(1) == []
