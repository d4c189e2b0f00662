"""Reading tile files; the format is shown in tiles.py and explained in docs/tiles.md.

The reader goes on after a mistake, so that people see all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gravitable.superstar.tiles.grid import HEIGHT, Flaw, GridError, cell_place, read_grid
from gravitable.superstar.tiles.tile import (
    DOOR_CHARACTERS,
    FACE_LETTERS,
    NO_DOOR,
    NO_SYMBOL,
    SYMBOL_CHARACTERS,
    Face,
    Problem,
    Tile,
)

TILE_NAME = re.compile(r"[^\W_](?:[\w' -]{0,38}[\w'])?")


def read_tiles(text: str, file: str = "") -> tuple[list[Tile], list[Problem]]:
    """Return the tiles of a text that could be read, and what is wrong with the text."""
    reader = _Reader(text, file)
    reader.read()
    return reader.tiles, reader.problems


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        # Not splitlines(): it also splits at characters that no editor counts as the end of a line.
        self.rows = [row.rstrip("\r") for row in text.split("\n")]
        self.file = file
        self.at = 0
        self.tiles: list[Tile] = []
        self.problems: list[Problem] = []

    def read(self) -> None:
        """Read the whole text."""
        self._skip_to_content()
        if self.at == len(self.rows):
            self._report(0, 0, "there is no tile here; a tile begins with the line 'tile NAME'")
        while self.at < len(self.rows):
            if _word(self.rows[self.at]) == "tile":
                self._read_tile()
            else:
                self._unexpected("'tile NAME'")
            self._skip_to_content()

    def _read_tile(self) -> None:
        name = self._read_name()
        faces = [self._read_face(letter) for letter in FACE_LETTERS]
        a, b = faces
        if name and a and b:
            self.tiles.append(Tile(name, (a, b), self.file))

    def _read_name(self) -> str:
        row = self.rows[self.at]
        name = " ".join(row.split()[1:])
        if not TILE_NAME.fullmatch(name):
            message = (
                "a name is 1 to 40 letters, digits, blanks, hyphens or apostrophes, as in 'tile Lantern'"
            )
            self._report(self.at + 1, len(row) - len(row.lstrip()) + 1, message)
        self.at += 1
        return name

    def _read_face(self, letter: str) -> Face | None:
        self._skip_to_content()
        if self.at == len(self.rows) or _word(self.rows[self.at]) == "tile":
            self._report(self.at, 1, f"the tile has no 'face {letter}'; it needs both faces, a and b")
            return None
        if self.rows[self.at].split() != ["face", letter]:
            self._unexpected(f"'face {letter}'")
            return None
        self.at += 1
        self._skip_to_content()
        return self._read_drawing()

    def _read_drawing(self) -> Face | None:
        first = self.at
        while self.at < min(first + HEIGHT, len(self.rows)) and not _word(self.rows[self.at]):
            self.at += 1
        try:
            walls, cells = read_grid(self.rows[first : self.at], first_line=first + 1)
        except GridError as error:
            self._report_flaws(error.flaws)
            return None
        return self._face(walls, cells, first + 1)

    def _face(self, walls: tuple[int, ...], cells: tuple[str, ...], first_line: int) -> Face | None:
        flaws = [Flaw(first_line + line, column + 1, message) for line, column, message in _cell_flaws(cells)]
        if flaws:
            self._report_flaws(flaws)
            return None
        signs = [cell[1] for cell in cells]
        symbols = tuple(
            NO_SYMBOL if sign in DOOR_CHARACTERS else SYMBOL_CHARACTERS.index(sign) for sign in signs
        )
        door = next((space for space, sign in enumerate(signs) if sign in DOOR_CHARACTERS), NO_DOOR)
        floor = 0 if door == NO_DOOR else DOOR_CHARACTERS.index(signs[door])
        return Face(walls, symbols, door, floor, first_line)

    def _skip_to_content(self) -> None:
        while self.at < len(self.rows) and (not self.rows[self.at].strip() or self.rows[self.at][0] == "#"):
            self.at += 1

    def _unexpected(self, expected: str) -> None:
        """Report the line and go on at the next one that says ``tile`` or ``face``."""
        row = self.rows[self.at]
        column = len(row) - len(row.lstrip()) + 1
        self._report(self.at + 1, column, f"expected {expected} here, found {row.strip()[:30]!r}")
        self.at += 1
        while self.at < len(self.rows) and not _word(self.rows[self.at]):
            self.at += 1

    def _report(self, line: int, column: int, message: str) -> None:
        self.problems.append(Problem("error", self.file, line, column, message))

    def _report_flaws(self, flaws: Sequence[Flaw]) -> None:
        for flaw in flaws:
            self._report(*flaw)


def _word(row: str) -> str:
    """Return the keyword that the line begins with, or nothing."""
    words = row.split()
    return words[0] if words and words[0] in ("tile", "face") else ""


def _cell_flaws(cells: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """All flaws of the spaces' contents, with line and column from 0 within the drawing."""
    doors = 0
    for space, cell in enumerate(cells):
        line, column = cell_place(space)
        sign = cell[1]
        if cell != f" {sign} ":
            message = f"{cell!r} in a space: only the middle one of its three characters may be used"
            yield line, column - 1, message
        elif sign in DOOR_CHARACTERS:
            doors += 1
            if doors > 1:
                yield line, column, "another door; a face has exactly one"
        elif sign not in SYMBOL_CHARACTERS:
            yield line, column, f"unknown sign {sign!r}; use * (star), r (replay), ^ > v < (door) or a blank"
