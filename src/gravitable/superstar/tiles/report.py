"""How tiles play: random games, and what happened on every face.

Everything is counted from the kernel's events, so no rule is written a second time here.

    from gravitable.superstar.tiles import standard

    report = play_report(standard(), games=2000, seed=1)
    report.mean_fall, report.failures()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import random_bit
from gravitable.core.chance import Rng, generator
from gravitable.core.events import EventBuffer, clear, event_buffer
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.superstar import events as ev
from gravitable.superstar import setup
from gravitable.superstar.apply import apply
from gravitable.superstar.board import PLACE_OF_SPACE, ROTATED, TILE_SPACE
from gravitable.superstar.data import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    N_PLACES,
    OVER,
    SHAPE_OF_PLAYERS,
    TILE_SPACES,
)
from gravitable.superstar.legal import legal_mask
from gravitable.superstar.state import new_states
from gravitable.superstar.tiles import TileSet
from gravitable.superstar.tiles.tile import FACE_LETTERS, Face, Tile

LONGEST_FALL = 18
"""No board has more spaces in a row or column."""

MIN_SYMBOL_RATIO = 1 / 3
MIN_MEAN_FALL, MAX_MEAN_FALL = 2.0, 4.0

# Random games end by themselves; this only guards against odd tiles of other people.
_ROUND_LIMIT = 1000
# The face under test lies at place 0; the board wraps around, so no place is special.
_PLACE = 0
_CHUNK = 100


def _local_spaces() -> NDArray[np.int64]:
    """[shape, space] -> space within its tile as the tile lies."""
    table = np.zeros_like(PLACE_OF_SPACE)
    for shape, places in enumerate(N_PLACES):
        for place in range(int(places)):
            table[shape, TILE_SPACE[shape, place]] = np.arange(TILE_SPACES)
    return table


_LOCAL = _local_spaces()


@dataclass(frozen=True, slots=True)
class FaceReport:
    """What happened on one face; counts add up all games."""

    tile: str
    letter: str
    face: Face
    games: int
    visits: tuple[int, ...]
    """How often a pawn entered each of the 36 spaces."""
    taken: tuple[int, ...]
    """How often a star was taken from each of the 36 spaces."""
    falls: tuple[int, ...]
    """How many falls landed on this face, by the number of spaces fallen."""

    @property
    def name(self) -> str:
        """The tile's name and the letter of the face."""
        return f"{self.tile} {self.letter}"

    @property
    def mean_fall(self) -> float:
        """The mean number of spaces of the falls that landed here; 0 when there was none."""
        return _mean_fall(self.falls)

    @property
    def symbols(self) -> tuple[int, ...]:
        """The spaces with a symbol."""
        return tuple(space for space, symbol in enumerate(self.face.symbol) if symbol)

    @property
    def rarest_symbol(self) -> int:
        """The space whose star is taken least often."""
        return min(self.symbols, key=lambda space: self.taken[space])

    def symbol_ratio(self, space: int) -> float:
        """How often a symbol's star is taken, compared with the average symbol of the face."""
        average = sum(self.taken) / len(self.symbols)
        return self.taken[space] / average if average else 0.0

    @property
    def lowest_ratio(self) -> float:
        """The ratio of the symbol that is taken least often."""
        return self.symbol_ratio(self.rarest_symbol)


