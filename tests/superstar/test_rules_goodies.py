"""Hand-made positions for every rule about the three goodies."""

from __future__ import annotations

import pytest

import gravitable

from .positions import (
    FEET,
    Seat,
    open_door,
    path,
    pawn,
    seat_of,
    stars,
    table,
    told,
)

# Passing on


@pytest.mark.parametrize("action", ["tile-half", "double-left-left", "teleport"])
def test_a_goodie_played_face_up_passes_to_the_next_player_before_its_effect(action: str) -> None:
    goodie = action.split("-", maxsplit=1)[0]
    game = table(players=3, pawns={0: "d3 s"}, walls="d3s", seats={0: Seat(goodies=goodie)})
    events = told(game.play(0, action))
    assert events[:2] == [f"card {goodie} up", f"pass {goodie} to 1"]
    assert len(events) > 2
    assert goodie in seat_of(game, 1)["hand"]
    assert (seat_of(game, 0)["face_up"], seat_of(game, 0)["face_down"]) == ([], [])


@pytest.mark.parametrize("goodie", ["tile", "double", "teleport"])
def test_a_goodie_played_face_down_passes_on_too_and_everybody_knows_it(goodie: str) -> None:
    game = table(players=3, pawns={0: "d3 s"}, walls="e3s", seats={0: Seat(goodies=goodie)})
    events = told(game.play(0, f"simple:{goodie}-right"))
    assert events == [f"card {goodie} down", f"pass {goodie} to 1", "step e3"]
    assert game.view(None)["seats"][1]["goodies"] == [goodie]
    assert game.view(2)["seats"][0]["face_down_count"] == 0
    assert [event.detail["card"] for event in game.events(None) if event.kind == "card"] == [goodie]


def test_the_left_neighbour_of_the_last_seat_is_the_first() -> None:
    game = table(
        players=3, turn="2 action", pawns={2: "d3 s"}, walls="d3s", seats={2: Seat(goodies="tile")}, first=2
    )
    assert told(game.play(2, "tile-half"))[1] == "pass tile to 0"


def test_a_goodie_never_lies_among_the_played_cards_so_it_gives_nothing_to_complete() -> None:
    game = table(pawns={0: "d3 s"}, walls="e3s", seats={0: Seat(goodies="tile", tokens=1)})
    game.play(0, "simple:tile-right")
    game.play(0, "replay")
    assert "complete" not in game.legal(0)


def test_the_receiver_can_play_the_goodie_in_the_very_next_turn() -> None:
    game = table(pawns={0: "d3 s", 1: "i3 s"}, walls="e3s", seats={0: Seat(goodies="tile")})
    game.play(0, "simple:tile-right")
    assert {"tile-cw", "tile-ccw", "tile-half", "simple:tile-left"} <= set(game.legal(1))


def test_wild_never_copies_a_goodie() -> None:
    game = table(pawns={0: "d3 s"}, seats={0: Seat(goodies="tile double teleport")})
    wild = {action.removeprefix("wild:") for action in game.legal(0) if action.startswith("wild:")}
    assert wild == {
        "long-left",
        "long-right",
        "high-left",
        "high-right",
        "drop",
        "rotate-cw",
        "rotate-ccw",
        "rotate-half",
    }
    with pytest.raises(gravitable.UnknownAction):
        game.play(0, "wild:teleport")


def test_goodie_actions_need_the_goodie_in_hand() -> None:
    game = table(pawns={0: "d3 s", 1: "i3 s"}, seats={1: Seat(goodies="tile double teleport")})
    assert not any(
        action.startswith(("tile", "double", "teleport", "simple:t", "simple:do")) for action in game.legal(0)
    )


def test_a_goodie_of_the_ejected_receiver_stays_in_its_hand() -> None:
    game = table(pawns={0: "d3 s", 1: "f6 s"}, seats={0: Seat(goodies="teleport")})
    events = told(game.play(0, "teleport"))
    assert events[:4] == ["card teleport up", "pass teleport to 1", "teleport f6", "eject 1 f6"]
    assert "teleport" in seat_of(game, 1)["hand"]


# Double Jump


@pytest.mark.parametrize(
    ("action", "steps"),
    [
        ("double-left-left", ["c3", "b3"]),
        ("double-left-right", ["c3", "d3"]),
        ("double-right-left", ["e3", "d3"]),
        ("double-right-right", ["e3", "f3"]),
    ],
)
def test_double_jump_is_two_steps_with_a_free_choice_of_sides(action: str, steps: list[str]) -> None:
    game = table(pawns={0: "d3 s"}, walls="b3s c3s d3s e3s f3s", seats={0: Seat(goodies="double")})
    assert path(game.play(0, action)) == [f"step {step}" for step in steps]
    assert pawn(game, 0) == f"{steps[1]} s"


@pytest.mark.parametrize(("feet", "first"), [("n", "e3"), ("e", "d4"), ("w", "d2")])
def test_double_jump_sides_are_the_pawns_own(feet: str, first: str) -> None:
    game = table(pawns={0: f"d3 {feet}"}, seats={0: Seat(goodies="double")})
    assert path(game.play(0, "double-left-right"))[0] == f"step {first}"


