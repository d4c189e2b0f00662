"""One puzzle, and the files they are kept in: compressed JSON, one puzzle a line."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec

from gravitable.core.errors import GravitableError, suggest
from gravitable.core.package import package_of

EASIEST, HARDEST = 1, 5


class UnknownPuzzle(GravitableError):
    """There is no such puzzle, kind, or game with puzzles; the message says which there are."""

    code = "unknown-puzzle"


class BadPuzzle(GravitableError):
    """A file of puzzles that cannot be read; the message says where."""

    code = "bad-puzzle"


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position, a question, and what answers it."""

    id: str
    """Follows from the position and the kind, so that it stays when puzzles are made again."""
    game: str
    kind: str
    difficulty: int
    """From 1, easy, to 5."""
    players: int
    seat: int
    """Who is to find the answer."""
    goal: float
    """What the answer reaches: points, pawns thrown out, the chance to win."""
    answer: tuple[str, ...]
    """One answer; others that reach the same are as right."""
    chances: dict[str, float] = {}
    """Where a deep search confirmed the answer: what it thinks of every action."""
    source: str
    """The game that it comes from: seed of the mining, number of the game, entry of its log."""
    position: str
    """The position as text, hidden things too: never shown to the person who solves it."""


def identity(game: str, kind: str, position: str) -> str:
    """Return the id of a puzzle."""
    return hashlib.sha256(f"{game} {kind}\n{position}".encode()).hexdigest()[:10]


@cache
def shelf(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that ship for a game; raises UnknownGame, UnknownPuzzle or BadPuzzle."""
    package = package_of(game)
    if package.puzzles is None:
        raise UnknownPuzzle(f"there are no puzzles for {package.title}")
    if package.shelf is None:
        return ()
    path = package.file(package.shelf)
    return unpacked(path.read_bytes(), str(path)) if path.exists() else ()


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shelf(game)}


def found(game: str, number: str) -> Puzzle:
    """Return a puzzle by its id; raises UnknownPuzzle."""
    if number not in _by_id(game):
        raise UnknownPuzzle(f"there is no puzzle {number!r} for {game}; {suggest(number, _by_id(game))}")
    return _by_id(game)[number]


def packed(puzzles: Iterable[Puzzle]) -> bytes:
    """Return puzzles as the bytes of a file."""
    lines = b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)
    return lzma.compress(lines, preset=9 | lzma.PRESET_EXTREME)


def unpacked(data: bytes, name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file; raises BadPuzzle."""
    try:
        lines = lzma.decompress(data).splitlines()
    except lzma.LZMAError as error:
        raise BadPuzzle(f"{name} is no file of puzzles: {error}") from error
    return tuple(read(line, f"{name}, line {number}") for number, line in enumerate(lines, 1))


_PUZZLES: Final = msgspec.json.Decoder(Puzzle)


def read(line: bytes | str, name: str) -> Puzzle:
    """Return the puzzle of a line of JSON; raises BadPuzzle."""
    try:
        return _PUZZLES.decode(line)
    except msgspec.DecodeError as error:
        raise BadPuzzle(f"{name}: {error}") from error
