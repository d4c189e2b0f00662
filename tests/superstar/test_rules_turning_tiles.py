"""Hand-made positions for every rule about the goodie that turns a planet tile."""

from __future__ import annotations

import pytest

from .positions import Seat, open_door, path, pawn, phase, space, table, tokens, told, told_from_turn

# Rotate a Planet Tile. Clockwise, row r and column c of the 6 x 6 tile go to row c and column 5 - r (from 0).

TURNED = {  # where b1's things go (row 0, column 1), and where a door's floor to the south then points
    "cw": ("f2", "w"),
    "ccw": ("a5", "e"),
    "half": ("e6", "n"),
}
QUARTERS = {"cw": 1, "ccw": 3, "half": 2}
CLOCKWISE = "nesw"


@pytest.mark.parametrize("turn", ["cw", "ccw", "half"])
def test_everything_on_the_tile_turns_with_it(turn: str) -> None:
    target, floor = TURNED[turn]
    game = table(
        players=3,
        pawns={0: "c3 s", 1: "b1 e"},
        walls="c3s c3n c3e c3w b1w d5s",
        cells={"d5": "(v)", "b1": "r", "b2": "*g"},
        seats={0: Seat(goodies="tile")},
    )
    everything = game.play(0, f"tile-{turn}")
    events = told(everything)
    assert events == ["card tile up", "pass tile to 1", f"turn-tile 0 {QUARTERS[turn]}"]
    quarters = QUARTERS[turn]
    turned = {
        "c3": {"cw": "d3", "ccw": "c4", "half": "d4"}[turn],
        "d5": {"cw": "b4", "ccw": "e3", "half": "c2"}[turn],
        "b2": {"cw": "e2", "ccw": "b5", "half": "e5"}[turn],
    }
    assert pawn(game, 0) == f"{turned['c3']} {floor}"
    assert pawn(game, 1) == f"{target} {CLOCKWISE[(1 + quarters) % 4]}"
    carried = [
        (event.seat, f"{event.detail['space']} {event.detail['feet']}")
        for event in everything
        if event.kind == "carried"
    ]
    assert carried == [(0, pawn(game, 0)), (1, pawn(game, 1))]
    assert space(game, target)["symbol"] == "replay"
    assert CLOCKWISE[(3 + quarters) % 4] in space(game, target)["walls"]
    assert (space(game, turned["b2"])["symbol"], space(game, turned["b2"])["star"]) == ("star", "green")
    assert open_door(game) == turned["d5"]
    assert game.state()["doors"][0] == {"place": 0, "space": turned["d5"], "floor": floor, "open": True}
    assert game.state()["tiles"][0]["turn"] == quarters


def test_only_the_tile_under_the_pawn_turns() -> None:
    game = table(
        pawns={0: "h2 s", 1: "a1 s"},
        walls="h2s h2n h2e h2w a1w",
        seats={0: Seat(goodies="tile")},
        cells={"a2": "*b"},
    )
    assert told(game.play(0, "tile-cw"))[-1] == "turn-tile 1 1"
    # h2 is row 1, column 1 of its tile: row 1, column 4, which is k2.
    assert (pawn(game, 0), pawn(game, 1)) == ("k2 w", "a1 s")
    assert (space(game, "a2")["star"], space(game, "a1")["walls"]) == ("blue", "w")


def test_turning_enters_no_space() -> None:
    """No token for standing on a replay symbol, no move of the open door, nothing for the others either."""
    game = table(
        pawns={0: "c3 s", 1: "e6 s"},
        walls="c3s c3n c3e c3w e6s",
        cells={"c3": "r", "e6": "(v)"},
        seats={0: Seat(goodies="tile")},
    )
    game.play(0, "tile-half")
    assert (tokens(game, 0), tokens(game, 1), game.state()["supply"]) == (0, 0, 18)
    assert open_door(game) == "b1"


