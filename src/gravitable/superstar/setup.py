"""Setting up: the table, then what chance decides (tiles, door, stars, first player, goodies)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.chance import Rng, below, shuffle
from gravitable.core.events import Events
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.superstar.board import ROTATED, TILE_SPACE, WALLS_TURNED
from gravitable.superstar.data import (
    MAX_TILES,
    N_CARDS,
    N_COLOURS,
    N_PLACES,
    N_TOKENS,
    OWN_CARDS,
    SETUP,
    SHAPE_OF_PLAYERS,
    STARS_PER_COLOUR,
    TILE,
    TILE_SPACES,
)
from gravitable.superstar.moves import find_blocked_edges
from gravitable.superstar.state import State
from gravitable.superstar.turn import begin_turn, proceed

Picks = NDArray[np.int64]
"""What the host picked: [place, (tile, face, turn)], -1 for chance; in the last row the place of the Open Door."""

N_STARS = N_COLOURS * STARS_PER_COLOUR


def no_picks() -> Picks:
    """Return the picks of a host who leaves everything to chance."""
    return np.full((MAX_TILES + 1, 3), -1, np.int64)


@kernel
def start(s: State, players: int, goodies: int, expert: int, round_limit: int) -> None:
    """Prepare a blank state for its setup."""
    s.players = players
    s.goodies = goodies
    s.expert = expert
    s.round_limit = round_limit
    s.shape_index = SHAPE_OF_PLAYERS[players]
    s.phase = SETUP
    s.supply = N_TOKENS
    for seat in range(players):
        s.hand[seat] = OWN_CARDS
        s.pawn[seat] = -1
    for colour in range(N_COLOURS):
        s.bag[colour] = STARS_PER_COLOUR


@kernel
def _choose_tiles(s: State, n_tiles: int, picks: Picks, rng: Rng) -> None:
    """Draw different tiles for the places that the host left open, each with a side and an orientation."""
    pool = np.zeros(n_tiles, np.int64)
    count = int64(0)
    for tile in range(n_tiles):
        taken = False
        for place in range(N_PLACES[s.shape_index]):
            taken = taken or picks[place, 0] == tile
        if not taken:
            pool[count] = tile
            count += 1
    shuffle(rng, pool, count)
    for place in range(N_PLACES[s.shape_index]):
        side, turn = below(rng, 2), below(rng, 4)
        if picks[place, 0] < 0:
            count -= 1
            s.tile[place] = pool[count]
        else:
            s.tile[place] = picks[place, 0]
        s.face[place] = side if picks[place, 1] < 0 else picks[place, 1]
        s.turned[place] = turn if picks[place, 2] < 0 else picks[place, 2]


@kernel
def _lay_tile(s: State, place: int, face: Any) -> None:
    quarters = s.turned[place]
    for local in range(TILE_SPACES):
        space = TILE_SPACE[s.shape_index, place, ROTATED[quarters, local]]
        s.wall[space] = WALLS_TURNED[quarters, face.wall[local]]
        s.symbol[space] = face.symbol[local]
    s.door[place] = TILE_SPACE[s.shape_index, place, ROTATED[quarters, face.door]]
    s.floor[place] = (face.floor + quarters) & 3


@kernel
def _place_stars(s: State, rng: Rng) -> None:
    """Draw a star from the bag for every symbol, without putting any back."""
    left = int64(N_STARS)
    for space in range(N_PLACES[s.shape_index] * TILE_SPACES):
        if s.symbol[space]:
            drawn = below(rng, left)
            colour = 0
            while drawn >= s.bag[colour]:
                drawn -= s.bag[colour]
                colour += 1
            s.bag[colour] -= 1
            left -= 1
            s.star[space] = colour + 1
            s.stars_on_board += 1


@kernel
def _deal_goodies(s: State, rng: Rng) -> None:
    """Deal the goodies at random, one each, from the last player backwards."""
    cards = np.zeros(N_CARDS - TILE, np.int64)
    count = int64(0)
    for card in range(TILE, N_CARDS):
        if s.goodies >> card & 1:
            cards[count] = card
            count += 1
    shuffle(rng, cards, count)
    for i in range(count):
        seat = (s.first - 1 - i) % s.players
        s.hand[seat] |= 1 << cards[i]


@kernel
def chance(s: State, faces: Any, picks: Picks, rng: Rng, events: Events) -> None:
    """Let chance set up the board and the first turn begin. ``faces``: [tile, side] of the tile set."""
    _choose_tiles(s, faces.shape[0], picks, rng)
    for place in range(N_PLACES[s.shape_index]):
        _lay_tile(s, place, faces[s.tile[place], s.face[place]])
    find_blocked_edges(s)
    door = below(rng, N_PLACES[s.shape_index])
    s.open_door = door if picks[MAX_TILES, 0] < 0 else picks[MAX_TILES, 0]
    _place_stars(s, rng)
    s.first = below(rng, s.players)
    s.seat = s.first
    s.round_number = 1
    _deal_goodies(s, rng)
    begin_turn(s, events)
    proceed(s, events)
