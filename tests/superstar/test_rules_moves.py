"""Hand-made positions for every rule about the moves. Every expectation is worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

import gravitable

from .positions import CARDS, Seat, path, pawn, phase, seat_of, table, tokens, told

# Where d3's neighbours lie, as a pawn with these feet sees them: (left, right, up, down).
AROUND_D3 = {
    "s": ("c3", "e3", "d2", "d4"),
    "n": ("e3", "c3", "d4", "d2"),
    "e": ("d4", "d2", "c3", "e3"),
    "w": ("d2", "d4", "e3", "c3"),
}
LONG_FROM_D3 = {"s": ("b3", "f3"), "n": ("f3", "b3"), "e": ("d5", "d1"), "w": ("d1", "d5")}
HIGH_FROM_D3 = {"s": ("c2", "e2"), "n": ("e4", "c4"), "e": ("c4", "c2"), "w": ("e2", "e4")}
SIDES = ("left", "right")
# Platforms along the border of the left tile: they stop falls and block no move that begins on d3.
FAR_FLOORS = " ".join(
    [f"{column}{edge}" for column in "abcdef" for edge in ("6s", "1n")]
    + [f"{edge[0]}{row}{edge[1]}" for row in range(1, 7) for edge in ("aw", "fe")]
)


def on_d3(feet: str, **about: Any) -> gravitable.Game:
    return table(pawns={0: f"d3 {feet}"}, walls=FAR_FLOORS, **about)


@pytest.mark.parametrize("feet", "nesw")
@pytest.mark.parametrize("side", [0, 1])
def test_simple_move_goes_one_space_to_the_pawns_own_left_or_right(feet: str, side: int) -> None:
    game = on_d3(feet)
    events = game.play(0, f"simple:drop-{SIDES[side]}")
    assert path(events)[0] == f"step {AROUND_D3[feet][side]}"
    assert [line for line in path(events) if line.startswith("step")] == path(events)[:1]
    assert pawn(game, 0)[-1] == feet


@pytest.mark.parametrize("card", [*CARDS, "tile", "double", "teleport"])
def test_simple_move_takes_any_card(card: str) -> None:
    game = on_d3("s", seats={0: Seat(goodies="tile double teleport")})
    events = game.play(0, f"simple:{card}-left")
    assert told(events)[0] == f"card {card} down"
    assert path(events) == ["step c3", "fall c4", "fall c5", "fall c6", "land c6"]


@pytest.mark.parametrize("wild", ["", "wild:"])
@pytest.mark.parametrize("feet", "nesw")
@pytest.mark.parametrize("side", [0, 1])
def test_long_jump_goes_two_spaces_left_or_right(wild: str, feet: str, side: int) -> None:
    events = on_d3(feet).play(0, f"{wild}long-{SIDES[side]}")
    first, second = AROUND_D3[feet][side], LONG_FROM_D3[feet][side]
    assert path(events)[:2] == [f"step {first}", f"step {second}"]
    assert not any(line.startswith("step") for line in path(events)[2:])


@pytest.mark.parametrize("wild", ["", "wild:"])
@pytest.mark.parametrize("feet", "nesw")
@pytest.mark.parametrize("side", [0, 1])
def test_high_jump_goes_up_then_left_or_right(wild: str, feet: str, side: int) -> None:
    events = on_d3(feet).play(0, f"{wild}high-{SIDES[side]}")
    up, beside = AROUND_D3[feet][2], HIGH_FROM_D3[feet][side]
    assert path(events)[:2] == [f"step {up}", f"step {beside}"]
    assert not any(line.startswith("step") for line in path(events)[2:])


@pytest.mark.parametrize("wild", ["", "wild:"])
@pytest.mark.parametrize("feet", "nesw")
def test_drop_goes_through_the_platform_under_the_feet_and_falls_on(wild: str, feet: str) -> None:
    game = table(pawns={0: f"d3 {feet}"}, walls=f"{FAR_FLOORS} d3{feet}")
    events = game.play(0, f"{wild}drop")
    falls = {
        "s": ["fall d5", "fall d6", "land d6"],
        "n": ["fall d1", "land d1"],
        "e": ["fall f3", "land f3"],
        "w": ["fall b3", "fall a3", "land a3"],
    }
    assert path(events) == [f"step {AROUND_D3[feet][3]}", *falls[feet]]
    assert seat_of(game, 0)["face_up"] == (["wild"] if wild else ["drop"])


@pytest.mark.parametrize("wild", ["", "wild:"])
@pytest.mark.parametrize(
    ("feet", "turn", "after"),
    [
        *(("n", "cw", "e"), ("e", "cw", "s"), ("s", "cw", "w"), ("w", "cw", "n")),
        *(("n", "ccw", "w"), ("e", "ccw", "n"), ("s", "ccw", "e"), ("w", "ccw", "s")),
        *(("n", "half", "s"), ("e", "half", "w"), ("s", "half", "n"), ("w", "half", "e")),
    ],
)
def test_rotate_pivots_in_place(wild: str, feet: str, turn: str, after: str) -> None:
    game = table(pawns={0: f"d3 {feet}"}, walls="d3n d3e d3s d3w")
    events = game.play(0, f"{wild}rotate-{turn}")
    assert told(events) == [f"card {'wild' if wild else 'rotate'} up", f"rotate {after}"]
    assert pawn(game, 0) == f"d3 {after}"


def test_rotate_lets_the_pawn_fall_where_its_feet_point_now() -> None:
    game = table(pawns={0: "b3 s"}, walls="b3s e3e")
    assert path(game.play(0, "rotate-ccw")) == ["fall c3", "fall d3", "fall e3", "land e3"]
    assert pawn(game, 0) == "e3 e"


def test_rotate_enters_no_space() -> None:
    game = table(pawns={0: "b3 s"}, walls="b3s b3w", cells={"b3": "r"})
    assert told(game.play(0, "rotate-cw")) == ["card rotate up", "rotate w"]
    assert tokens(game, 0) == 0


def test_special_cards_lie_face_up_and_simple_ones_face_down() -> None:
    game = on_d3("s")
    game.play(0, "long-left")
    assert (seat_of(game, 0)["face_up"], seat_of(game, 0)["face_down"]) == (["long"], [])
    game = on_d3("s")
    game.play(0, "simple:long-left")
    assert (seat_of(game, 0)["face_up"], seat_of(game, 0)["face_down"]) == ([], ["long"])


# Platforms


def sideways(game: gravitable.Game) -> set[str]:
    """Return which ways the simple move, the long jump and the high jump can go."""
    wanted = ("simple:drop", "long", "high")
    return {action for action in game.legal(0) if action.rsplit("-", 1)[0] in wanted}


EVERYWHERE = {f"{move}-{side}" for move in ("simple:drop", "long", "high") for side in SIDES}


@pytest.mark.parametrize(
    ("wall", "blocked"),
    [
        ("d3w", {"simple:drop-left", "long-left"}),
        ("d3e", {"simple:drop-right", "long-right"}),
        ("c3w", {"long-left"}),
        ("e3e", {"long-right"}),
        ("d3n", {"high-left", "high-right"}),
        ("d2w", {"high-left"}),
        ("d2e", {"high-right"}),
        ("d3s", set()),
        ("c3n", set()),
        ("c3s", set()),
        ("d2n", set()),
    ],
)
def test_a_platform_blocks_a_step_sideways_or_up(wall: str, blocked: set[str]) -> None:
    game = table(pawns={0: "d3 s"}, walls=wall)
    assert sideways(game) == EVERYWHERE - blocked
    for action in blocked:
        with pytest.raises(gravitable.IllegalAction):
            game.play(0, action)


@pytest.mark.parametrize(
    ("feet", "first", "second"), [("n", "d3e", "e3e"), ("e", "d3s", "d4s"), ("w", "d3n", "d2n")]
)
def test_left_is_blocked_at_the_first_or_second_step_whatever_the_feet(
    feet: str, first: str, second: str
) -> None:
    at_first = table(pawns={0: f"d3 {feet}"}, walls=first)
    assert sideways(at_first) == EVERYWHERE - {"simple:drop-left", "long-left"}
    at_second = table(pawns={0: f"d3 {feet}"}, walls=second)
    assert sideways(at_second) == EVERYWHERE - {"long-left"}


def test_wild_is_blocked_like_the_card_it_copies() -> None:
    game = table(pawns={0: "d3 s"}, walls="d3w d2e")
    wild = {action for action in game.legal(0) if action.startswith("wild:")}
    turns = {"wild:rotate-cw", "wild:rotate-ccw", "wild:rotate-half"}
    assert wild == {"wild:long-right", "wild:high-left", "wild:drop", *turns}


@pytest.mark.parametrize("wall", ["f3e", "g3w"])
def test_a_platform_that_either_tile_shows_blocks_the_edge_between_them(wall: str) -> None:
    assert sideways(table(pawns={0: "f3 s"}, walls=wall)) == EVERYWHERE - {"simple:drop-right", "long-right"}
    assert sideways(table(pawns={0: "g3 s"}, walls=wall)) == EVERYWHERE - {"simple:drop-left", "long-left"}


@pytest.mark.parametrize("wall", ["c6s", "c1n"])
def test_a_platform_on_either_side_of_the_boards_edge_stops_a_fall(wall: str) -> None:
    game = table(pawns={0: "b5 s"}, walls=wall)
    assert path(game.play(0, "simple:long-right")) == ["step c5", "fall c6", "land c6"]


def test_other_pawns_never_block() -> None:
    game = table(pawns={0: "d3 s", 1: "e3 s"}, walls="f3s")
    assert sideways(game) == EVERYWHERE
    assert path(game.play(0, "long-right")) == ["step e3", "step f3"]


def test_a_pawn_without_a_platform_under_its_feet_falls_until_one_stops_it() -> None:
    game = table(
        """
        +   +   +   +
          0v|
        +---+   +   +

        +   +   +   +
                |
        +---+---+   +
        """,
    )
    assert path(game.play(0, "drop")) == ["step a2", "fall a3", "land a3"]


def test_a_platform_beside_the_fall_does_not_stop_it() -> None:
    game = table(pawns={0: "b1 s"}, walls="b1s c1w c1e c2e c2w c4s b1w")
    assert "simple:drop-right" not in game.legal(0)
    game = table(pawns={0: "b1 s"}, walls="b1s c2w c2e c3w c4s")
    assert path(game.play(0, "simple:drop-right")) == ["step c1", "fall c2", "fall c3", "fall c4", "land c4"]


def test_drop_is_legal_for_a_hanging_pawn() -> None:
    game = table(pawns={0: "b2 s"}, walls="b5s")
    assert path(game.play(0, "drop")) == ["step b3", "fall b4", "fall b5", "land b5"]


def test_a_fall_that_returns_to_where_it_began_stops_there() -> None:
    game = table(pawns={0: "a2 s"}, walls="a2s")
    events = game.play(0, "simple:drop-right")
    falls = ["fall b3", "fall b4", "fall b5", "fall b6", "fall b1", "fall b2"]
    assert path(events) == ["step b2", *falls, "land b2"]
    assert pawn(game, 0) == "b2 s"


# The board wraps around


def test_leaving_the_left_edge_enters_the_right_one_in_the_same_row() -> None:
    game = table(pawns={0: "a2 s"}, walls="l2s")
    assert path(game.play(0, "simple:drop-left")) == ["step l2"]


def test_leaving_the_right_edge_enters_the_left_one_in_the_same_row() -> None:
    game = table(pawns={0: "l2 s"}, walls="b2s")
    assert path(game.play(0, "long-right")) == ["step a2", "step b2"]


def test_a_fall_off_the_bottom_goes_on_from_the_top_of_the_same_column() -> None:
    game = table(pawns={0: "a5 s"}, walls="b2s")
    assert path(game.play(0, "simple:drop-right")) == ["step b5", "fall b6", "fall b1", "fall b2", "land b2"]


def test_a_fall_off_the_left_edge_goes_on_from_the_right() -> None:
    game = table(pawns={0: "b2 w"}, walls="k2w")
    assert path(game.play(0, "drop")) == ["step a2", "fall l2", "fall k2", "land k2"]


def test_the_larger_boards_wrap_around_at_their_own_edges() -> None:
    game = table(players=4, pawns={0: "a12 s"}, walls="l12s a12s")
    assert path(game.play(0, "simple:drop-left")) == ["step l12"]
    game = table(players=4, pawns={0: "c12 s"}, walls="c12s c1s")
    assert path(game.play(0, "drop")) == ["step c1"]
    door = {"n9": "v"}
    game = table(players=6, pawns={0: "r1 s"}, walls="r1s a12s n9s", cells=door)
    assert path(game.play(0, "high-right")) == ["step r12", "step a12"]
    game = table(players=6, pawns={0: "r1 s"}, walls="r1s r12s a12s n9s", cells=door)
    assert "high-right" not in game.legal(0)


def test_one_high_jump_can_leave_the_board_twice_and_the_fall_a_third_time() -> None:
    """The book's example: from the upper-right corner to the right."""
    game = table(pawns={0: "l1 s"}, walls="l1s a2s h3s", cells={"h3": "v"})
    events = game.play(0, "high-right")
    assert path(events) == ["step l6", "step a6", "fall a1", "fall a2", "land a2"]
    assert phase(game) == "1 action"
