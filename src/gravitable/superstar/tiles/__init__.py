"""Sets of planet tiles: our own, and those that people draw.

A tile file is a text drawing of both faces that can be edited by hand (docs/tiles.md tells how)::

    # Comments and blank lines may stand anywhere outside a drawing.
    tile Lantern
    face a
    (a drawing of 13 lines, see grid.py)
    face b
    (a drawing of 13 lines)

In the middle of each space: ``*`` star symbol, ``r`` replay symbol, ``^ > v <`` the door with the direction
of its floor, blank for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.errors import suggest
from gravitable.superstar.tiles.check import check_set, check_tile
from gravitable.superstar.tiles.text import read_tiles
from gravitable.superstar.tiles.tile import FACE, NO_SYMBOL, REPLAY, STAR, Face, Problem, Tile, TileError

__all__ = [
    "FACE",
    "NO_SYMBOL",
    "REPLAY",
    "STAR",
    "Face",
    "Problem",
    "Tile",
    "TileError",
    "TileSet",
    "check_directory",
    "check_tile",
    "load_tile_set",
    "parse_tile_set",
    "standard",
]


@dataclass(frozen=True, slots=True)
class TileSet:
    """Two to six tiles that are played together."""

    name: str
    tiles: tuple[Tile, ...]

    @property
    def is_standard(self) -> bool:
        """Whether these are exactly our own tiles, so that a record can refer to them by name."""
        return self == standard()

    def tile(self, name: str) -> Tile:
        """Return the tile of that name, in upper or lower case; raises TileError."""
        for tile in self.tiles:
            if tile.name.casefold() == name.strip().casefold():
                return tile
        hint = suggest(name, [tile.name for tile in self.tiles])
        raise TileError([_whole(f"no tile is called {name!r}; {hint}")])

    def faces(self) -> NDArray[Any]:
        """Return all faces for the kernel: an array of FACE of shape (tiles, 2)."""
        table = np.zeros((len(self.tiles), 2), FACE)
        for number, tile in enumerate(self.tiles):
            for side, face in enumerate(tile.faces):
                table[number, side] = (face.wall, face.symbol, face.door, face.floor)
        return table

    def to_text(self) -> str:
        """Return the one canonical text of the set; ``parse_tile_set`` reads it back."""
        return "\n".join(tile.to_text() for tile in self.tiles)


@cache
def standard() -> TileSet:
    """Return our own six tiles.

    They are frozen for ever, because records refer to them by the name "standard-1". Better tiles would be a
    new folder with a new name next to this one, never a change to these files.
    """
    name = "standard-1"
    folder = resources.files("gravitable.superstar") / "tiles" / "sets" / name
    files = [entry for entry in folder.iterdir() if entry.name.endswith(".txt")]
    return _tile_set(name, sorted((file.name, file.read_text("utf-8")) for file in files))


def load_tile_set(directory: str | Path) -> TileSet:
    """Return the tiles of all ``.txt`` files of a directory, in the order of the file names.

    Raises TileError with every problem when they cannot be used; warnings alone do not matter here.
    """
    return _tile_set(Path(directory).resolve().name, *_read_files(Path(directory)))


def parse_tile_set(text: str, name: str) -> TileSet:
    """Return the tiles of one text, such as the one that ``TileSet.to_text`` writes; raises TileError."""
    return _tile_set(name, [("", text)])


def check_directory(directory: str | Path, own: bool = False) -> tuple[list[Tile], list[Problem]]:
    """Return the readable tiles of a directory and everything that is wrong there, warnings too."""
    files, unreadable = _read_files(Path(directory))
    return _check_files(files, own, unreadable)


def _tile_set(name: str, files: Iterable[tuple[str, str]], unreadable: Iterable[Problem] = ()) -> TileSet:
    tiles, problems = _check_files(files, False, unreadable)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise TileError(errors)
    return TileSet(name, tuple(tiles))


def _check_files(
    files: Iterable[tuple[str, str]], own: bool, unread: Iterable[Problem]
) -> tuple[list[Tile], list[Problem]]:
    """Return the tiles of all files and everything that is wrong with them; ``unread`` could not even be opened."""
    tiles: list[Tile] = []
    unreadable = list(unread)
    for file, text in files:
        found, problems = read_tiles(text, file)
        tiles += found
        unreadable += problems
    checked = [problem for tile in tiles for problem in check_tile(tile, own)]
    # How many tiles there are is only known once all of them can be read.
    return tiles, unreadable + checked + ([] if unreadable else check_set(tiles))


def _read_files(directory: Path) -> tuple[list[tuple[str, str]], list[Problem]]:
    """Return the texts of all files, and the problems of those that cannot be read; the others are still checked."""
    if not directory.is_dir():
        raise TileError([_whole("there is no such directory of tiles", directory)])
    paths = sorted(path for path in directory.glob("*.txt") if path.is_file())
    if not paths:
        raise TileError([_whole("no tile files here; they end in .txt", directory)])
    texts, problems = [], []
    for path in paths:
        text = _read_file(path)
        if isinstance(text, Problem):
            problems.append(text)
        else:
            texts.append((str(path), text))
    return texts, problems


def _read_file(path: Path) -> str | Problem:
    try:
        # Not just "utf-8": the mark that some editors put at the beginning is not part of the text.
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        return _whole("the file is not UTF-8 text", path)
    except OSError as error:
        return _whole(f"the file cannot be read: {error.strerror}", path)


def _whole(message: str, path: Path | None = None) -> Problem:
    return Problem("error", str(path) if path else "", 0, 0, message)
