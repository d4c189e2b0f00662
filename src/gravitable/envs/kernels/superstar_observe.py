"""What a seat of Gravity Superstar sees, as numbers. Reads masked states only, so that nothing can leak.

The order of everything written here is documented, and named, in ``gravitable.envs.observation``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel
from gravitable.superstar.data import (
    ACTION,
    COLUMNS,
    N_COLOURS,
    N_OWN_CARDS,
    N_PLACES,
    REPLAY,
    TILE,
    TILE_SPACES,
)
from gravitable.superstar.moves import points
from gravitable.superstar.state import State

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

CHANNELS = 16  # bytes a space: two words, so that a space is two stores
DOOR, OPEN_DOOR, OWN_PAWN, RIVAL_PAWN = 12, 13, 14, 15
DOOR_FEATURES = 5
NO_LIMIT = 255


def _as_words(rows: Any) -> Words:
    """Return rows of eight bytes as one word each, in the order of bytes in memory."""
    return np.array(rows, np.uint8).view(np.uint64).ravel()


# Stars (6 colours) and symbols (star, replay) of a space, by star code + 8 * symbol.
_PIECES = _as_words(
    [
        [int(star == colour + 1) for colour in range(N_COLOURS)] + [int(symbol == 1), int(symbol == 2)]
        for symbol in range(3)
        for star in range(8)
    ]
)
# The four walls, by wall bits; the other half of the word belongs to doors and pawns.
_WALLS = _as_words([[wall >> side & 1 for side in range(4)] + [0] * 4 for wall in range(16)])


@kernel
def _write_spaces(s: State, n_spaces: int, words: Words) -> None:
    """Write stars, symbols and walls; an edge counts 1 when blocked, 2 when this space's own tile blocks it."""
    for space in range(n_spaces):
        words[2 * space] = _PIECES[s.star[space] + 8 * s.symbol[space]]
        words[2 * space + 1] = _WALLS[s.blocked[space]] + _WALLS[s.wall[space]]


@kernel
def _write_places(s: State, seat: int, out: Bytes) -> None:
    """Write doors and pawns onto their spaces."""
    for place in range(N_PLACES[s.shape_index]):
        out[CHANNELS * s.door[place] + DOOR] = 1
    out[CHANNELS * s.door[s.open_door] + OPEN_DOOR] = 1
    for other in range(s.players):
        if s.pawn[other] >= 0:
            out[CHANNELS * s.pawn[other] + (OWN_PAWN if other == seat else RIVAL_PAWN)] = 1


@kernel
def _write_cards(bits: int, count: int, out: Bytes, at: int) -> int:
    for card in range(count):
        out[at + card] = bits >> card & 1
    return at + count


@kernel
def _write_pawn(s: State, seat: int, out: Bytes, at: int) -> int:
    """Write whether the pawn is on the board, its row and column, and where its feet point."""
    for i in range(7):
        out[at + i] = 0
    if s.pawn[seat] >= 0:
        columns = COLUMNS[s.shape_index]
        out[at] = 1
        out[at + 1] = s.pawn[seat] // columns
        out[at + 2] = s.pawn[seat] % columns
        out[at + 3 + s.feet[seat]] = 1
    return at + 7


@kernel
def _waits_for_steal(s: State, seat: int) -> int:
    for i in range(s.n_victims):
        if s.victims[i] == seat:
            return 1
    return 0


@kernel
def _write_seat(s: State, seat: int, out: Bytes, at: int) -> int:
    at = _write_pawn(s, seat, out, at)
    at = _write_cards(s.hand[seat], 8, out, at)
    at = _write_cards(s.face_up[seat], N_OWN_CARDS, out, at)
    at = _write_cards(s.face_down[seat], N_OWN_CARDS, out, at)
    out[at] = s.hidden[seat]
    for colour in range(N_COLOURS):
        out[at + 1 + colour] = s.stars[seat, colour]
    at += 1 + N_COLOURS
    out[at] = s.tokens[seat]
    out[at + 1] = points(s, seat)
    out[at + 2] = seat == s.seat
    out[at + 3] = seat == s.first
    out[at + 4] = _waits_for_steal(s, seat)
    return at + 5


@kernel
def _write_doors(s: State, out: Bytes, at: int) -> int:
    for place in range(N_PLACES[s.shape_index]):
        for direction in range(4):
            out[at + direction] = s.floor[place] == direction
        out[at + 4] = s.open_door == place
        at += DOOR_FEATURES
    return at


@kernel
def _write_turn(s: State, out: Bytes, at: int) -> None:
    for phase in range(ACTION, REPLAY + 1):
        out[at + phase - ACTION] = s.phase == phase
    at += REPLAY + 1 - ACTION
    out[at] = s.second_action
    out[at + 1] = s.last_round
    out[at + 2] = s.expert
    at = _write_cards(s.goodies >> TILE, 3, out, at + 3)
    out[at] = min(s.round_number, NO_LIMIT)
    out[at + 1] = min(s.round_limit - s.round_number, NO_LIMIT - 1) if s.round_limit > 0 else NO_LIMIT
    out[at + 2] = s.stars_on_board
    out[at + 3] = s.supply
    at += 4
    for colour in range(N_COLOURS):
        out[at + colour] = s.bag[colour]


@kernel
def observe(s: State, seat: int, out: Bytes, words: Words) -> None:
    """Write what ``seat`` sees of a state masked for it; ``words`` is the same memory as ``out``."""
    n_spaces = N_PLACES[s.shape_index] * TILE_SPACES
    _write_spaces(s, n_spaces, words)
    _write_places(s, seat, out)
    at = CHANNELS * n_spaces
    for i in range(s.players):
        at = _write_seat(s, (seat + i) % s.players, out, at)
    at = _write_doors(s, out, at)
    _write_turn(s, out, at)
