"""Hand-made positions for what entering a space brings: stars and tokens, ejection and stealing."""

from __future__ import annotations

from typing import Any

import pytest

import gravitable

from .positions import Seat, open_door, path, pawn, phase, seat_of, space, stars, table, tokens, told

# A shaft for falls: the pawn stands on b1 and steps right into column c, which ends on the platform of c5.
SHAFT = "b1s c5s"


def fall_through(
    cells: dict[str, str], pawns: dict[int, str] | None = None, **about: Any
) -> tuple[gravitable.Game, list[str]]:
    """Let seat 0 step into the shaft; return the game and what happened there."""
    game = table(pawns={0: "b1 s", **(pawns or {})}, walls=SHAFT, cells=cells, **about)
    events = told(game.play(0, "simple:drop-right"))
    assert events[0] == "card drop down"
    return game, events[1:]


# Stars


def test_a_star_on_an_entered_space_is_taken() -> None:
    game, events = fall_through({"c5": "*b"})
    assert events == ["step c1", "fall c2", "fall c3", "fall c4", "fall c5", "star blue c5", "land c5"]
    assert stars(game, 0) == {"blue": 1}


def test_each_step_of_a_move_collects_in_order() -> None:
    game, events = fall_through({"c1": "*b", "c3": "*w", "c4": "*b"})
    assert events == [
        *("step c1", "star blue c1", "fall c2", "fall c3", "star white c3"),
        *("fall c4", "star blue c4", "fall c5", "land c5"),
    ]
    assert stars(game, 0) == {"blue": 2, "white": 1}


@pytest.mark.parametrize(("jump", "passed"), [("long-right", "c1"), ("high-right", "b6")])
def test_a_jump_collects_on_its_first_space_too(jump: str, passed: str) -> None:
    game = table(pawns={0: "b1 s"}, walls="b1s d1s c6s", cells={passed: "*p"})
    events = told(game.play(0, jump))
    assert events[1:3] == [f"step {passed}", f"star pink {passed}"]


def test_taking_a_star_uncovers_its_symbol() -> None:
    game, _ = fall_through({"c3": "*g", "c4": "ro"})
    assert space(game, "c3") == {"space": "c3", "walls": "", "symbol": "star", "star": None}
    assert (space(game, "c4")["symbol"], space(game, "c4")["star"]) == ("replay", None)


def test_a_star_on_a_replay_symbol_gives_the_star_and_no_token() -> None:
    game, events = fall_through({"c3": "ry"})
    assert "star yellow c3" in events
    assert (stars(game, 0), tokens(game, 0)) == ({"yellow": 1}, 0)


def test_a_bare_star_symbol_gives_nothing() -> None:
    game, events = fall_through({"c3": "*"})
    assert all(line.split()[0] in ("step", "fall", "land") for line in events)
    assert (stars(game, 0), tokens(game, 0)) == ({}, 0)


# Replay tokens


def test_a_bare_replay_symbol_gives_a_token() -> None:
    game, events = fall_through({"c3": "r"})
    assert events[2:4] == ["fall c3", "token c3"]
    assert (tokens(game, 0), game.state()["supply"]) == (1, 17)


def test_several_tokens_can_be_collected_in_one_move() -> None:
    game, events = fall_through({"c1": "r", "c3": "r", "c5": "r"})
    assert [line for line in events if line.startswith("token")] == ["token c1", "token c3", "token c5"]
    assert tokens(game, 0) == 3


def test_an_empty_supply_gives_no_token() -> None:
    game, events = fall_through({"c3": "r"}, seats={1: Seat(tokens=18)})
    assert not any(line.startswith("token") for line in events)
    assert (tokens(game, 0), game.state()["supply"]) == (0, 0)
    assert phase(game) == "1 action"


def test_the_last_token_of_the_supply_goes_to_the_first_symbol() -> None:
    game, events = fall_through({"c3": "r", "c5": "r"}, seats={1: Seat(tokens=17)})
    assert [line for line in events if line.startswith("token")] == ["token c3"]
    assert game.state()["supply"] == 0


