"""Moving pawns: steps, falls, and everything that entering a space brings about."""

from __future__ import annotations

import numpy as np

from gravitable.core.events import Events, emit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.superstar import events as ev
from gravitable.superstar.board import NEIGHBOUR, PLACE_OF_SPACE, ROTATED, TILE_SPACE, WALLS_TURNED
from gravitable.superstar.data import (
    MAX_SPACES,
    N_COLOURS,
    N_PLACES,
    POINTS_TO_END,
    REPLAY_SYMBOL,
    TILE_SPACES,
)
from gravitable.superstar.state import State


@kernel
def pairs(s: State, seat: int) -> int:
    """Return how many pairs of a colour a seat has."""
    total = int64(0)
    for colour in range(N_COLOURS):
        total += s.stars[seat, colour] // 2
    return total


@kernel
def points(s: State, seat: int) -> int:
    """Return a seat's score: stars, tokens, and one more for each pair of a colour."""
    total = int64(s.tokens[seat]) + pairs(s, seat)
    for colour in range(N_COLOURS):
        total += s.stars[seat, colour]
    return total


@kernel
def note_points(s: State, seat: int, events: Events) -> None:
    """Expert game: the first to reach the points, even for a moment, makes this round the last."""
    if s.expert and not s.last_round and points(s, seat) >= POINTS_TO_END[s.players]:
        s.last_round = 1
        emit(events, ev.LAST_ROUND, seat, 0, points(s, seat))


@kernel
def take_back_cards(s: State, seat: int) -> None:
    """Return all played cards of a seat to its hand."""
    s.hand[seat] |= s.face_up[seat] | s.face_down[seat]
    s.face_up[seat] = 0
    s.face_down[seat] = 0


@kernel
def pawn_at(s: State, space: int, but: int) -> int:
    """Return the seat whose pawn stands on a space, other than ``but``; -1 when there is none."""
    for seat in range(s.players):
        if s.pawn[seat] == space and seat != but:
            return seat
    return -1


@kernel
def _eject(s: State, seat: int, victim: int, events: Events) -> None:
    emit(events, ev.EJECT, victim, s.pawn[victim], seat)
    s.pawn[victim] = -1
    s.feet[victim] = 0
    take_back_cards(s, victim)
    s.victims[s.n_victims] = victim
    s.n_victims += 1


@kernel
def _collect_star(s: State, seat: int, space: int, events: Events) -> None:
    colour = int64(s.star[space]) - 1
    s.star[space] = 0
    s.stars_on_board -= 1
    s.stars[seat, colour] += 1
    emit(events, ev.STAR, seat, space, colour)
    note_points(s, seat, events)


@kernel
def _collect_token(s: State, seat: int, space: int, events: Events) -> None:
    s.supply -= 1
    s.tokens[seat] += 1
    emit(events, ev.TOKEN, seat, space, 0)
    note_points(s, seat, events)


@kernel
def _move_open_door(s: State, events: Events) -> None:
    """Move the Open Door on to the next door without a pawn; if there is none, it stays."""
    places = N_PLACES[s.shape_index]
    for ahead in range(1, places):
        place = (s.open_door + ahead) % places
        if pawn_at(s, int64(s.door[place]), int64(-1)) < 0:
            s.open_door = place
            emit(events, ev.OPEN_DOOR, -1, s.door[place], place)
            return


@kernel
def enter_space(s: State, seat: int, space: int, events: Events) -> None:
    """Put the pawn on a space, with all that follows from it: ejection, else star, else token; then the door."""
    s.pawn[seat] = space
    other = pawn_at(s, space, seat)
    if other >= 0:
        _eject(s, seat, other, events)
    elif s.star[space]:
        _collect_star(s, seat, space, events)
    elif s.symbol[space] == REPLAY_SYMBOL and s.supply > 0:
        _collect_token(s, seat, space, events)
    if s.door[s.open_door] == space:
        _move_open_door(s, events)


@kernel
def step(s: State, seat: int, direction: int, events: Events) -> None:
    """Move the pawn one space, whatever lies between."""
    space = int64(NEIGHBOUR[s.shape_index, s.pawn[seat], direction])
    emit(events, ev.STEP, seat, space, direction)
    enter_space(s, seat, space, events)


@kernel
def fall(s: State, seat: int, events: Events) -> None:
    """Let the pawn fall until a platform stops it, or it is back where its fall began."""
    feet = int64(s.feet[seat])
    start = int64(s.pawn[seat])
    space = start
    fallen = 0
    while not s.blocked[space] >> feet & 1:
        space = int64(NEIGHBOUR[s.shape_index, space, feet])
        fallen += 1
        emit(events, ev.FALL, seat, space, feet)
        enter_space(s, seat, space, events)
        if space == start:
            break
    if fallen:
        emit(events, ev.LAND, seat, space, fallen)


@kernel
def rotate_pawn(s: State, seat: int, quarters: int, events: Events) -> None:
    """Turn the pawn in place."""
    s.feet[seat] = (s.feet[seat] + quarters) & 3
    emit(events, ev.ROTATE, seat, s.pawn[seat], s.feet[seat])


@kernel
def find_blocked_edges(s: State) -> None:
    """Work out which edges are blocked: those where either of the two spaces shows a platform."""
    spaces = N_PLACES[s.shape_index] * TILE_SPACES
    for space in range(spaces):
        blocked = int64(s.wall[space])
        for direction in range(4):
            beyond = NEIGHBOUR[s.shape_index, space, direction]
            blocked |= (s.wall[beyond] >> ((direction + 2) & 3) & 1) << direction
        s.blocked[space] = blocked


@kernel
def _turn_spaces(s: State, place: int, quarters: int) -> None:
    """Turn what lies on a tile's spaces: platforms, symbols and stars."""
    walls = np.zeros(TILE_SPACES, np.int64)
    symbols = np.zeros(TILE_SPACES, np.int64)
    stars = np.zeros(TILE_SPACES, np.int64)
    for local in range(TILE_SPACES):
        space = TILE_SPACE[s.shape_index, place, local]
        target = ROTATED[quarters, local]
        walls[target] = WALLS_TURNED[quarters, s.wall[space]]
        symbols[target] = s.symbol[space]
        stars[target] = s.star[space]
    for local in range(TILE_SPACES):
        space = TILE_SPACE[s.shape_index, place, local]
        s.wall[space] = walls[local]
        s.symbol[space] = symbols[local]
        s.star[space] = stars[local]


@kernel
def turn_tile(s: State, seat: int, quarters: int, events: Events) -> None:
    """Turn the tile under the pawn with everything on it; nobody enters a space by that."""
    place = PLACE_OF_SPACE[s.shape_index, s.pawn[seat]]
    emit(events, ev.TURN_TILE, seat, place, quarters)
    _turn_spaces(s, place, quarters)
    target = np.full(MAX_SPACES, -1, np.int64)
    for local in range(TILE_SPACES):
        space = TILE_SPACE[s.shape_index, place, local]
        target[space] = TILE_SPACE[s.shape_index, place, ROTATED[quarters, local]]
    for other in range(s.players):
        if s.pawn[other] >= 0 and target[s.pawn[other]] >= 0:
            s.pawn[other] = target[s.pawn[other]]
            s.feet[other] = (s.feet[other] + quarters) & 3
            emit(events, ev.CARRIED, other, s.pawn[other], s.feet[other])
    s.door[place] = target[s.door[place]]
    s.floor[place] = (s.floor[place] + quarters) & 3
    s.turned[place] = (s.turned[place] + quarters) & 3
    find_blocked_edges(s)
