"""One face of a planet tile in the terminal: plain, or as a heat map of colour blocks.

Thick lines are platforms. ★ is a star symbol, ↻ a replay symbol, an arrow the door and where its floor is.
"""

from collections.abc import Sequence
from typing import Final

from gravitable.core.drawing import paint
from gravitable.superstar.drawing.heat import Shade, ink, shade
from gravitable.superstar.tiles.grid import EAST, NORTH, SIDE, SOUTH, WEST
from gravitable.superstar.tiles.tile import REPLAY, STAR, Face

CELL: Final = 4
WIDTH: Final = SIDE * (CELL + 1) + 1

# Line signs by the arms they have: 1 up, 2 right, 4 down, 8 left.
_THICK: Final = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_BARS: Final = "▁▂▃▄▅▆▇█"
_DOORS: Final = "↑→↓←"
_LEDGE: Final = "#6ff0c8"
_DIM: Final = "#9a8fc4"
_GOLD: Final = "#ffd43a"
_ROSE: Final = "#ff8fb6"
_LILAC: Final = "#cdb8ff"


def draw_face(face: Face) -> list[str]:
    """Draw a face with its symbols and door; 13 lines with colour codes."""
    return _frame(face, [_plain_cell(face, space) for space in range(SIDE * SIDE)])


def draw_heat(face: Face, numbers: Sequence[int], heats: Sequence[float]) -> list[str]:
    """Draw a face with a number in each space on a block of its heat (0 to 1); 13 lines with colour codes.

    A negative number stays blank.
    """
    cells = [
        _block(
            f"{sign(face, space)}{number:3d}" if number >= 0 else sign(face, space).ljust(CELL), shade(heat)
        )
        for space, (number, heat) in enumerate(zip(numbers, heats, strict=True))
    ]
    return _frame(face, cells)


def draw_bars(counts: Sequence[int]) -> str:
    """Draw counts as a row of small bars, one column each; zero is a blank.

    >>> draw_bars([4, 8, 1, 0])
    '▄█▁ '
    """
    most = max(counts, default=0)
    return "".join(_BARS[-(-count * len(_BARS) // most) - 1] if count else " " for count in counts)


def sign(face: Face, space: int) -> str:
    """Give the character of what a space shows."""
    if space == face.door:
        return _DOORS[face.floor]
    return {STAR: "★", REPLAY: "↻"}.get(face.symbol[space], " ")


def _plain_cell(face: Face, space: int) -> str:
    if space == face.door:
        return paint(f" ∩{_DOORS[face.floor]} ", _LILAC, bold=True)
    colour = {STAR: _GOLD, REPLAY: _ROSE}.get(face.symbol[space])
    return paint(f"  {sign(face, space)} ", colour)


def _block(text: str, background: Shade) -> str:
    codes = ";".join(str(part) for part in (38, 2, *ink(background), 48, 2, *background))
    return f"\x1b[{codes}m{text}\x1b[0m"


def _frame(face: Face, cells: Sequence[str]) -> list[str]:
    lines = []
    for row in range(SIDE):
        lines += [_seam(face, row), _spaces(face, cells, row)]
    return [*lines, _seam(face, SIDE)]


def _seam(face: Face, row: int) -> str:
    parts = [_corner(face, 0, row)]
    for column in range(SIDE):
        parts.append(paint("━" * CELL, _LEDGE) if _level(face, column, row) else " " * CELL)
        parts.append(_corner(face, column + 1, row))
    return "".join(parts)


def _spaces(face: Face, cells: Sequence[str], row: int) -> str:
    parts = [_post(face, 0, row)]
    for column in range(SIDE):
        parts += [cells[row * SIDE + column], _post(face, column + 1, row)]
    return "".join(parts)


def _post(face: Face, column: int, row: int) -> str:
    return paint("┃", _LEDGE) if _upright(face, column, row) else " "


def _corner(face: Face, column: int, row: int) -> str:
    arms = (
        _upright(face, column, row - 1)
        | _level(face, column, row) << 1
        | _upright(face, column, row) << 2
        | _level(face, column - 1, row) << 3
    )
    return paint(_THICK[arms], _LEDGE if arms else _DIM)


def _level(face: Face, column: int, row: int) -> bool:
    """Whether a platform lies above the space in that column and row (row 6: below the last)."""
    if not 0 <= column < SIDE:
        return False
    space, wall = (row * SIDE + column, NORTH) if row < SIDE else ((row - 1) * SIDE + column, SOUTH)
    return bool(face.wall[space] & wall)


def _upright(face: Face, column: int, row: int) -> bool:
    """Whether a platform stands left of the space in that column and row (column 6: right of the last)."""
    if not 0 <= row < SIDE:
        return False
    space, wall = (row * SIDE + column, WEST) if column < SIDE else (row * SIDE + column - 1, EAST)
    return bool(face.wall[space] & wall)