def test_no_token_where_a_pawn_was() -> None:
    game, events = fall_through({"c3": "r"}, pawns={1: "c3 n"})
    assert events[2:5] == ["fall c3", "eject 1 c3", "fall c4"]
    assert tokens(game, 0) == 0


# Ejection and stealing


def test_an_ejected_pawn_leaves_the_board() -> None:
    game, events = fall_through({}, players=3, pawns={2: "c3 e"})
    assert "eject 2 c3" in events
    assert pawn(game, 2) == "off"
    assert pawn(game, 0) == "c5 s"


@pytest.mark.parametrize("feet", "nesw")
def test_ejection_does_not_ask_where_the_other_pawns_feet_point(feet: str) -> None:
    _, events = fall_through({}, players=3, pawns={2: f"c5 {feet}"})
    assert events[-2:] == ["eject 2 c5", "land c5"]


def test_an_ejected_player_takes_all_own_played_cards_back() -> None:
    game, _ = fall_through({}, players=3, pawns={2: "c3 e"}, seats={2: Seat(up="long wild", down="drop")})
    after = seat_of(game, 2)
    assert after["hand"] == ["long", "high", "drop", "rotate", "wild"]
    assert (after["face_up"], after["face_down"]) == ([], [])
    # They are known again to everybody.
    assert game.view(None)["seats"][2]["hand"] == ["long", "high", "drop", "rotate", "wild"]


def test_an_ejected_player_keeps_goodies_in_hand() -> None:
    game, _ = fall_through({}, players=3, pawns={2: "c3 e"}, seats={2: Seat(up="long", goodies="tile")})
    assert seat_of(game, 2)["hand"] == ["long", "high", "drop", "rotate", "wild", "tile"]


def test_the_one_who_ejects_chooses_one_star_or_one_token() -> None:
    victim = Seat(stars="blue 2 green 1", tokens=3)
    game, _ = fall_through({}, players=3, pawns={2: "c3 e"}, seats={2: victim})
    assert phase(game) == "0 steal"
    assert game.legal(0) == ["steal:blue", "steal:green", "steal:token"]
    assert game.state()["steals"] == [2]
    taken = game.copy()
    assert told(taken.play(0, "steal:green")) == ["steal green from 2"]
    assert (stars(taken, 0), stars(taken, 2), tokens(taken, 2)) == ({"green": 1}, {"blue": 2}, 3)
    game.play(0, "steal:token")
    assert (tokens(game, 0), tokens(game, 2), stars(game, 2)) == (1, 2, {"blue": 2, "green": 1})


def test_stealing_is_mandatory() -> None:
    game, _ = fall_through({}, pawns={1: "c3 e"}, seats={0: Seat(tokens=1), 1: Seat(stars="blue 1 pink 1")})
    for action in ("end", "replay", "complete", "steal:token", "steal:yellow"):
        with pytest.raises(gravitable.IllegalAction):
            game.play(0, action)


def test_nothing_is_stolen_from_who_has_nothing() -> None:
    game, events = fall_through({}, pawns={1: "c3 e"})
    assert not any(line.startswith("steal") for line in events)
    assert phase(game) == "1 action"


@pytest.mark.parametrize(
    ("victim", "what"),
    [
        (Seat(stars="pink 1"), "pink"),
        (Seat(stars="pink 4"), "pink"),
        (Seat(tokens=1), "token"),
        (Seat(tokens=5), "token"),
    ],
)
def test_a_steal_with_one_distinct_thing_to_take_makes_itself(victim: Seat, what: str) -> None:
    _, events = fall_through({}, players=3, pawns={2: "c3 e"}, seats={2: victim})
    assert events[-1] == f"steal {what} from 2"
    assert events.index("eject 2 c3") < events.index("land c5") < len(events) - 1


def test_one_colour_and_a_token_is_a_choice() -> None:
    game, _ = fall_through({}, pawns={1: "c3 e"}, seats={1: Seat(stars="pink 1", tokens=1)})
    assert game.legal(0) == ["steal:pink", "steal:token"]


