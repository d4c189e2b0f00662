"""Small hand-made positions for the rule tests: a cut-out of the board as a drawing, the rest in a few words.

A drawing shows the board from its top-left corner ``a1`` as far as it matters, in the format of tile files: ``+``
at the corners, ``---`` and ``|`` for platforms. A cell holds ``0v`` (the pawn of seat 0, feet to the south; ``^ >
<`` likewise), ``*b`` or ``rb`` (a blue star on a star or replay symbol), ``*`` or ``r`` (a bare symbol), ``v`` (a
door with its floor) or ``(v)`` (the open one). Whatever is not drawn is empty. A tile without a drawn door has one
in its bottom-right corner with the floor to the south; without a drawn open door it is the first tile's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

import gravitable
from gravitable import Event, Game
from gravitable.superstar.tiles.grid import write_grid

from .reference import GOODIES

FEET = dict(zip("^>v<", "nesw", strict=True))
TILES = ("Archipelago", "Canyon", "Harp", "Lantern", "Whirlpool", "Ziggurat")
CARDS = ("long", "high", "drop", "rotate", "wild")
# Columns and rows of tiles by number of players, and the places of the tiles: (column, row), clockwise.
SHAPES = {2: (2, 1), 3: (2, 2), 4: (2, 2), 5: (3, 2), 6: (3, 2)}
PLACES = {
    (2, 1): ((0, 0), (1, 0)),
    (2, 2): ((0, 0), (1, 0), (1, 1), (0, 1)),
    (3, 2): ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)),
}


@dataclass(frozen=True)
class Seat:
    """What a seat has; all cards that are not named lie in the hand."""

    up: str = ""
    down: str = ""
    goodies: str = ""
    stars: str = ""
    tokens: int = 0

    def line(self, pawn: str) -> str:
        played = f"{self.up} {self.down}".split()
        hand = [card for card in CARDS if card not in played] + self.goodies.split()
        return (
            f"pawn {pawn}; hand {' '.join(hand) or 'none'}; up {self.up or 'none'}; down {self.down or 'none'}; "
            f"stars {self.stars or 'none'}; tokens {self.tokens}"
        )


class _Board:
    """A board while it is being put together."""

    def __init__(self, players: int) -> None:
        self.shape = SHAPES[players]
        self.walls: dict[tuple[int, int], int] = {}
        self.cells: dict[tuple[int, int], str] = {}
        self.pawns: dict[int, str] = {}

    def wall(self, row: int, column: int, direction: int) -> None:
        """Put a platform at one side of a space; its neighbour on the same tile shares it."""
        self.walls[row, column] = self.walls.get((row, column), 0) | 1 << direction
        beyond = (row + (-1, 0, 1, 0)[direction], column + (0, 1, 0, -1)[direction])
        if (beyond[0] // 6, beyond[1] // 6) == (row // 6, column // 6):
            self.walls[beyond] = self.walls.get(beyond, 0) | 1 << (direction + 2) % 4

    def cell(self, row: int, column: int, text: str) -> None:
        if text[0].isdigit():
            self.pawns[int(text[0])] = f"{name(row, column)} {FEET[text[1]]}"
        else:
            self.cells[row, column] = text

    def read(self, drawing: str) -> None:
        lines = dedent(drawing).strip("\n").splitlines()
        width = max((len(line) for line in lines), default=0)
        for number, line in enumerate(lines):
            row = number // 2
            for column in range(width // 4):
                part = line.ljust(width)[4 * column : 4 * column + 4]
                if number % 2 == 0 and part[1:] == "---":
                    self.wall(*((row, column, 0) if row == 0 else (row - 1, column, 2)))
                if number % 2:
                    self._read_cell(row, column, part, line.ljust(width)[4 * column + 4])

    def _read_cell(self, row: int, column: int, part: str, behind: str) -> None:
        if part[0] == "|" and column == 0:
            self.wall(row, column, 3)
        if behind == "|":
            self.wall(row, column, 1)
        if part[1:].strip():
            self.cell(row, column, part[1:].strip())

    def tile(self, place: int, opened: int) -> list[str]:
        """Return the drawing of one tile, with a door."""
        left, top = (6 * part for part in PLACES[self.shape][place])
        spaces = [(top + i // 6, left + i % 6) for i in range(36)]
        cells = [self.cells.get(space, "") for space in spaces]
        if not any(cell.strip("()") in FEET for cell in cells if cell):
            cells[35] = "v"
            self.wall(*spaces[35], 2)
        texts = [_cell_text(cell, place == opened) for cell in cells]
        return write_grid([self.walls.get(space, 0) for space in spaces], texts)

    def open_place(self) -> int:
        for place, (left, top) in enumerate(PLACES[self.shape]):
            if any(c[0] == "(" and (x // 6, y // 6) == (left, top) for (y, x), c in self.cells.items()):
                return place
        return 0

    def drawings(self, opened: int, turned: Mapping[int, int]) -> str:
        texts = []
        for at in range(self.shape[1]):
            places = [
                place for _, place in sorted((x, p) for p, (x, y) in enumerate(PLACES[self.shape]) if y == at)
            ]
            parts = [self.tile(place, opened) for place in places]
            titles = ", ".join(f"{TILES[place]} a {turned.get(place, 0)}" for place in places)
            texts.append("\n".join([f"tiles: {titles}", *("   ".join(p) for p in zip(*parts, strict=True))]))
        return "\n\n".join(texts)


def _cell_text(cell: str, opened: bool) -> str:
    if cell.strip("()") in FEET and cell:
        return f"({cell.strip('()')})" if opened else f" {cell.strip('()')} "
    return f" {cell}".ljust(3)


def name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


def _place(space: str) -> tuple[int, int]:
    return int(space[1:]) - 1, ord(space[0]) - ord("a")


def position_text(
    drawing: str = "",
    *,
    players: int = 2,
    seats: Mapping[int, Seat] | None = None,
    pawns: Mapping[int, str] | None = None,
    walls: str = "",
    cells: Mapping[str, str] | None = None,
    opened: int | None = None,
    turn: str = "0 action",
    first: int = 0,
    round_number: int = 1,
    so_far: str = "none",
    steal_from: str = "none",
    ended_by: str = "nothing",
    expert: bool = False,
    limit: int | None = None,
) -> str:
    """Return a position text. ``walls``: words such as ``c3s``; ``cells``: by space; ``pawns``: ``{1: "c3 s"}``."""
    board = _Board(players)
    board.read(drawing)
    for word in walls.split():
        board.wall(*_place(word[:-1]), "nesw".index(word[-1]))
    for space, text in (cells or {}).items():
        board.cell(*_place(space), text)
    board.pawns.update(pawns or {})
    at = {seat: (seats or {}).get(seat, Seat()) for seat in range(players)}
    goodies = [goodie for goodie in GOODIES if any(goodie in seat.goodies.split() for seat in at.values())]
    head = [
        "gravitable position: superstar 1",
        f"players: {players}",
        f"goodies: {' '.join(goodies) or 'none'}",
        f"expert: {'yes' if expert else 'no'}",
        f"round limit: {limit or 'none'}",
        "tile set: standard-1",
        f"round: {round_number}",
        f"first player: {first}",
        f"turn: {turn}",
        f"so far: {so_far}",
        f"to steal from: {steal_from}",
        f"ended by: {ended_by}",
        "",
        board.drawings(board.open_place() if opened is None else opened, {}),
        "",
    ]
    lines = [f"seat {seat}: {at[seat].line(board.pawns.get(seat, 'off'))}" for seat in range(players)]
    return "\n".join(head + lines) + "\n"


def table(drawing: str = "", **about: Any) -> Game:
    """Return the game of a hand-made position; see ``position_text``."""
    return gravitable.position(position_text(drawing, **about))


# What a test asks of a game and its events


def told(events: Iterable[Event]) -> list[str]:
    """Return events as short texts, up to where the next turn begins (or the round ends).

    Where a turning tile carries its pawns is left out; it follows from the turn, and one test looks at it.
    """
    lines = []
    for event in events:
        if event.kind in ("turn", "round-end"):
            break
        if event.kind != "carried":
            lines.append(_told(event))
    return lines


def told_from_turn(events: Iterable[Event]) -> list[str]:
    """Return the events from the next turn (or the end of the round) on."""
    everything = list(events)
    for number, event in enumerate(everything):
        if event.kind in ("turn", "round-end"):
            return [_told(event) for event in everything[number:]]
    return []


def _told(event: Event) -> str:
    detail: dict[str, Any] = event.detail
    by_kind = {
        "turn": ("turn", event.seat),
        "enter": ("enter", detail.get("space"), detail.get("feet")),
        "card": ("card", detail.get("card"), "down" if detail.get("face_down") else "up"),
        "pass": ("pass", detail.get("card"), "to", event.seat),
        "land": ("land", detail.get("space")),
        "rotate": ("rotate", detail.get("feet")),
        "turn-tile": ("turn-tile", detail.get("place"), detail.get("quarters")),
        "eject": ("eject", event.seat, detail.get("space")),
        "star": ("star", detail.get("colour"), detail.get("space")),
        "open-door": ("open-door", detail.get("space")),
        "steal": ("steal", detail.get("what"), "from", detail.get("from")),
        "last-round": ("last-round", detail.get("points")),
        "round-end": ("round-end", detail.get("round")),
        "over": ("over", detail.get("reason")),
    }
    default = (event.kind, detail["space"]) if "space" in detail else (event.kind,)
    return " ".join(str(word) for word in by_kind.get(event.kind, default))


def path(events: Iterable[Event]) -> list[str]:
    """Return only where the pawn went: ``step c3``, ``fall c4``, ``land c4``."""
    return [line for line in told(events) if line.split()[0] in ("step", "fall", "land")]


def pawn(game: Game, seat: int) -> str:
    """Return where a pawn is: ``c3 s`` or ``off``."""
    entry = game.state()["pawns"][seat]
    return "off" if entry["space"] is None else f"{entry['space']} {entry['feet']}"


def open_door(game: Game) -> str:
    """Return the space of the open door."""
    (space,) = [door["space"] for door in game.state()["doors"] if door["open"]]
    return str(space)


def seat_of(game: Game, seat: int) -> dict[str, Any]:
    entry: dict[str, Any] = game.state()["seats"][seat]
    return entry


def stars(game: Game, seat: int) -> dict[str, int]:
    """Return the stars of a seat by colour, without the colours it has none of."""
    return {colour: count for colour, count in seat_of(game, seat)["stars"].items() if count}


def tokens(game: Game, seat: int) -> int:
    return int(seat_of(game, seat)["tokens"])


def space(game: Game, wanted: str) -> dict[str, Any]:
    (entry,) = [entry for entry in game.state()["spaces"] if entry["space"] == wanted]
    return dict(entry)


def phase(game: Game) -> str:
    state = game.state()
    return f"{state['turn']} {state['phase']}"
