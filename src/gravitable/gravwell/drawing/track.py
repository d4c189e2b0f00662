"""Where the spaces of the Gravwell track lie: a spiral out of the black hole up to the gate."""

import math
from functools import cache
from typing import Final, NamedTuple

SINGULARITY: Final = 0
GATE: Final = 54
SPACING: Final = 51.0  # from space to space, along the spiral
_TURNS: Final = 2.25
_GATE_LIFT: Final = 46.0  # the gate stands off from the last space, outward
_START: Final = 116.0  # the distance of the first space from the middle
_END_ANGLE: Final = math.radians(-38)  # the gate lies at the upper right
BOARD: Final = 710  # the side of the square that holds the spiral
MIDDLE: Final = (345.0, 366.0)


class Spot(NamedTuple):
    """A place on the track, and the direction (in degrees, clockwise from east) in which the gate lies."""

    x: float
    y: float
    heading: float


@cache
def spots() -> tuple[Spot, ...]:
    """Give the places of the spaces 0 to 54, evenly spread along the spiral.

    >>> len(spots())
    55
    """
    growth = _growth()
    angle, radius, places = 0.0, _START, [Spot(*MIDDLE, 0.0)]
    for _ in range(1, GATE + 1):
        places.append(_spot(angle, radius, growth))
        # A step of fixed length along the curve turns by less the farther out it is.
        angle += SPACING / math.hypot(radius, growth)
        radius = _START + growth * angle
    end = math.atan2(places[-1].y - MIDDLE[1], places[-1].x - MIDDLE[0])
    turned = [_turned(spot, _END_ANGLE - end) for spot in places[1:]]
    return (places[0], *turned[:-1], turned[-1]._replace(**_outward(turned[-1], _GATE_LIFT)))


def _outward(spot: Spot, lift: float) -> dict[str, float]:
    x, y = lifted(spot, lift)
    return {"x": x, "y": y}


def lifted(spot: Spot, lift: float) -> tuple[float, float]:
    """Give the point so far outward of a place, seen from the middle of the spiral."""
    x, y = spot.x - MIDDLE[0], spot.y - MIDDLE[1]
    scale = 1 + lift / max(math.hypot(x, y), 1)
    return MIDDLE[0] + x * scale, MIDDLE[1] + y * scale


def _growth() -> float:
    """Give how much the radius grows per radian, so that the whole track makes the wanted turns."""
    length, sweep = SPACING * (GATE - 1), 2 * math.pi * _TURNS
    return (length / sweep - _START) * 2 / sweep


def _spot(angle: float, radius: float, growth: float) -> Spot:
    heading = angle + math.atan2(radius, growth)
    x, y = MIDDLE[0] + radius * math.cos(angle), MIDDLE[1] + radius * math.sin(angle)
    return Spot(x, y, math.degrees(heading))


def _turned(spot: Spot, angle: float) -> Spot:
    """Turn a place around the middle of the spiral."""
    x, y = spot.x - MIDDLE[0], spot.y - MIDDLE[1]
    cosine, sine = math.cos(angle), math.sin(angle)
    return Spot(
        MIDDLE[0] + x * cosine - y * sine,
        MIDDLE[1] + x * sine + y * cosine,
        (spot.heading + math.degrees(angle)) % 360,
    )


def harbour(place: int, count: int) -> Spot:
    """Give the place of one of several ships in the Singularity: side by side in a ring around its middle."""
    if count == 1:
        return Spot(*MIDDLE, 0.0)
    angle = 2 * math.pi * place / count - math.pi / 2
    radius = 25 if count == 2 else 32
    return Spot(MIDDLE[0] + radius * math.cos(angle), MIDDLE[1] + radius * math.sin(angle), 0.0)


def haven(place: int, count: int) -> Spot:
    """Give the place of one of the ships that are through the gate: around it."""
    gate = spots()[GATE]
    if count == 1:
        return gate
    angle = 2 * math.pi * place / count
    return Spot(gate.x + 27 * math.cos(angle), gate.y + 27 * math.sin(angle), gate.heading)