def test_only_the_own_pawn_falls_after_the_turn_and_others_on_the_tile_hang() -> None:
    """Both stand on platforms of the neighbour tile, which do not turn with them."""
    game = table(
        pawns={0: "f2 e", 1: "f4 e"},
        walls="g2w g4w c2e",
        seats={0: Seat(goodies="tile")},
    )
    events = told(game.play(0, "tile-cw"))
    # f2 (row 1, column 5) goes to row 5, column 4: e6, feet from east to south. c2's platform is now e3's floor.
    assert events[2:] == ["turn-tile 0 1", "fall e1", "fall e2", "fall e3", "land e3"]
    # f4 (row 3, column 5) goes to c6 and hangs there.
    assert pawn(game, 1) == "c6 s"
    assert phase(game) == "1 action"


def test_a_pawn_on_a_neighbour_tile_hangs_when_its_platform_turns_away_and_acts_from_there() -> None:
    """g2 stands with feet west on the platform that only f2's tile shows."""
    game = table(
        pawns={0: "c3 s", 1: "g2 w"},
        walls="c3s c3n c3e c3w f2e a2w",
        seats={0: Seat(goodies="tile"), 1: Seat(up="long")},
    )
    assert told(game.play(0, "tile-half"))[-1] == "turn-tile 0 2"
    assert (pawn(game, 1), phase(game)) == ("g2 w", "1 action")
    # f2's east platform (row 1, column 5) is now a5's west one (row 4, column 0); a2's west one is f5's east one.
    assert "e" not in space(game, "f2")["walls"]
    assert "e" in space(game, "f5")["walls"]
    # It acts from where it hangs: left of a pawn with feet to the west is north.
    moved = game.copy()
    assert path(moved.play(1, "simple:drop-left"))[0] == "step g1"
    # And Complete your hand is an action too, so it falls then: west through f2 ... a2, l2 ... and so on.
    falls = path(game.play(1, "complete"))
    assert falls[:3] == ["fall f2", "fall e2", "fall d2"]


def test_a_hanging_pawn_that_rotates_falls_only_in_the_new_direction() -> None:
    game = table(pawns={0: "b2 s"}, walls="e2e")
    assert path(game.play(0, "rotate-ccw")) == ["fall c2", "fall d2", "fall e2", "land e2"]


def test_border_platforms_of_either_tile_block_after_a_turn() -> None:
    """a4's west platform comes to f3's east side and then blocks the edge to g3 from both sides."""
    game = table(
        pawns={0: "c3 s", 1: "g3 s"},
        walls="c3s c3n c3e c3w g3s a4w",
        seats={0: Seat(goodies="tile")},
    )
    assert "simple:drop-left" in table(pawns={0: "g3 s"}, walls="g3s a4w").legal(0)
    game.play(0, "tile-half")
    assert "simple:drop-left" not in game.legal(1)


def test_the_order_of_doors_stays_that_of_the_tile_places() -> None:
    game = table(players=3, pawns={0: "c3 s"}, walls="c3s c3n c3e c3w", seats={0: Seat(goodies="tile")})
    events = game.play(0, "tile-cw")
    # The open door f6 (row 5, column 5) turned to a6, floor to the west; the next door is still the top-right tile's.
    assert told_from_turn(events) == ["turn 1", "enter a6 w", "open-door l6"]


def test_the_own_pawn_collects_while_it_falls_after_the_turn() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s b5n d5e", cells={"c5": "*b"}, seats={0: Seat(goodies="tile")})
    # Counterclockwise, row 1 column 1 goes to row 4 column 1: b5, feet to the east. Its platform turned with it.
    events = told(game.play(0, "tile-ccw"))
    assert events[-1] == "turn-tile 0 3"
    assert (pawn(game, 0), space(game, "b5")["walls"]) == ("b5 e", "e")
    hanging = table(pawns={0: "b2 s"}, walls="d5s", cells={"d2": "*b"}, seats={0: Seat(goodies="tile")})
    # b2 -> b5, feet east; d2 (row 1, column 3) -> row 2, column 1: b3; d5 (row 4, column 3) -> row 2, column 4.
    events = told(hanging.play(0, "tile-ccw"))
    assert events[2:5] == ["turn-tile 0 3", "fall c5", "fall d5"]