def test_each_ejection_of_a_move_brings_its_own_choice_in_the_order_of_ejection() -> None:
    choosy = Seat(stars="blue 1 green 1")
    game, events = fall_through(
        {},
        players=4,
        pawns={1: "c5 n", 2: "c4 w", 3: "c2 e"},
        seats={1: choosy, 2: Seat(tokens=2), 3: choosy},
    )
    assert [line for line in events if line.startswith("eject")] == ["eject 3 c2", "eject 2 c4", "eject 1 c5"]
    assert game.state()["steals"] == [3, 2, 1]
    assert told(game.play(0, "steal:blue")) == ["steal blue from 3", "steal token from 2"]
    assert game.state()["steals"] == [1]
    assert told(game.play(0, "steal:blue")) == ["steal blue from 1"]
    assert stars(game, 0) == {"blue": 2}
    # The token stolen on the way pays for a replay.
    assert phase(game) == "0 replay"


def test_victims_with_nothing_are_passed_over() -> None:
    game, _ = fall_through(
        {}, players=4, pawns={1: "c2 n", 2: "c3 w", 3: "c4 e"}, seats={3: Seat(stars="blue 1 pink 1")}
    )
    assert game.state()["steals"] == [3]
    assert game.legal(0) == ["steal:blue", "steal:pink"]


def test_steals_are_settled_when_the_whole_move_has_ended_and_before_replay() -> None:
    game, events = fall_through(
        {"c4": "*w", "c5": "r"}, pawns={1: "c2 n"}, seats={1: Seat(stars="blue 1 pink 1")}
    )
    assert events[-4:] == ["star white c4", "fall c5", "token c5", "land c5"]
    assert phase(game) == "0 steal"
    game.play(0, "steal:pink")
    assert phase(game) == "0 replay"


def test_a_stolen_token_pays_for_the_replay_of_the_same_turn() -> None:
    game, events = fall_through({}, pawns={1: "c2 n"}, seats={1: Seat(tokens=1)})
    assert events[-1] == "steal token from 1"
    assert game.legal(0) == ["replay", "end"]
    game.play(0, "replay")
    assert (tokens(game, 0), game.state()["supply"], phase(game)) == (0, 18, "0 action")


def test_a_token_stolen_by_the_second_action_waits_for_the_next_turn() -> None:
    """The end of the book's example of a complete turn."""
    game = table(
        pawns={0: "b1 s", 1: "c3 e"},
        walls=SHAFT,
        seats={0: Seat(tokens=1), 1: Seat(tokens=1)},
        turn="0 replay",
    )
    game.play(0, "replay")
    events = told(game.play(0, "simple:drop-right"))
    assert events[-1] == "steal token from 1"
    assert tokens(game, 0) == 1
    assert phase(game) == "1 action"


def test_a_star_is_not_taken_in_the_step_that_ejects() -> None:
    """A pawn never stands on a star, so there is nothing but the pawn; the next steps collect as usual."""
    _, events = fall_through({"c3": "*", "c4": "*b"}, pawns={1: "c3 e"})
    assert events[2:6] == ["fall c3", "eject 1 c3", "fall c4", "star blue c4"]


def test_entering_ones_own_first_space_again_counts_as_entering() -> None:
    game = table(pawns={0: "b1 s"}, walls="a1s b1s", cells={"b1": "r"}, seats={0: Seat(goodies="double")})
    events = told(game.play(0, "double-left-right"))
    assert events[2:] == ["step a1", "step b1", "token b1"]


# The Open Door


def test_entering_the_open_doors_space_moves_it_on() -> None:
    game = table(pawns={0: "b1 s"}, walls=f"{SHAFT}", cells={"c5": "(v)"})
    events = told(game.play(0, "simple:drop-right"))
    assert events[-3:] == ["fall c5", "open-door l6", "land c5"]
    # Seat 1 then entered at l6, and with c5 occupied the open door stays there.
    assert (pawn(game, 1), open_door(game)) == ("l6 s", "l6")