@dataclass(frozen=True, slots=True)
class TileReport:
    """How a whole tile set plays."""

    tile_set: TileSet
    games: int
    seed: int
    faces: tuple[FaceReport, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that took turns: those for whose board there are enough tiles."""
        return _player_counts(len(self.tile_set.tiles))

    @property
    def falls(self) -> tuple[int, ...]:
        """The falls of all faces, by the number of spaces fallen."""
        return tuple(sum(counts) for counts in zip(*(face.falls for face in self.faces), strict=True))

    @property
    def mean_fall(self) -> float:
        """The mean number of spaces of all falls."""
        return _mean_fall(self.falls)

    def failures(self) -> list[str]:
        """Return what misses the two criteria for tiles that play well; empty when all is well."""
        found = [
            f"{face.name}: the star on {space_name(face.rarest_symbol)} is taken {face.lowest_ratio:.2f} "
            f"times as often as the average one (at least {MIN_SYMBOL_RATIO:.2f} wanted)"
            for face in self.faces
            if face.lowest_ratio < MIN_SYMBOL_RATIO
        ]
        if not MIN_MEAN_FALL <= self.mean_fall <= MAX_MEAN_FALL:
            wanted = f"{MIN_MEAN_FALL:.0f} to {MAX_MEAN_FALL:.0f}"
            found.append(f"the mean fall is {self.mean_fall:.2f} spaces ({wanted} wanted)")
        return found


def play_report(tile_set: TileSet, games: int, seed: int = 0) -> TileReport:
    """Play ``games`` random games with every face and return what happened; the same for the same seed."""
    steps = list(play_faces(tile_set, games, seed))
    return TileReport(tile_set, games, seed, tuple(step for step in steps if isinstance(step, FaceReport)))


def play_faces(tile_set: TileSet, games: int, seed: int = 0) -> Iterator[int | FaceReport]:
    """Do the work of ``play_report`` in small steps, for a progress bar.

    Yields the number of games just played, and the report of a face whenever it is complete.
    """
    faces = tile_set.faces()
    for number, tile in enumerate(tile_set.tiles):
        for side, letter in enumerate(FACE_LETTERS):
            table = _Table(faces, number, side, generator(seed * 64 + number * 2 + side))
            for done in range(0, games, _CHUNK):
                yield table.play(min(_CHUNK, games - done), done)
            yield table.report(tile, letter, games)


def space_name(space: int) -> str:
    """Return the name of a space within a face, such as ``a1`` for the top-left one."""
    return f"{'abcdef'[space % 6]}{space // 6 + 1}"


class _Table:
    """Plays games with one face and adds up what happens on it."""

    def __init__(self, faces: NDArray[Any], tile: int, side: int, rng: Rng) -> None:
        picks = setup.no_picks()
        picks[_PLACE, :2] = tile, side
        self.deal = (faces, picks)
        self.rng = rng
        self.visits = np.zeros(TILE_SPACES, np.int64)
        self.taken = np.zeros(TILE_SPACES, np.int64)
        self.falls = np.zeros(LONGEST_FALL + 1, np.int64)
        self.tables = [_new_table(players) for players in _player_counts(len(faces))]

    def play(self, games: int, done: int) -> int:
        """Play so many more games, with each number of players in turn."""
        counts = (self.visits, self.taken, self.falls)
        events = event_buffer()
        for number in range(done, done + games):
            _play_game(self.tables[number % len(self.tables)], self.deal, self.rng, events, counts)
        return games

    def report(self, tile: Tile, letter: str, games: int) -> FaceReport:
        """Return what has happened so far."""
        visits, taken, falls = (tuple(count.tolist()) for count in (self.visits, self.taken, self.falls))
        face = tile.faces[FACE_LETTERS.index(letter)]
        return FaceReport(tile.name, letter, face, games, visits, taken, falls)


def _player_counts(tiles: int) -> tuple[int, ...]:
    counts = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    return tuple(players for players in counts if N_PLACES[SHAPE_OF_PLAYERS[players]] <= tiles)


def _new_table(players: int) -> States:
    """Return two states: one to play in, and a fresh one to begin every game from."""
    states = new_states(2)
    setup.start(states[1], players, 0, 0, _ROUND_LIMIT)
    return states


def _mean_fall(falls: Sequence[int]) -> float:
    total = sum(falls)
    return sum(length * count for length, count in enumerate(falls)) / total if total else 0.0


@kernel
def _play_game(states: States, deal: Any, rng: Rng, events: EventBuffer, counts: Any) -> None:
    """Play one random game and count what happens on the face under test."""
    faces, picks = deal
    states[0] = states[1]
    s = states[0]
    clear(events)
    setup.chance(s, faces, picks, rng, events)
    _count(s, events, counts)
    while s.phase != OVER:
        clear(events)
        apply(s, s.seat, random_bit(legal_mask(s, s.seat), rng), events)
        _count(s, events, counts)


@kernel
def _count(s: Any, events: EventBuffer, counts: Any) -> None:
    visits, taken, falls = counts
    shape, back = s.shape_index, (4 - s.turned[_PLACE]) & 3
    for row in range(1, events[0, 0] + 1):
        kind, space = events[row, 0], events[row, 2]
        happens_on_a_space = kind in (ev.ENTER, ev.STEP, ev.FALL, ev.STAR, ev.LAND)
        if happens_on_a_space and PLACE_OF_SPACE[shape, space] == _PLACE:
            # Back to how the tile file draws the face, whichever way the tile lies.
            local = ROTATED[back, _LOCAL[shape, space]]
            if kind == ev.STAR:
                taken[local] += 1
            elif kind == ev.LAND:
                falls[events[row, 3]] += 1
            else:
                visits[local] += 1
