"""The track of Gravwell as an array of pixels."""

from __future__ import annotations

from typing import Final

from gravitable.core.contract import Json
from gravitable.envs.raster import DARK, DIM, GLOW, INK, LEDGE, SEATS, SKY, Canvas, Colour, Image
from gravitable.gravwell.drawing.track import BOARD, GATE, harbour, haven, spots

DERELICT: Final = (150, 150, 160)
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


def draw(view: Json) -> Image:
    """Return the track of a view: the Singularity in the middle, the gate at the end of the spiral."""
    side = round(BOARD * _SCALE)
    canvas = Canvas(side, side, SKY)
    hole, gate = spots()[0], spots()[GATE]
    canvas.disc(hole.x * _SCALE, hole.y * _SCALE, 40, DARK)
    canvas.ring(hole.x * _SCALE, hole.y * _SCALE, 40, 3, GLOW)
    for spot in spots()[1:GATE]:
        canvas.ring(spot.x * _SCALE, spot.y * _SCALE, 9, 1.5, DIM)
    canvas.ring(gate.x * _SCALE, gate.y * _SCALE, 24, 4, LEDGE)
    ships = [ship for ship in [*view["ships"], *view["derelicts"]] if ship["position"] is not None]
    for ship, x, y in _berths(ships):
        canvas.disc(x, y, 11, DARK)
        canvas.disc(x, y, 9, _ship_colour(ship))
    return canvas.image()
