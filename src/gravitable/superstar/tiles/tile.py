"""A planet tile: its two faces, what can be wrong with it, and how the kernel sees a face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from gravitable.core.errors import GravitableError
from gravitable.superstar.tiles import grid
from gravitable.superstar.tiles.grid import SPACES

NO_SYMBOL, STAR, REPLAY = 0, 1, 2
NO_DOOR = -1

FACE_LETTERS = "ab"
SYMBOL_CHARACTERS = " *r"
DOOR_CHARACTERS = "^>v<"
"""In the order of the directions: the door's floor is to the north, east, south, west."""

FACE = np.dtype(
    (np.record, [("wall", "u1", (SPACES,)), ("symbol", "u1", (SPACES,)), ("door", "i2"), ("floor", "i2")])
)
"""One face as the kernel sees it: wall masks, symbols, the door's space and the direction of its floor."""


class Problem(NamedTuple):
    """Something wrong with a tile; line and column count from 1, and 0 means the file or set as a whole."""

    severity: Literal["error", "warning"]
    file: str
    line: int
    column: int
    message: str

    @property
    def place(self) -> str:
        """The beginning of a line that tells the place, as in ``box.txt:3:7: ``; empty when there is none."""
        known = [self.file] if self.file else []
        known += [str(number) for number in (self.line, self.column) if number]
        return f"{':'.join(known)}: " if known else ""

    def __str__(self) -> str:
        return f"{self.place}{self.severity}: {self.message}"


class TileError(GravitableError):
    """Tiles that cannot be used; ``problems`` lists everything that is wrong with them."""

    code = "bad-tiles"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(f"{problem.place}{problem.message}" for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a tile: 36 wall masks, 36 symbols, and the door with the direction of its floor."""

    wall: tuple[int, ...]
    symbol: tuple[int, ...]
    door: int
    floor: int
    line: int = field(default=0, compare=False)
    """The line in its file where the drawing begins; 0 when it comes from no file."""

    def lines(self) -> list[str]:
        """Return the drawing of the face."""
        cells = [f" {SYMBOL_CHARACTERS[symbol]} " for symbol in self.symbol]
        if self.door != NO_DOOR:
            cells[self.door] = f" {DOOR_CHARACTERS[self.floor]} "
        return grid.write_grid(self.wall, cells)


@dataclass(frozen=True, slots=True)
class Tile:
    """A planet tile with its two faces."""

    name: str
    faces: tuple[Face, Face]
    file: str = field(default="", compare=False)

    def to_text(self) -> str:
        """Return the tile in the file format."""
        lines = [f"tile {self.name}"]
        for letter, face in zip(FACE_LETTERS, self.faces, strict=True):
            lines += [f"face {letter}", *(line.rstrip() for line in face.lines())]
        return "\n".join(lines) + "\n"
