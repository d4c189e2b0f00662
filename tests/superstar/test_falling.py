"""Falling stands in three places, which must agree everywhere.

It is looked up where legal moves are found, acted out where they are made, and guessed at by the bots.

Every face of every tile, turned every way, beside another; every space, every direction of the feet.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

import gravitable
from gravitable.bots.kernels.superstar_sight import EJECTION, walk_gain
from gravitable.core.events import event_buffer, rows
from gravitable.superstar import events as ev
from gravitable.superstar.data import REPLAY_SYMBOL
from gravitable.superstar.legal import landing
from gravitable.superstar.moves import fall
from gravitable.superstar.tiles import standard

TILES = [tile.name for tile in standard().tiles]
PAIRS = [*pairwise(TILES), (TILES[-1], TILES[0])]


def spaces_fallen_in_a_bots_eyes(game: gravitable.Game, space: int, feet: int) -> int:
    """Return how many spaces a fall enters as the bots see it: on a board where each of them is worth 1."""
    s = game.copy().states[0]
    s.pawn[:], s.star[:], s.symbol[:], s.supply = -1, 0, REPLAY_SYMBOL, 1
    gain = walk_gain(s, 0, space, -1, -1, feet, 0, EJECTION)
    assert gain == int(gain)
    return int(gain)


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_where_a_fall_ends_is_the_same_for_legal_moves_and_for_moving(left: str, right: str) -> None:
    compared = 0
    for face in "ab":
        for turn in range(4):
            board = [f"{left} {face} {turn}", f"{right} {'ba'['ab'.index(face)]} {(turn + 1) % 4}"]
            game = gravitable.new("superstar", players=2, seed=1, board=board)
            for space in range(72):
                for feet in range(4):
                    s = game.copy().states[0]
                    s.pawn[0], s.feet[0], s.pawn[1] = space, feet, -1
                    events = event_buffer()
                    fall(s, 0, events)
                    assert s.pawn[0] == landing(game.states[0], space, feet)
                    path = [row[2] for row in rows(events) if row[0] == ev.FALL]
                    assert (path[-1] if path else space) == s.pawn[0]
                    assert len(set(path)) == len(path), "a fall ends at the latest where it began"
                    assert spaces_fallen_in_a_bots_eyes(game, space, feet) == len(path)
                    compared += len(path) > 0
    assert compared > 500, "nothing fell: the test tested nothing"
