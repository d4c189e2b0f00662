"""The board of Gravity Superstar as an array of pixels."""

from __future__ import annotations

from typing import Final

from gravitable.core.contract import Json
from gravitable.envs.raster import DARK, DIM, GLOW, INK, LEDGE, SEATS, SKY, Canvas, Colour, Image

TILES: Final = ((55, 53, 140), (37, 80, 134), (34, 106, 108), (95, 48, 128), (122, 50, 96), (107, 68, 64))
DOOR: Final = (205, 184, 255)
STARS: Final[dict[str, Colour]] = {
    "blue": (74, 163, 255),
    "yellow": (255, 216, 74),
    "pink": (255, 122, 190),
    "green": (98, 216, 116),
    "orange": (255, 152, 64),
    "white": (244, 244, 255),
}
CELL: Final = 28
MARGIN: Final = 14
_TOWARD: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


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
        canvas.ring(x, y, CELL * 0.2, 3, GLOW)
    elif space["symbol"] == "star":
        canvas.ring(x, y, CELL * 0.2, 1.5, DIM)
    for side in space["walls"]:
        _edge(canvas, space["space"], side, 4, LEDGE)


def _door(canvas: Canvas, door: Json) -> None:
    x, y = _middle(door["space"])
    canvas.ring(x, y, CELL * 0.36, 3 if door["open"] else 1.5, INK if door["open"] else DOOR)
    _edge(canvas, door["space"], door["floor"], 6, DOOR)


def _pawn(canvas: Canvas, pawn: Json) -> None:
    """Draw a pawn standing on a foot that shows in which direction it falls."""
    x, y = _middle(pawn["space"])
    dx, dy = _TOWARD[pawn["feet"]]
    canvas.disc(x, y, CELL * 0.34, DARK)
    canvas.disc(x, y, CELL * 0.29, SEATS[pawn["seat"]])
    canvas.box(
        x + dx * CELL * 0.3, y + dy * CELL * 0.3, 3 if dx else CELL * 0.26, 3 if dy else CELL * 0.26, DARK
    )
    canvas.disc(x - dx * CELL * 0.1, y - dy * CELL * 0.1, 3, DARK)


def draw(view: Json) -> Image:
    """Return the board of a view."""
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
