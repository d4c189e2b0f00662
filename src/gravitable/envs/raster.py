"""Small pictures as arrays of pixels, with NumPy alone: for recordings and agents that see pixels.

Each game draws its own on a ``Canvas`` (``labs/superstar_picture.py``, for one), in these colours.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

SKY: Final = (26, 17, 69)
LEDGE: Final = (111, 240, 200)
DIM: Final = (120, 108, 190)
INK: Final = (255, 255, 255)
DARK: Final = (21, 12, 48)
GLOW: Final = (255, 143, 182)
SEATS: Final[tuple[Colour, ...]] = (
    (86, 140, 255),
    (255, 208, 60),
    (255, 92, 92),
    (84, 204, 120),
    (220, 120, 255),
    (240, 240, 240),
)


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