def test_double_jump_falls_after_each_step() -> None:
    game = table(
        """
        +   +   +   +   +
          0v
        +---+   +   +   +

        +   +   +   +   +

        +   +---+   +   +

        +   +   +   +   +

        +   +   +---+   +
        """,
        cells={"b2": "*b", "c4": "r"},
        seats={0: Seat(goodies="double")},
    )
    events = told(game.play(0, "double-right-right"))
    assert events[2:] == [
        *("step b1", "fall b2", "star blue b2", "fall b3", "land b3"),
        *("step c3", "fall c4", "token c4", "fall c5", "land c5"),
    ]


def double_jumps(walls: str) -> list[str]:
    game = table(pawns={0: "d1 s"}, walls=f"d1s {walls}", seats={0: Seat(goodies="double")})
    return [action.removeprefix("double-") for action in game.legal(0) if action.startswith("double")]


ALL_FOUR = ["left-left", "left-right", "right-left", "right-right"]


@pytest.mark.parametrize(
    ("walls", "legal"),
    [
        ("c3s e3s", ALL_FOUR),
        ("c3s e3s d1w", ["right-left", "right-right"]),
        ("c3s e3s d1w d1e", []),
        # What stands beside the landing counts, not what stands beside the space before the fall.
        ("c3s e3s c3w", ["left-right", "right-left", "right-right"]),
        ("c3s e3s c3w c3e", ["right-left", "right-right"]),
        ("c3s e3s c1w c2w", ALL_FOUR),
    ],
)
def test_double_jump_is_legal_only_if_both_steps_can_be_made(walls: str, legal: list[str]) -> None:
    assert double_jumps(walls) == legal


def test_double_jump_ejects_on_both_legs_and_steals_in_that_order() -> None:
    loser = Seat(stars="blue 1 white 1")
    game = table(
        players=3,
        pawns={0: "d3 s", 1: "b3 n", 2: "c3 n"},
        walls="b3s c3s d3s",
        seats={0: Seat(goodies="double"), 1: loser, 2: loser},
    )
    events = told(game.play(0, "double-left-left"))
    assert events[2:] == ["step c3", "eject 2 c3", "step b3", "eject 1 b3"]
    assert game.state()["steals"] == [2, 1]


def test_the_open_door_can_move_in_the_middle_of_a_double_jump() -> None:
    game = table(
        players=3, pawns={0: "d6 s"}, walls="d6s e6s", cells={"e6": "(v)"}, seats={0: Seat(goodies="double")}
    )
    assert told(game.play(0, "double-right-right"))[2:5] == ["step e6", "open-door l6", "step f6"]


# Teleport


@pytest.mark.parametrize("feet", "nesw")
def test_teleport_goes_to_the_open_door_and_the_feet_keep_their_direction(feet: str) -> None:
    game = table(
        players=3,
        pawns={0: f"b2 {feet}"},
        walls="e4n e4e e4s e4w",
        cells={"e4": "(v)"},
        seats={0: Seat(goodies="teleport")},
    )
    assert told(game.play(0, "teleport"))[2:] == ["teleport e4", "open-door l6"]
    assert pawn(game, 0) == f"e4 {feet}"


def test_after_a_teleport_the_pawn_falls_where_its_feet_point() -> None:
    game = table(
        players=3,
        pawns={0: "b2 w"},
        walls="e4s c4w",
        cells={"e4": "(v)"},
        seats={0: Seat(goodies="teleport")},
    )
    events = told(game.play(0, "teleport"))
    assert events[2:] == ["teleport e4", "open-door l6", "fall d4", "fall c4", "land c4"]


def test_teleport_ejects_who_is_there() -> None:
    game = table(
        players=3,
        pawns={0: "b2 s", 2: "f6 e"},
        seats={0: Seat(goodies="teleport"), 2: Seat(up="drop", stars="white 2")},
    )
    events = told(game.play(0, "teleport"))
    assert events[2:] == ["teleport f6", "eject 2 f6", "open-door l6", "steal white from 2"]
    assert (stars(game, 0), seat_of(game, 2)["face_up"]) == ({"white": 1}, [])


def test_teleport_is_legal_for_who_stands_there_already_and_ejects_nobody() -> None:
    game = table(players=3, pawns={0: "f6 s"}, seats={0: Seat(goodies="teleport")})
    assert told(game.play(0, "teleport"))[2:] == ["teleport f6", "open-door l6"]
    assert pawn(game, 0) == "f6 s"


def test_teleport_with_no_other_door_free_leaves_the_open_door_there() -> None:
    game = table(pawns={0: "f6 s", 1: "l6 s"}, seats={0: Seat(goodies="teleport")})
    assert told(game.play(0, "teleport"))[2:] == ["teleport f6"]
    assert open_door(game) == "f6"


def test_teleport_frees_the_door_that_the_pawn_came_from() -> None:
    game = table(pawns={0: "l6 s"}, seats={0: Seat(goodies="teleport")})
    assert told(game.play(0, "teleport"))[2:] == ["teleport f6", "open-door l6"]


def test_teleport_can_collect_in_its_fall() -> None:
    game = table(
        pawns={0: "b2 n"}, walls="f3n", cells={"f4": "*b", "f3": "r"}, seats={0: Seat(goodies="teleport")}
    )
    events = told(game.play(0, "teleport"))
    assert events[2:] == [
        *(
            "teleport f6",
            "open-door l6",
            "fall f5",
            "fall f4",
            "star blue f4",
            "fall f3",
            "token f3",
            "land f3",
        ),
    ]
    assert FEET["^"] == pawn(game, 0)[-1]
