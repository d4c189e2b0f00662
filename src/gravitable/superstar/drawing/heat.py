"""The colours of heat maps: from a cold night blue to a hot pale yellow."""

from typing import Final

# The scale rises in brightness as well as in hue, so it reads without colour vision too.
_SCALE: Final = (
    (34, 26, 84),
    (92, 44, 130),
    (186, 62, 120),
    (244, 122, 74),
    (255, 214, 110),
    (255, 246, 214),
)

Shade = tuple[int, int, int]


def shade(heat: float) -> Shade:
    """Give the colour of a heat from 0 to 1.

    >>> shade(0), shade(1)
    ((34, 26, 84), (255, 246, 214))
    """
    place = min(max(heat, 0.0), 1.0) * (len(_SCALE) - 1)
    low = min(int(place), len(_SCALE) - 2)
    part = place - low
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(_SCALE[low], _SCALE[low + 1], strict=True))
    return red, green, blue


def ink(background: Shade) -> Shade:
    """Give the text colour, dark or light, that is easier to read on a background."""
    red, green, blue = background
    return (21, 12, 48) if 0.3 * red + 0.59 * green + 0.11 * blue > 130 else (255, 255, 255)


def css(colour: Shade) -> str:
    """Write a colour as ``#rrggbb``."""
    return "#" + "".join(f"{part:02x}" for part in colour)
