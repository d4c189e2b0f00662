"""Every rule about the setup and the components."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import gravitable
from gravitable import Game
from gravitable.superstar.tiles import standard

from .positions import CARDS, PLACES, SHAPES

N_TILES = {2: 2, 3: 4, 4: 4, 5: 6, 6: 6}
SIZE = {2: (12, 6), 3: (12, 12), 4: (12, 12), 5: (18, 12), 6: (18, 12)}
SEEDS = range(40)


def start(players: int, seed: int, **options: object) -> Game:
    return gravitable.new("superstar", players=players, seed=seed, **options)


@pytest.mark.parametrize("players", N_TILES)
def test_board_of_two_four_or_six_different_tiles(players: int) -> None:
    state = start(players, seed=1).state()
    assert (state["columns"], state["rows"]) == SIZE[players]
    assert len(state["spaces"]) == 36 * N_TILES[players]
    assert len({tile["tile"] for tile in state["tiles"]}) == N_TILES[players]
    assert tuple((tile["column"], tile["row"]) for tile in state["tiles"]) == PLACES[SHAPES[players]]
    assert len(state["doors"]) == N_TILES[players]


@pytest.mark.parametrize("players", N_TILES)
def test_a_star_lies_on_every_symbol_and_nowhere_else(players: int) -> None:
    for seed in SEEDS:
        state = start(players, seed).state()
        assert all((space["symbol"] is not None) == (space["star"] is not None) for space in state["spaces"])
        assert state["stars_on_board"] == 12 * N_TILES[players]
        assert Counter(space["symbol"] for space in state["spaces"])["replay"] == 3 * N_TILES[players]
        on_board = Counter(space["star"] for space in state["spaces"])
        assert all(on_board[colour] + left == 13 for colour, left in state["bag"].items())


def test_everybody_begins_with_five_cards_and_nothing_else() -> None:
    state = start(6, seed=2).state()
    for seat in state["seats"]:
        assert seat["hand"] == list(CARDS)
        assert (seat["face_up"], seat["face_down"], seat["tokens"]) == ([], [], 0)
        assert set(seat["stars"].values()) == {0}
    assert state["supply"] == 18


def test_only_the_first_pawn_is_on_the_board() -> None:
    for seed in SEEDS:
        state = start(5, seed).state()
        on_board = [pawn["seat"] for pawn in state["pawns"] if pawn["space"] is not None]
        assert on_board == [state["first"]] == [state["turn"]]


def test_chance_decides_tiles_sides_turns_door_and_first_player() -> None:
    states = [start(3, seed).state() for seed in SEEDS]
    tiles = [tile for state in states for tile in state["tiles"]]
    assert {tile["tile"] for tile in tiles} == {tile.name for tile in standard().tiles}
    assert {(tile["face"], tile["turn"]) for tile in tiles} == set(product("ab", range(4)))
    assert {state["first"] for state in states} == {0, 1, 2}
    assert {door["place"] for state in states for door in state["doors"] if door["open"]} == {0, 1, 2, 3}


def test_the_same_seed_gives_the_same_board() -> None:
    assert start(4, seed=9).state() == start(4, seed=9).state()
    assert start(4, seed=9).state()["spaces"] != start(4, seed=10).state()["spaces"]


def test_the_host_may_pick_tiles_sides_turns_and_the_door() -> None:
    game = start(2, seed=5, board=["Harp b 1", "Lantern"], door=1)
    state = game.state()
    assert (state["tiles"][0]["tile"], state["tiles"][0]["face"], state["tiles"][0]["turn"]) == (
        "Harp",
        "b",
        1,
    )
    assert state["tiles"][1]["tile"] == "Lantern"
    # The first pawn has entered there, so the Open Door has gone on to the other one.
    (first,) = game.to_act
    assert state["pawns"][first]["space"] == state["doors"][1]["space"]
    assert state["doors"][0]["open"]


def test_a_tile_lies_as_its_drawing_turned() -> None:
    """Space by space against the drawing of the tile file, turned by hand: (row, column) -> (column, 5 - row)."""
    face = standard().tile("Harp").faces[0]
    for turn in range(4):
        state = start(2, seed=5, board=[f"Harp a {turn}", None]).state()
        spaces = {space["space"]: space for space in state["spaces"]}
        for local in range(36):
            row, column = divmod(local, 6)
            for _ in range(turn):
                row, column = column, 5 - row
            shown = spaces[f"{'abcdef'[column]}{row + 1}"]
            walls = {(d + turn) % 4 for d in range(4) if face.wall[local] >> d & 1}
            assert {"nesw".index(wall) for wall in shown["walls"]} == walls
            assert shown["symbol"] == (None, "star", "replay")[face.symbol[local]]
            if local == face.door:
                assert (state["doors"][0]["space"], state["doors"][0]["floor"]) == (
                    shown["space"],
                    "nesw"[(face.floor + turn) % 4],
                )


@pytest.mark.parametrize("players", N_TILES)
@pytest.mark.parametrize("goodies", [["tile"], ["double", "teleport"], ["tile", "double", "teleport"]])
def test_goodies_are_dealt_counterclockwise_from_the_last_player(players: int, goodies: list[str]) -> None:
    dealt = set()
    for seed in SEEDS:
        state = start(players, seed, goodies=goodies).state()
        hands = {seat["seat"]: seat["goodies"] for seat in state["seats"]}
        counts = Counter((state["first"] - 1 - number) % players for number in range(len(goodies)))
        assert {seat: len(held) for seat, held in hands.items() if held} == counts
        assert sorted(card for held in hands.values() for card in held) == sorted(goodies)
        dealt.add(tuple(hands[(state["first"] - 1) % players]))
    assert len(dealt) >= len(goodies)


def test_without_goodies_nobody_holds_one() -> None:
    assert all(seat["goodies"] == [] for seat in start(4, seed=1).state()["seats"])


def test_our_tiles_keep_what_the_rules_promise() -> None:
    """12 symbols, 3 of them replay, none on the door; a platform across every row and column of every face."""
    for tile in standard().tiles:
        for face in tile.faces:
            assert Counter(face.symbol) == {0: 24, 1: 9, 2: 3}
            assert face.symbol[face.door] == 0
            assert face.wall[face.door] >> face.floor & 1
            for line in range(6):
                assert any(face.wall[6 * line + i] & 0b1010 for i in range(6))
                assert any(face.wall[6 * i + line] & 0b0101 for i in range(6))
