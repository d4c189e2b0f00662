"""Board geometry as tables, computed once: neighbours with wrap-around, tile places, rotation of a tile."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.superstar import data


def _neighbours() -> NDArray[np.int64]:
    table = np.zeros((3, data.MAX_SPACES, 4), np.int64)
    for shape in range(3):
        columns, rows = int(data.COLUMNS[shape]), int(data.ROWS[shape])
        for row in range(rows):
            for column in range(columns):
                table[shape, row * columns + column] = [
                    (row - 1) % rows * columns + column,
                    row * columns + (column + 1) % columns,
                    (row + 1) % rows * columns + column,
                    row * columns + (column - 1) % columns,
                ]
    return table


def _tile_spaces() -> NDArray[np.int64]:
    table = np.zeros((3, data.MAX_TILES, data.TILE_SPACES), np.int64)
    for shape in range(3):
        columns = int(data.COLUMNS[shape])
        for place, (tile_column, tile_row) in enumerate(data.PLACES[shape]):
            for local in range(data.TILE_SPACES):
                row = tile_row * data.TILE_SIZE + local // data.TILE_SIZE
                column = tile_column * data.TILE_SIZE + local % data.TILE_SIZE
                table[shape, place, local] = row * columns + column
    return table


def _place_of_space(tile_spaces: NDArray[np.int64]) -> NDArray[np.int64]:
    table = np.zeros((3, data.MAX_SPACES), np.int64)
    for shape in range(3):
        for place in range(int(data.N_PLACES[shape])):
            table[shape, tile_spaces[shape, place]] = place
    return table


def _rotation() -> NDArray[np.int64]:
    """Where a tile's space goes: by quarter turns clockwise and its number within the tile."""
    table = np.zeros((4, data.TILE_SPACES), np.int64)
    grid = np.arange(data.TILE_SPACES).reshape(data.TILE_SIZE, data.TILE_SIZE)
    for quarters in range(4):
        turned = np.rot90(grid, -quarters).ravel()
        table[quarters, turned] = np.arange(data.TILE_SPACES)
    return table


NEIGHBOUR = _neighbours()
"""[shape, space, direction] -> space"""
TILE_SPACE = _tile_spaces()
"""[shape, place, space within the tile] -> space of the board"""
PLACE_OF_SPACE = _place_of_space(TILE_SPACE)
"""[shape, space] -> place"""
ROTATED = _rotation()
"""[quarter turns clockwise, space within the tile] -> space within the tile"""
WALLS_TURNED = np.array([[(w << q | w >> (4 - q)) & 15 for w in range(16)] for q in range(4)])
"""[quarter turns clockwise, wall bits] -> wall bits"""


SPACE_NAMES = [
    [
        f"{chr(ord('a') + column)}{row + 1}"
        for row in range(data.ROWS[shape])
        for column in range(data.COLUMNS[shape])
    ]
    for shape in range(3)
]
"""[shape, space] -> name"""
FIRST_NAME = np.cumsum([0, *map(len, SPACE_NAMES)])
"""[shape] -> where its names begin in a list of all"""


def space_name(space: int, shape: int) -> str:
    """Return the name of a space, such as ``a1`` for the top-left one."""
    return SPACE_NAMES[shape][space]


def space_number(name: str, shape: int) -> int:
    """Return the space of a name; raises ValueError that says what names there are."""
    columns, rows = int(data.COLUMNS[shape]), int(data.ROWS[shape])
    column = ord(name[0]) - ord("a") if name else -1
    row = int(name[1:]) - 1 if name[1:].isascii() and name[1:].isdigit() else -1
    if not (0 <= column < columns and 0 <= row < rows) or name[1:].startswith("0"):
        raise ValueError(f"{name!r} is no space; they go from a1 to {space_name(columns * rows - 1, shape)}")
    return row * columns + column


def state_shape(state: Any) -> tuple[int, int, int]:
    """Return columns, rows and number of tile places of a state's board."""
    shape = int(state.shape_index)
    return int(data.COLUMNS[shape]), int(data.ROWS[shape]), int(data.N_PLACES[shape])
