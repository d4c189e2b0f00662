"""One 6 x 6 drawing as text: reading and writing, without any idea of what the cells mean.

A drawing is 13 lines of 25 characters. Corners are ``+``, a wall between two spaces is ``---`` or ``|``, no
wall is blanks, and every space holds three free characters::

    +---+---+   +   +   +   +
    |     *         |
    +   +   +---+   +   +   +
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gravitable.core.errors import GravitableError

SIDE = 6
SPACES = SIDE * SIDE
HEIGHT = 2 * SIDE + 1
WIDTH = 4 * SIDE + 1
CELL_WIDTH = 3
BLANK = " " * CELL_WIDTH

# Bits of a wall mask, in the order of the directions north, east, south, west.
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


class Flaw(NamedTuple):
    """One thing wrong with a drawing, with its place (line and column count from 1)."""

    line: int
    column: int
    message: str


class GridError(GravitableError):
    """The text is not a 6 x 6 drawing; ``flaws`` lists everything that is wrong with it."""

    code = "bad-drawing"

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        self.flaws = tuple(flaws)
        first = self.flaws[0]
        self.line, self.column = first.line, first.column
        super().__init__(f"line {first.line}, column {first.column}: {first.message}")


def write_grid(walls: Sequence[int], cells: Sequence[str]) -> list[str]:
    """Draw 36 wall masks and 36 three-character cells as 13 lines of 25 characters.

    An edge inside the drawing shows a wall when the space on either side of it has one.
    """
    if len(walls) != SPACES or len(cells) != SPACES:
        raise ValueError(f"a drawing has {SPACES} spaces, not {len(walls)} walls and {len(cells)} cells")
    if any(len(cell) != CELL_WIDTH for cell in cells):
        raise ValueError(f"every cell is {CELL_WIDTH} characters wide")
    lines = []
    for row in range(SIDE):
        lines.append(_edge_row(walls, row))
        lines.append(_cell_row(walls, cells, row))
    lines.append(_edge_row(walls, SIDE))
    return lines


def read_grid(
    lines: Sequence[str], first_line: int = 1, first_column: int = 1
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Read a drawing back into 36 wall masks and 36 three-character cells.

    Blanks missing at the end of a line are added. ``first_line`` and ``first_column`` tell where in the file
    the drawing stands, so that errors name the place people see in their editor. Raises GridError with all
    flaws.
    """
    rows = [line.rstrip().ljust(WIDTH) for line in lines]
    flaws = [
        Flaw(first_line + line, first_column + column, message)
        for line, column, message in _flaws(lines, rows)
    ]
    if flaws:
        raise GridError(flaws)
    walls = tuple(_wall_mask(rows, row, column) for row in range(SIDE) for column in range(SIDE))
    cells = tuple(
        rows[2 * row + 1][4 * column + 1 : 4 * column + 4] for row in range(SIDE) for column in range(SIDE)
    )
    return walls, cells


def cell_place(space: int) -> tuple[int, int]:
    """Line and column, from 0, of the middle character of a space's cell in its drawing."""
    row, column = divmod(space, SIDE)
    return 2 * row + 1, 4 * column + 2


def edge_place(space: int, direction: int) -> tuple[int, int]:
    """Line and column, from 0, of the middle of the edge on one side of a space."""
    line, column = cell_place(space)
    line_step, column_step = ((-1, 0), (0, 2), (1, 0), (0, -2))[direction]
    return line + line_step, column + column_step


def _edge_row(walls: Sequence[int], row: int) -> str:
    """Return the line of corners and level walls above a row of spaces (row 6: below the last one)."""
    edges = ("---" if _wall_above(walls, row, column) else BLANK for column in range(SIDE))
    return "+" + "+".join(edges) + "+"


def _wall_above(walls: Sequence[int], row: int, column: int) -> bool:
    below = row < SIDE and walls[row * SIDE + column] & NORTH
    above = row > 0 and walls[(row - 1) * SIDE + column] & SOUTH
    return bool(below or above)


def _cell_row(walls: Sequence[int], cells: Sequence[str], row: int) -> str:
    parts = []
    for column in range(SIDE):
        parts.append("|" if _wall_before(walls, row, column) else " ")
        parts.append(cells[row * SIDE + column])
    parts.append("|" if _wall_before(walls, row, SIDE) else " ")
    return "".join(parts)


def _wall_before(walls: Sequence[int], row: int, column: int) -> bool:
    after = column < SIDE and walls[row * SIDE + column] & WEST
    before = column > 0 and walls[row * SIDE + column - 1] & EAST
    return bool(after or before)


def _wall_mask(rows: Sequence[str], row: int, column: int) -> int:
    line, middle = 2 * row + 1, 4 * column + 2
    mask = NORTH if rows[line - 1][middle] == "-" else 0
    mask |= EAST if rows[line][middle + 2] == "|" else 0
    mask |= SOUTH if rows[line + 1][middle] == "-" else 0
    mask |= WEST if rows[line][middle - 2] == "|" else 0
    return mask


def _flaws(lines: Sequence[str], rows: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """All flaws of a drawing: line and column from 0, and what would be right."""
    if len(lines) != HEIGHT:
        which = "ends after" if len(lines) < HEIGHT else "has"
        yield min(len(lines), HEIGHT), 0, f"the drawing {which} {len(lines)} lines; it needs exactly {HEIGHT}"
        return
    for number, row in enumerate(rows):
        stray = next((i for i, character in enumerate(row) if not character.isprintable()), None)
        if stray is not None:
            yield number, stray, f"{row[stray]!r} cannot stand in a drawing; use blanks, not tabs"
        elif len(row) > WIDTH:
            yield number, WIDTH, f"the line is {len(row)} characters long; a drawing is {WIDTH} wide"
        elif number % 2 == 0:
            yield from ((number, column, message) for column, message in _edge_row_flaws(row))
        else:
            yield from ((number, column, message) for column, message in _cell_row_flaws(row))


def _edge_row_flaws(row: str) -> Iterator[tuple[int, str]]:
    length = len(row.rstrip())
    for column in range(0, WIDTH, 4):
        if column >= length:
            yield length, f"the line ends after {length} of {WIDTH} characters; it needs '+' at every corner"
            return
        if row[column] != "+":
            yield column, f"expected the corner '+' here, found {row[column]!r}"
        edge = row[column + 1 : column + 4]
        if column + 4 < WIDTH and edge not in ("---", BLANK):
            kind = "half-drawn edge" if set(edge) <= {"-", " "} else "wrong edge"
            yield column + 1, f"{kind} {edge!r}; draw '---' for a wall or three blanks for none"


def _cell_row_flaws(row: str) -> Iterator[tuple[int, str]]:
    for column in range(0, WIDTH, 4):
        if row[column] not in "| ":
            yield column, f"expected '|' for a wall or a blank for none here, found {row[column]!r}"
