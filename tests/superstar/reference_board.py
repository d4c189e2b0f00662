"""The parts of the slow reference (see reference.py): directions, players and the board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

Space = tuple[int, int]

COLOURS = ("blue", "yellow", "pink", "green", "orange", "white")
OWN = ("long", "high", "drop", "rotate", "wild")
MOVE = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
RIGHT = {"s": "e", "e": "n", "n": "w", "w": "s"}
CLOCKWISE = {"n": "e", "e": "s", "s": "w", "w": "n"}
QUARTERS = {"cw": 1, "half": 2, "ccw": 3}
STARS_LEFT = {2: 4, 3: 8, 4: 8, 5: 12, 6: 12}
POINTS = {2: 18, 3: 24, 4: 18, 5: 24, 6: 18}


def space_of(name: str) -> Space:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name_of(space: Space) -> str:
    return f"{chr(ord('a') + space[0])}{space[1] + 1}"


def turned(direction: str, quarters: int) -> str:
    for _ in range(quarters):
        direction = CLOCKWISE[direction]
    return direction


def side_of(feet: str, side: str) -> str:
    return RIGHT[feet] if side == "right" else OPPOSITE[RIGHT[feet]]


@dataclass
class Player:
    """What belongs to one player."""

    hand: set[str]
    up: set[str]
    down: set[str]
    stars: Counter[str]
    tokens: int
    space: Space | None
    feet: str | None

    def points(self) -> int:
        return self.tokens + sum(count + count // 2 for count in self.stars.values())

    def take_back(self) -> None:
        self.hand |= self.up | self.down
        self.up, self.down = set(), set()

    def loot(self) -> list[str]:
        return [c for c in COLOURS if self.stars[c]] + (["token"] if self.tokens else [])


@dataclass
class Board:
    """The spaces with what lies on them."""

    columns: int
    rows: int
    walls: dict[Space, set[str]]
    symbols: dict[Space, str | None]
    stars: dict[Space, str | None]

    def beyond(self, space: Space, direction: str) -> Space:
        x, y = MOVE[direction]
        return (space[0] + x) % self.columns, (space[1] + y) % self.rows

    def free(self, space: Space, direction: str) -> bool:
        other = self.beyond(space, direction)
        return direction not in self.walls[space] and OPPOSITE[direction] not in self.walls[other]

    def landing(self, start: Space, feet: str) -> Space:
        space = start
        while self.free(space, feet):
            space = self.beyond(space, feet)
            if space == start:
                break
        return space