def test_passing_through_the_open_door_is_entering() -> None:
    game = table(players=3, pawns={0: "b1 s"}, walls=f"{SHAFT} c3e", cells={"c3": "(>)"})
    events = told(game.play(0, "simple:drop-right"))
    assert events[2:] == ["fall c2", "fall c3", "open-door l6", "fall c4", "fall c5", "land c5"]


def test_entering_a_closed_door_does_nothing() -> None:
    game = table(players=3, pawns={0: "b1 s"}, walls=f"{SHAFT} c3e", cells={"c3": ">"}, opened=1)
    assert path(game.play(0, "simple:drop-right"))[-1] == "land c5"
    # Seat 1 entered at the open door l6 (place 1), which then moved on to the bottom-right tile.
    assert pawn(game, 1) == "l6 s"
    assert open_door(game) == "l12"


@pytest.mark.parametrize(
    ("players", "doors"),
    [
        (2, ["f6", "l6"]),
        (3, ["f6", "l6", "l12", "f12"]),
        (4, ["f6", "l6", "l12", "f12"]),
        (5, ["f6", "l6", "r6", "r12", "l12", "f12"]),
        (6, ["f6", "l6", "r6", "r12", "l12", "f12"]),
    ],
)
def test_the_open_door_goes_clockwise(players: int, doors: list[str]) -> None:
    for place, door in enumerate(doors):
        above = f"{door[0]}{int(door[1:]) - 1}"
        game = table(players=players, pawns={0: f"{above} s"}, opened=place)
        following = doors[(place + 1) % len(doors)]
        assert told(game.play(0, "drop"))[1:] == [f"step {door}", f"open-door {following}"]


def test_the_open_door_skips_doors_with_a_pawn() -> None:
    game = table(players=4, pawns={0: "f5 s", 1: "l6 s", 2: "l12 s"})
    assert told(game.play(0, "drop"))[1:] == ["step f6", "open-door f12"]


def test_the_open_door_stays_when_no_door_is_free() -> None:
    game = table(players=4, pawns={0: "f5 s", 1: "l6 s", 2: "l12 s", 3: "f12 e"})
    assert told(game.play(0, "drop"))[1:] == ["step f6"]
    assert open_door(game) == "f6"


def test_with_two_tiles_and_the_other_door_occupied_the_open_door_stays() -> None:
    game = table(pawns={0: "f5 s", 1: "l6 s"})
    assert told(game.play(0, "drop"))[1:] == ["step f6"]
    assert open_door(game) == "f6"


def test_ejection_on_the_open_door_comes_first_then_the_door_moves_on() -> None:
    game = table(players=3, pawns={0: "f5 s", 2: "f6 s"}, seats={2: Seat(stars="blue 1")})
    assert told(game.play(0, "drop"))[1:] == ["step f6", "eject 2 f6", "open-door l6", "steal blue from 2"]


def test_a_door_freed_by_an_ejection_earlier_in_the_move_is_free() -> None:
    """Seat 0 falls through the door c2 (ejecting there) and on into the open door c8 below it."""
    game = table(
        players=3,
        pawns={0: "b1 s", 1: "l6 s", 2: "c2 n"},
        walls="b1s c2e c8s l12s",
        cells={"c2": ">", "c8": "(v)", "l12": "v"},
    )
    events = told(game.play(0, "simple:drop-right"))
    assert "eject 2 c2" in events
    # Clockwise from the bottom-left tile comes the top-left one: its door c2 is free again.
    assert events[-2:] == ["open-door c2", "land c8"]


def test_the_entering_pawn_counts_as_standing_on_this_door_only() -> None:
    """It fell through c2's door a moment ago, but stands on c8 now, so c2 is free."""
    game = table(players=3, pawns={0: "b1 s"}, walls="b1s c2e c8s", cells={"c2": ">", "c8": "(v)"})
    assert told(game.play(0, "simple:drop-right"))[-2:] == ["open-door c2", "land c8"]
