"""The checker: what a readable tile must also fulfil to be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from gravitable.superstar.tiles.grid import SIDE, SPACES, cell_place, edge_place
from gravitable.superstar.tiles.tile import FACE_LETTERS, NO_SYMBOL, REPLAY, Face, Problem, Tile

MIN_TILES, MAX_TILES = 2, 6
OWN_SYMBOLS, OWN_REPLAYS = 12, 3
MIN_SYMBOLS = 1
# Six tiles with 13 symbols each use all 78 stars of the bag.
MAX_SYMBOLS = 13

_DIRECTIONS = ("north", "east", "south", "west")
_EAST, _SOUTH = 1, 2

Severity = Literal["error", "warning"]
# Severity, line and column from 0 within the drawing (None: the face as a whole), and the message.
_Found = tuple[Severity, tuple[int, int] | None, str]


def check_tile(tile: Tile, own: bool) -> list[Problem]:
    """Return everything wrong with a tile; ``own`` asks for what we promise of our own tiles."""
    problems = []
    for letter, face in zip(FACE_LETTERS, tile.faces, strict=True):
        for severity, place, message in _check_face(face, own):
            line, column = _place_in_file(face, place)
            full = f"tile {tile.name}, face {letter}: {message}"
            problems.append(Problem(severity, tile.file, line, column, full))
    return problems


def check_set(tiles: Sequence[Tile]) -> list[Problem]:
    """Return what is wrong with the tiles as a set: their number and their names."""
    problems = []
    if not MIN_TILES <= len(tiles) <= MAX_TILES:
        message = f"a set has {MIN_TILES} to {MAX_TILES} tiles, not {len(tiles)}"
        problems.append(Problem("error", "", 0, 0, message))
    seen: dict[str, Tile] = {}
    for tile in tiles:
        first = seen.setdefault(tile.name.casefold(), tile)
        if first is not tile:
            where = f" in {first.file}" if first.file else ""
            message = f"there already is a tile {first.name!r}{where}; names must differ"
            problems.append(Problem("error", tile.file, 0, 0, message))
    return problems


def _place_in_file(face: Face, place: tuple[int, int] | None) -> tuple[int, int]:
    if not face.line:
        return 0, 0
    if place is None:
        return face.line, 1
    return face.line + place[0], 1 + place[1]


def _check_face(face: Face, own: bool) -> Iterator[_Found]:
    size = list(_check_size(face))
    if size:
        # Nothing else can be looked at when the arrays do not even have the right size.
        yield from size
        return
    yield from _check_door(face)
    yield from _check_edges(face)
    yield from _check_symbols(face, own)
    yield from _check_crossings(face, own)


def _check_size(face: Face) -> Iterator[_Found]:
    if len(face.wall) != SPACES or len(face.symbol) != SPACES:
        found = f"{len(face.wall)} with walls and {len(face.symbol)} with symbols"
        yield "error", None, f"a face has {SPACES} spaces, not {found}"
    if any(not 0 <= mask <= 15 for mask in face.wall):
        yield "error", None, "a wall mask is a number from 0 to 15"
    if any(not NO_SYMBOL <= symbol <= REPLAY for symbol in face.symbol):
        yield "error", None, f"a symbol is a number from {NO_SYMBOL} to {REPLAY}"
    if not -1 <= face.door < SPACES or not 0 <= face.floor <= 3:
        yield "error", None, f"the door is a space from 0 to {SPACES - 1} with a floor from 0 to 3"


def _check_door(face: Face) -> Iterator[_Found]:
    if face.door < 0:
        yield "error", None, "there is no door; a face has exactly one"
        return
    if not face.wall[face.door] >> face.floor & 1:
        message = f"the door's floor to the {_DIRECTIONS[face.floor]} is not a platform; draw a wall there"
        yield "error", edge_place(face.door, face.floor), message
    if face.symbol[face.door] != NO_SYMBOL:
        yield "error", cell_place(face.door), "the door has a symbol; it must have none"


def _check_edges(face: Face) -> Iterator[_Found]:
    """Both spaces at an inner edge must agree; only faces made from arrays can get this wrong."""
    for space in range(SPACES):
        for direction, step, inner in (
            (_EAST, 1, space % SIDE < SIDE - 1),
            (_SOUTH, SIDE, space < SPACES - SIDE),
        ):
            if inner and (face.wall[space] >> direction ^ face.wall[space + step] >> (direction + 2) % 4) & 1:
                message = f"{_name(space)} and {_name(space + step)} disagree about the wall between them"
                yield "error", edge_place(space, direction), message


def _check_symbols(face: Face, own: bool) -> Iterator[_Found]:
    count = SPACES - face.symbol.count(NO_SYMBOL)
    replays = face.symbol.count(REPLAY)
    if own and (count, replays) != (OWN_SYMBOLS, OWN_REPLAYS):
        wanted = f"our own faces have {OWN_SYMBOLS} with {OWN_REPLAYS} replay"
        yield "error", None, f"{count} symbols, {replays} of them replay; {wanted}"
    elif not MIN_SYMBOLS <= count <= MAX_SYMBOLS:
        yield "error", None, f"{count} symbols; a face has {MIN_SYMBOLS} to {MAX_SYMBOLS}"


def _check_crossings(face: Face, own: bool) -> Iterator[_Found]:
    severity: Severity = "error" if own else "warning"
    for index in range(SIDE):
        if not any(face.wall[index * SIDE + column] & 0b1010 for column in range(SIDE)):
            message = f"no platform crosses row {index + 1}: a fall to the east or west might never end"
            yield severity, (2 * index + 1, 0), message
        if not any(face.wall[row * SIDE + index] & 0b0101 for row in range(SIDE)):
            column = "abcdef"[index]
            message = f"no platform crosses column {column}: a fall to the north or south might never end"
            yield severity, (0, 4 * index + 2), message


def _name(space: int) -> str:
    return f"{'abcdef'[space % SIDE]}{space // SIDE + 1}"
