"""Small pictures of both games as arrays of pixels, with NumPy alone: for recordings and agents that see pixels."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gravitable.core.contract import Json
from gravitable.gravwell.drawing.track import BOARD, GATE, harbour, haven, spots

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

SKY: Final = (26, 17, 69)
TILES: Final = ((55, 53, 140), (37, 80, 134), (34, 106, 108), (95, 48, 128), (122, 50, 96), (107, 68, 64))
LEDGE: Final = (111, 240, 200)
DIM: Final = (120, 108, 190)
DOOR: Final = (205, 184, 255)
INK: Final = (255, 255, 255)
DARK: Final = (21, 12, 48)
REPLAY: Final = (255, 143, 182)
STARS: Final[dict[str, Colour]] = {
    "blue": (74, 163, 255),
    "yellow": (255, 216, 74),
    "pink": (255, 122, 190),
    "green": (98, 216, 116),
    "orange": (255, 152, 64),
    "white": (244, 244, 255),
}
SEATS: Final[tuple[Colour, ...]] = (
    (86, 140, 255),
    (255, 208, 60),
    (255, 92, 92),
    (84, 204, 120),
    (220, 120, 255),
    (240, 240, 240),
)
DERELICT: Final = (150, 150, 160)

CELL: Final = 28
MARGIN: Final = 14
_TOWARD: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class Canvas:
    """An image to draw on; edges are smooth."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.pixels: NDArray[Any] = np.empty((height, width, 3), np.float32)
        self.pixels[:] = colour

    def image(self) -> Image:
        """Return what was drawn."""
        return self.pixels.round().astype(np.uint8)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        window, xs, ys = self._around(x, y, radius)
        self._blend(window, radius - np.hypot(xs - x, ys - y) + 0.5, colour)

    def ring(self, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
        """Draw a circle."""
        window, xs, ys = self._around(x, y, radius + width)
        self._blend(window, width / 2 - np.abs(np.hypot(xs - x, ys - y) - radius) + 0.5, colour)

    def box(self, x: float, y: float, half_width: float, half_height: float, colour: Colour) -> None:
        """Fill a rectangle around a point."""
        window, xs, ys = self._around(x, y, max(half_width, half_height))
        inside = np.minimum(half_width - np.abs(xs - x), half_height - np.abs(ys - y))
        self._blend(window, inside + 0.5, colour)

    def star(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a star with five points."""
        window, xs, ys = self._around(x, y, radius)
        angle = np.arctan2(xs - x, y - ys) % (2 * math.pi / 5)
        tip = np.abs(angle - math.pi / 5) / (math.pi / 5)  # 1 at a tip, 0 in a dent
        self._blend(window, radius * (0.45 + 0.55 * tip**1.6) - np.hypot(xs - x, ys - y) + 0.5, colour)

    def _around(self, x: float, y: float, reach: float) -> tuple[Any, NDArray[Any], NDArray[Any]]:
        height, width = self.pixels.shape[:2]
        left, right = max(int(x - reach - 1), 0), min(int(x + reach + 2), width)
        top, bottom = max(int(y - reach - 1), 0), min(int(y + reach + 2), height)
        ys, xs = np.mgrid[top:bottom, left:right]
        return (slice(top, bottom), slice(left, right)), xs, ys

    def _blend(self, window: Any, inside: NDArray[Any], colour: Colour) -> None:
        cover = np.clip(inside, 0, 1)[..., None]
        self.pixels[window] += cover * (np.array(colour) - self.pixels[window])


def _middle(name: str) -> tuple[float, float]:
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL


def _edge(canvas: Canvas, name: str, side: str, width: float, colour: Colour) -> None:
    """Draw one edge of a space, just inside it."""
    x, y = _middle(name)
    dx, dy = _TOWARD[side]
    reach = CELL / 2 - width / 2
    long = CELL / 2
    canvas.box(x + dx * reach, y + dy * reach, width / 2 if dx else long, width / 2 if dy else long, colour)


def _space(canvas: Canvas, space: Json) -> None:
    x, y = _middle(space["space"])
    canvas.disc(x, y, 1, DIM)
    if space["star"]:
        canvas.star(x, y, CELL * 0.34, STARS[space["star"]])
    elif space["symbol"] == "replay":
        canvas.ring(x, y, CELL * 0.2, 3, REPLAY)
    elif space["symbol"] == "star":
        canvas.ring(x, y, CELL * 0.2, 1.5, DIM)
    for side in space["walls"]:
        _edge(canvas, space["space"], side, 4, LEDGE)


def _door(canvas: Canvas, door: Json) -> None:
    x, y = _middle(door["space"])
    canvas.ring(x, y, CELL * 0.36, 3 if door["open"] else 1.5, INK if door["open"] else DOOR)
    _edge(canvas, door["space"], door["floor"], 6, DOOR)


def _pawn(canvas: Canvas, pawn: Json) -> None:
    """Draw a pawn standing on a foot that shows where its down is."""
    x, y = _middle(pawn["space"])
    dx, dy = _TOWARD[pawn["feet"]]
    canvas.disc(x, y, CELL * 0.34, DARK)
    canvas.disc(x, y, CELL * 0.29, SEATS[pawn["seat"]])
    canvas.box(
        x + dx * CELL * 0.3, y + dy * CELL * 0.3, 3 if dx else CELL * 0.26, 3 if dy else CELL * 0.26, DARK
    )
    canvas.disc(x - dx * CELL * 0.1, y - dy * CELL * 0.1, 3, DARK)


def draw_superstar(view: Json) -> Image:
    """Return the board of a view of Gravity Superstar."""
    canvas = Canvas(view["columns"] * CELL + 2 * MARGIN, view["rows"] * CELL + 2 * MARGIN, SKY)
    for tile, colour in zip(view["tiles"], TILES, strict=False):
        half = 3 * CELL - 1
        x, y = MARGIN + (6 * tile["column"] + 3) * CELL, MARGIN + (6 * tile["row"] + 3) * CELL
        canvas.box(x, y, half, half, colour)
    for space in view["spaces"]:
        _space(canvas, space)
    for door in view["doors"]:
        _door(canvas, door)
    for pawn in view["pawns"]:
        if pawn["space"]:
            _pawn(canvas, pawn)
    return canvas.image()


_SCALE: Final = 0.6


def _ship_colour(ship: Json) -> Colour:
    if ship.get("kind") == "player":
        return SEATS[ship["seat"]]
    return INK if ship.get("kind") == "ghost" else DERELICT


def _berths(ships: list[Json]) -> list[tuple[Json, float, float]]:
    """Return where each ship is drawn; those in the Singularity or through the gate stand side by side."""
    inside = [ship for ship in ships if ship["position"] == 0]
    through = [ship for ship in ships if ship["position"] == GATE]
    placed = []
    for ship in ships:
        if ship in inside:
            spot = harbour(inside.index(ship), len(inside))
        elif ship in through:
            spot = haven(through.index(ship), len(through))
        else:
            spot = spots()[ship["position"]]
        placed.append((ship, spot.x * _SCALE, spot.y * _SCALE))
    return placed


def draw_gravwell(view: Json) -> Image:
    """Return the track of a view of Gravwell: the Singularity in the middle, the gate at the end of the spiral."""
    side = round(BOARD * _SCALE)
    canvas = Canvas(side, side, SKY)
    hole, gate = spots()[0], spots()[GATE]
    canvas.disc(hole.x * _SCALE, hole.y * _SCALE, 40, DARK)
    canvas.ring(hole.x * _SCALE, hole.y * _SCALE, 40, 3, REPLAY)
    for spot in spots()[1:GATE]:
        canvas.ring(spot.x * _SCALE, spot.y * _SCALE, 9, 1.5, DIM)
    canvas.ring(gate.x * _SCALE, gate.y * _SCALE, 24, 4, LEDGE)
    ships = [ship for ship in [*view["ships"], *view["derelicts"]] if ship["position"] is not None]
    for ship, x, y in _berths(ships):
        canvas.disc(x, y, 11, DARK)
        canvas.disc(x, y, 9, _ship_colour(ship))
    return canvas.image()
