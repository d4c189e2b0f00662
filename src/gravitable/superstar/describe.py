"""A state as JSON: what every view is made of.

Kernels go through the state and write its text (see core/texts.py); as data it is that text, read. Nothing is hidden
here: of what a viewer may not know ``view.mask`` has cleared the state before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import count_bits
from gravitable.core.chance import States
from gravitable.core.jit import door, kernel
from gravitable.core.texts import (
    Out,
    Pages,
    Words,
    begin,
    end,
    erase,
    put_flag,
    put_number,
    put_word,
    put_words,
    words,
    written,
)
from gravitable.superstar import data
from gravitable.superstar.board import FIRST_NAME, SPACE_NAMES, TILE_SPACE
from gravitable.superstar.legal import legal_mask, to_act
from gravitable.superstar.moves import pairs, points
from gravitable.superstar.turn import result
from gravitable.superstar.view import mask

State = Any

_PHASES: Final = words(*data.PHASES)
_DIRECTIONS: Final = words(*data.DIRECTIONS)
_COLOURS: Final = words(*data.COLOURS)
_SYMBOLS: Final = words(*data.SYMBOLS[1:])
_CARDS: Final = words(*data.CARDS)
_ENDINGS: Final = words(*data.ENDINGS[1:])
_FACES: Final = words(*"ab")
_ACTIONS: Final = words(*data.ACTIONS)
_SEATS: Final = words(*range(data.MAX_PLAYERS))
_WALLS: Final = words(
    *("".join(name for d, name in enumerate(data.DIRECTIONS) if walls >> d & 1) for walls in range(16))
)
_SPACES: Final = words(*(name for names in SPACE_NAMES for name in names))


@kernel
def _put_space(out: Out, name: bytes, shape: int, space: int) -> None:
    put_word(out, name, _SPACES, FIRST_NAME[shape] + space if space >= 0 else -1)


@kernel
def _write_turn(s: State, out: Out) -> None:
    begin(out, b'"game":"superstar"')
    put_number(out, b'"players":', s.players)
    put_number(out, b'"columns":', data.COLUMNS[s.shape_index])
    put_number(out, b'"rows":', data.ROWS[s.shape_index])
    put_word(out, b'"phase":', _PHASES, s.phase)
    put_words(out, b'"to_act":', _SEATS, to_act(s))
    put_number(out, b'"turn":', s.seat)
    put_number(out, b'"first":', s.first)
    put_flag(out, b'"second_action":', s.second_action)
    put_flag(out, b'"entering":', s.entering)
    put_number(out, b'"round":', s.round_number)
    put_number(out, b'"round_limit":', s.round_limit if s.round_limit else -1)
    begin(out, b'"steals":[')
    for victim in range(s.n_victims):
        put_number(out, b"", s.victims[victim])
    end(out, b"]")


@kernel
def _write_tiles(s: State, places: int, tile_names: Words, out: Out) -> None:
    columns = data.COLUMNS[s.shape_index]
    begin(out, b'"tiles":[')
    for place in range(places):
        corner = TILE_SPACE[s.shape_index, place, 0]
        put_number(out, b'{"place":', place)
        put_number(out, b'"column":', corner % columns // data.TILE_SIZE)
        put_number(out, b'"row":', corner // columns // data.TILE_SIZE)
        put_word(out, b'"tile":', tile_names, s.tile[place])
        put_word(out, b'"face":', _FACES, s.face[place])
        put_number(out, b'"turn":', s.turned[place])
        end(out, b"}")
    end(out, b"]")


@kernel
def _write_doors(s: State, places: int, out: Out) -> None:
    begin(out, b'"doors":[')
    for place in range(places):
        put_number(out, b'{"place":', place)
        _put_space(out, b'"space":', s.shape_index, s.door[place])
        put_word(out, b'"floor":', _DIRECTIONS, s.floor[place])
        put_flag(out, b'"open":', place == s.open_door)
        end(out, b"}")
    end(out, b"]")


@kernel
def _write_pawns(s: State, out: Out) -> None:
    begin(out, b'"pawns":[')
    for seat in range(s.players):
        is_on_board = s.pawn[seat] >= 0
        put_number(out, b'{"seat":', seat)
        _put_space(out, b'"space":', s.shape_index, s.pawn[seat])
        put_word(out, b'"feet":', _DIRECTIONS, s.feet[seat] if is_on_board else -1)
        end(out, b"}")
    end(out, b"]")


@kernel
def _write_cards(s: State, seat: int, out: Out) -> None:
    hand, hidden = np.int64(s.hand[seat]), np.int64(s.hidden[seat])
    unknown = np.int64(data.OWN_CARDS & ~s.face_up[seat])
    in_hand = count_bits(hand) + (count_bits(unknown) - hidden if hidden else 0)
    put_words(out, b'"hand":', _CARDS, hand)
    put_number(out, b'"hand_count":', in_hand)
    put_words(out, b'"face_up":', _CARDS, s.face_up[seat])
    put_words(out, b'"face_down":', _CARDS, s.face_down[seat])
    put_number(out, b'"face_down_count":', hidden or count_bits(np.int64(s.face_down[seat])))
    if hidden:
        put_words(out, b'"hidden":{"cards":', _CARDS, unknown)
        put_number(out, b'"face_down":', hidden)
        end(out, b"}")
    else:
        begin(out, b'"hidden":null')
    put_words(out, b'"goodies":', _CARDS, hand & data.GOODIES)


@kernel
def _write_counts(stars: NDArray[np.int16], out: Out) -> None:
    """Write how many stars of each colour."""
    for colour in range(data.N_COLOURS):
        put_word(out, b"", _COLOURS, colour)
        end(out, b":")
        put_number(out, b"", stars[colour])
    end(out, b"}")


@kernel
def _write_seats(s: State, out: Out) -> None:
    begin(out, b'"seats":[')
    for seat in range(s.players):
        put_number(out, b'{"seat":', seat)
        _write_cards(s, seat, out)
        begin(out, b'"stars":{')
        _write_counts(s.stars[seat], out)
        put_number(out, b'"tokens":', s.tokens[seat])
        put_number(out, b'"pairs":', pairs(s, seat))
        put_number(out, b'"points":', points(s, seat))
        end(out, b"}")
    end(out, b"]")


@kernel
def _write_supply(s: State, out: Out) -> None:
    begin(out, b'"bag":{')
    _write_counts(s.bag, out)
    put_number(out, b'"supply":', s.supply)
    put_number(out, b'"stars_on_board":', s.stars_on_board)
    put_number(out, b'"ends_at":', 0 if s.expert else data.STARS_TO_END[s.players])
    put_number(out, b'"points_to_end":', data.POINTS_TO_END[s.players] if s.expert else -1)
    put_flag(out, b'"last_round":', s.last_round)


@kernel
def _write_spaces(s: State, out: Out) -> None:
    shape = s.shape_index
    begin(out, b'"spaces":[')
    for space in range(data.COLUMNS[shape] * data.ROWS[shape]):
        _put_space(out, b'{"space":', shape, space)
        put_word(out, b'"walls":', _WALLS, s.wall[space])
        put_word(out, b'"symbol":', _SYMBOLS, np.int64(s.symbol[space]) - 1)
        put_word(out, b'"star":', _COLOURS, np.int64(s.star[space]) - 1)
        end(out, b"}")
    end(out, b"]")


@kernel
def _write_result(s: State, out: Out) -> None:
    scores = np.zeros(data.MAX_PLAYERS, np.int64)
    winners = result(s, scores)
    begin(out, b'{"scores":[')
    for seat in range(s.players):
        put_number(out, b"", scores[seat])
    end(out, b'],"tokens":[')
    for seat in range(s.players):
        put_number(out, b"", s.tokens[seat])
    end(out, b"]")
    put_words(out, b'"winners":', _SEATS, winners)
    put_word(out, b'"reason":', _ENDINGS, s.ending - 1)
    end(out, b"}")


# --- for Python ---


@door
def _view(states: States, viewer: int, tile_names: Words, pages: Pages) -> int:
    masked = states.copy()
    mask(masked[0], viewer)
    erase(pages)
    s, out = masked[0], pages[0]
    places = 0 if s.phase == data.SETUP else data.N_PLACES[s.shape_index]
    _write_turn(s, out)
    _write_tiles(s, places, tile_names, out)
    _write_doors(s, places, out)
    _write_pawns(s, out)
    _write_seats(s, out)
    _write_supply(s, out)
    _write_spaces(s, out)
    begin(out, b'"result":')
    if s.phase == data.OVER:
        _write_result(s, out)
    else:
        end(out, b"null")
    return out.taken


@door
def _legal(states: States, seat: int, pages: Pages) -> int:
    erase(pages)
    put_words(pages[0], b"", _ACTIONS, legal_mask(states[0], seat))
    return pages[0].taken


@door
def _result(states: States, pages: Pages) -> int:
    erase(pages)
    _write_result(states[0], pages[0])
    return pages[0].taken


@lru_cache(64)
def _tile_words(tile_names: tuple[str, ...]) -> Words:
    return words(*tile_names)


def view_text(states: States, viewer: int, tile_names: tuple[str, ...]) -> str:
    """Return what a seat, SPECTATOR or EVERYTHING may see as the members of a JSON object."""
    return written(_view, states, viewer, _tile_words(tile_names))


def legal_text(states: States, seat: int) -> str:
    """Return the legal actions of a seat as a JSON list."""
    return written(_legal, states, seat)


def result_text(states: States) -> str:
    """Return scores, winners and reason of a game that is over as a JSON object."""
    return written(_result, states)
