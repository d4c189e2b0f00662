"""What a seat of Gravity Superstar sees, as numbers. Reads masked states only, so that nothing can leak.

What is written, and in which order, is declared once, in the lists of names below; the places come from them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel
from gravitable.core.lists import must_agree
from gravitable.superstar.data import (
    ACTION,
    CARDS,
    COLOURS,
    COLUMNS,
    DIRECTIONS,
    GOODIE_NAMES,
    N_CARDS,
    N_COLOURS,
    N_OWN_CARDS,
    N_PLACES,
    PHASES,
    REPLAY,
    SYMBOLS,
    TILE,
    TILE_SPACES,
)
from gravitable.superstar.moves import points
from gravitable.superstar.state import State

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

NO_LIMIT = 255
N_GOODIES = len(GOODIE_NAMES)
_OWN_CARDS = CARDS[:N_OWN_CARDS]

# Of a space. Its features fill two words, so that writing them is two stores.
SPACE = (
    *(f"{colour} star" for colour in COLOURS),
    *(f"{symbol} symbol" for symbol in SYMBOLS[1:]),
    *(f"platform {side}" for side in DIRECTIONS),
    *("door", "open door", "own pawn", "rival pawn"),
)
CHANNELS = len(SPACE)
DOOR, OPEN_DOOR, OWN_PAWN, RIVAL_PAWN = map(SPACE.index, ("door", "open door", "own pawn", "rival pawn"))
must_agree("the features of a space and the bytes of two words", range(CHANNELS), range(16))
must_agree(
    "the second word of a space and its walls", SPACE[8:12], (f"platform {side}" for side in DIRECTIONS)
)

# Of a seat.
SEAT = (
    *("on board", "row", "column"),
    *(f"feet {side}" for side in DIRECTIONS),
    *(f"holds {card}" for card in CARDS),
    *(f"{card} face up" for card in _OWN_CARDS),
    *(f"{card} face down" for card in _OWN_CARDS),
    "unknown cards face down",
    *(f"{colour} stars" for colour in COLOURS),
    *("tokens", "points", "to act", "began the game", "to be stolen from"),
)
ON_BOARD, ROW, COLUMN, FEET = map(SEAT.index, ("on board", "row", "column", f"feet {DIRECTIONS[0]}"))
HOLDS, FACE_UP, FACE_DOWN = (
    SEAT.index(name) for name in (f"holds {CARDS[0]}", f"{CARDS[0]} face up", f"{CARDS[0]} face down")
)
UNKNOWN, STARS = map(SEAT.index, ("unknown cards face down", f"{COLOURS[0]} stars"))
TOKENS, POINTS, TO_ACT, BEGAN, TO_BE_STOLEN_FROM = range(SEAT.index("tokens"), len(SEAT))
SEAT_FEATURES = len(SEAT)

# Of a door.
DOORWAY = (*(f"floor {side}" for side in DIRECTIONS), "open")
OPEN = DOORWAY.index("open")
DOOR_FEATURES = len(DOORWAY)

# Of the turn.
TURN = (
    *PHASES[ACTION : REPLAY + 1],
    *("second action", "last round", "expert"),
    *(f"{goodie} in play" for goodie in GOODIE_NAMES),
    *("round", "rounds left (255: no limit)", "stars on board", "tokens in supply"),
    *(f"{colour} in bag" for colour in COLOURS),
)
SECOND_ACTION, LAST_ROUND, EXPERT = map(TURN.index, ("second action", "last round", "expert"))
GOODIES, ROUND, BAG = map(TURN.index, (f"{GOODIE_NAMES[0]} in play", "round", f"{COLOURS[0]} in bag"))
ROUNDS_LEFT, STARS_ON_BOARD, SUPPLY = range(ROUND + 1, BAG)


def _as_words(rows: Any) -> Words:
    """Return rows of eight bytes as one word each, in the order of bytes in memory."""
    return np.array(rows, np.uint8).view(np.uint64).ravel()


# Stars (6 colours) and symbols (star, replay) of a space, by star code + 8 * symbol.
_PIECES = _as_words(
    [
        [int(star == colour + 1) for colour in range(N_COLOURS)] + [int(symbol == 1), int(symbol == 2)]
        for symbol in range(len(SYMBOLS))
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
def _write_cards(bits: int, count: int, out: Bytes, at: int) -> None:
    for card in range(count):
        out[at + card] = bits >> card & 1


@kernel
def _write_pawn(s: State, seat: int, out: Bytes, at: int) -> None:
    """Write whether the pawn is on the board, its row and column, and where its feet point."""
    for feature in range(ON_BOARD, FEET + 4):
        out[at + feature] = 0
    if s.pawn[seat] >= 0:
        columns = COLUMNS[s.shape_index]
        out[at + ON_BOARD] = 1
        out[at + ROW] = s.pawn[seat] // columns
        out[at + COLUMN] = s.pawn[seat] % columns
        out[at + FEET + s.feet[seat]] = 1


@kernel
def _waits_for_steal(s: State, seat: int) -> int:
    for i in range(s.n_victims):
        if s.victims[i] == seat:
            return 1
    return 0


@kernel
def _write_seat(s: State, seat: int, out: Bytes, at: int) -> None:
    _write_pawn(s, seat, out, at)
    _write_cards(s.hand[seat], N_CARDS, out, at + HOLDS)
    _write_cards(s.face_up[seat], N_OWN_CARDS, out, at + FACE_UP)
    _write_cards(s.face_down[seat], N_OWN_CARDS, out, at + FACE_DOWN)
    out[at + UNKNOWN] = s.hidden[seat]
    for colour in range(N_COLOURS):
        out[at + STARS + colour] = s.stars[seat, colour]
    out[at + TOKENS] = s.tokens[seat]
    out[at + POINTS] = points(s, seat)
    out[at + TO_ACT] = seat == s.seat
    out[at + BEGAN] = seat == s.first
    out[at + TO_BE_STOLEN_FROM] = _waits_for_steal(s, seat)


@kernel
def _write_door(s: State, place: int, out: Bytes, at: int) -> None:
    for direction in range(4):
        out[at + direction] = s.floor[place] == direction
    out[at + OPEN] = s.open_door == place


@kernel
def _write_turn(s: State, out: Bytes, at: int) -> None:
    for phase in range(ACTION, REPLAY + 1):
        out[at + phase - ACTION] = s.phase == phase
    out[at + SECOND_ACTION] = s.second_action
    out[at + LAST_ROUND] = s.last_round
    out[at + EXPERT] = s.expert
    _write_cards(s.goodies >> TILE, N_GOODIES, out, at + GOODIES)
    limited = s.round_limit > 0
    out[at + ROUND] = min(s.round_number, NO_LIMIT)
    out[at + ROUNDS_LEFT] = min(s.round_limit - s.round_number, NO_LIMIT - 1) if limited else NO_LIMIT
    out[at + STARS_ON_BOARD] = s.stars_on_board
    out[at + SUPPLY] = s.supply
    for colour in range(N_COLOURS):
        out[at + BAG + colour] = s.bag[colour]


@kernel
def observe(s: State, seat: int, out: Bytes, words: Words) -> None:
    """Write everything that ``seat`` may see of a masked state; ``words`` is the same memory as ``out``."""
    n_places = N_PLACES[s.shape_index]
    n_spaces = n_places * TILE_SPACES
    _write_spaces(s, n_spaces, words)
    _write_places(s, seat, out)
    at = CHANNELS * n_spaces
    for i in range(s.players):
        _write_seat(s, (seat + i) % s.players, out, at + SEAT_FEATURES * i)
    at += SEAT_FEATURES * s.players
    for place in range(n_places):
        _write_door(s, place, out, at + DOOR_FEATURES * place)
    _write_turn(s, out, at + DOOR_FEATURES * n_places)
