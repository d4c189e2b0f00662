"""The pieces of Gravity Superstar as small drawings, each around its own centre in a space of 56 units.

Everything that differs in colour differs in shape as well: stars in their points, superstars in what they
wear on the head and in the letter on the chest.
"""

from collections.abc import Callable
from typing import Final

from gravitable.core.drawing import Theme, at, element, gradient, group, label, number, star_points
from gravitable.core.lists import must_agree
from gravitable.superstar.data import CARDS, COLOURS

CELL: Final = 56  # the side of a space

STAR_POINTS: Final = {"blue": 4, "yellow": 5, "pink": 6, "green": 3, "orange": 8, "white": 12}
# Light, middle and deep shade of each star.
STAR_SHADES: Final = {
    "blue": ("#cdeaff", "#5db4ff", "#2f7fe0"),
    "yellow": ("#fff5bd", "#ffd43a", "#f2a51a"),
    "pink": ("#ffd3e8", "#ff74b4", "#df3f8c"),
    "green": ("#dcffe0", "#6df095", "#2cc06c"),
    "orange": ("#ffe0bd", "#ff9b45", "#e8691c"),
    "white": ("#ffffff", "#f4f0ff", "#cfc5ec"),
}
# How deep the notches between the points go, so that each outline reads at a glance.
STAR_NOTCHES: Final = {"blue": 0.38, "yellow": 0.47, "pink": 0.56, "green": 0.5, "orange": 0.66, "white": 0.8}

LETTERS: Final = "ABCDEF"
SEAT_NAMES: Final = ("Astra", "Bobbin", "Comet", "Dusk", "Ember", "Fizz")
HEADGEAR: Final = ("antenna", "ears", "fin", "hood", "cap", "horns")
# Light and full shade of each superstar.
SEAT_SHADES: Final = (
    ("#d4edff", "#6db9ff"),
    ("#ffdcb8", "#ff9a4d"),
    ("#d2ffdc", "#6be08f"),
    ("#ffd2e9", "#ff7fbd"),
    ("#fff4b5", "#ffd84a"),
    ("#e9dfff", "#b596ff"),
)

TURNS: Final = {"s": 0, "w": 90, "n": 180, "e": 270}  # clockwise, from feet to the south


def star(colour: str, theme: Theme) -> str:
    """Draw the star of a colour; its number of points belongs to that colour alone."""
    points = STAR_POINTS[colour]
    outer = 15.5 if points <= 4 else 14.0
    middle = 2.5 if points == 3 else 0  # a triangle's middle lies below half its height
    corners = star_points(points, outer, outer * STAR_NOTCHES[colour])
    return group(
        element(
            "polygon",
            points=corners,
            transform=at(0, middle),
            fill=f"url(#{theme.name}-shade-{colour})",
            stroke=theme.outline,
            stroke_width=2.4,
            stroke_linejoin="round",
        ),
        element("circle", cx=-2.6, cy=-2.6, r=1.9, fill="#fff", opacity=0.85),
        id=f"{theme.name}-star-{colour}",
    )


def star_shades(theme: Theme) -> str:
    """Define the gradients that stars and superstars are filled with."""
    shades = [gradient(f"{theme.name}-shade-{colour}", STAR_SHADES[colour]) for colour in COLOURS]
    suits = [
        gradient(f"{theme.name}-suit-{seat}", (*SEAT_SHADES[seat], SEAT_SHADES[seat][1]))
        for seat in range(len(SEAT_SHADES))
    ]
    return "".join(shades + suits)


def _antenna(fill: str) -> str:
    return element("path", d="M0-15V-23", fill="none") + element("circle", cy=-24, r=3, fill=fill)


def _ears(fill: str) -> str:
    ear = "M-4-14C-7-19-8-27-4.5-27.5C-1-28 .5-20-.5-15Z"
    return "".join(
        element(
            "path",
            d=ear,
            transform=f"translate({3 * side} 1) rotate({14 * side}) scale({-side} 1)",
            fill=fill,
        )
        for side in (-1, 1)
    )


def _fin(fill: str) -> str:
    return element("path", d="M-9-13C-8-22-1-27 9-27.5C5-23 5-18 7-13Z", fill=fill)


def _hood(fill: str) -> str:
    return element(
        "path", d="M2-28C-9-25-17-14-17-2C-17 8-15 14-18 20H18C15 14 17 8 17-2C17-12 10-20 2-28Z", fill=fill
    )


def _cap(fill: str) -> str:
    return element("path", d="M-14-10C-14-27 14-27 14-11L23-9.5C24-6.5 22-5.5 19-6L-14-8Z", fill=fill)


def _horns(fill: str) -> str:
    horn = "M-13-9C-19-13-20-21-15-26.5C-14.5-21-11-18-5-15.5Z"
    return "".join(element("path", d=horn, transform=f"scale({side} 1)", fill=fill) for side in (1, -1))


# The cap sits on top of the head, everything else grows out from behind it.
_HEADGEAR: Final[tuple[Callable[[str], str], ...]] = (_antenna, _ears, _fin, _hood, _cap, _horns)
_CAP: Final = HEADGEAR.index("cap")


def superstar(seat: int, theme: Theme) -> str:
    """Draw the superstar of a seat, standing: head up, feet on the lower edge of its space."""
    suit = f"url(#{theme.name}-suit-{seat})"
    gear = _HEADGEAR[seat](suit)
    back, front = ("", gear) if seat == _CAP else (gear, "")
    return group(
        group(
            back,
            _body(suit),
            element("ellipse", cy=-4, rx=14.5, ry=13, fill=suit),
            element("ellipse", cy=-3, rx=10.5, ry=8.5, fill="#20143f", stroke="none"),
            front,
            stroke=theme.outline,
            stroke_width=2.2,
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
        _face(),
        label(0, 19.2, LETTERS[seat], size=10, font_weight=800, text_anchor="middle", fill=theme.outline),
        id=f"{theme.name}-superstar-{seat}",
    )


def _body(suit: str) -> str:
    """Draw arms, feet and trunk; the feet end where a ledge begins."""
    return "".join(
        [
            element("path", d="M-9 10C-15 9-17 13-15.5 16.5C-14 19-10 17-8 14Z", fill=suit),
            element("path", d="M9 10C15 9 17 13 15.5 16.5C14 19 10 17 8 14Z", fill=suit),
            element("path", d="M-12 25.5C-13 20-8 19-1 21V25.5ZM12 25.5C13 20 8 19 1 21V25.5Z", fill=suit),
            element("path", d="M-9 8H9C11 14 11 18 9 22.5H-9C-11 18-11 14-9 8Z", fill=suit),
        ]
    )


def _face() -> str:
    """Draw two friendly eyes and the shine on the visor."""
    return "".join(
        [
            element("ellipse", cx=-4, cy=-2.5, rx=2, ry=2.8, fill="#fff"),
            element("ellipse", cx=4, cy=-2.5, rx=2, ry=2.8, fill="#fff"),
            element(
                "path",
                d="M-8-5.5C-7-8.5-4-10-1-10",
                fill="none",
                stroke="#fff",
                opacity=0.55,
                stroke_linecap="round",
            ),
        ]
    )


def door(theme: Theme, *, lit: bool) -> str:
    """Draw a door as an arch on its floor (to the south); the open one is lit and has a beacon above."""
    arch = "M-16 26V1C-16-21 16-21 16 1V26Z"
    state = "open" if lit else "closed"
    fill = f"url(#{theme.name}-light)" if lit else theme.void
    frame = element("path", d=arch, fill=fill, stroke=theme.outline, stroke_width=5.5)
    rim = element("path", d=arch, fill="none", stroke="#ffe9a8" if lit else theme.door, stroke_width=2.6)
    inside = (
        element("path", d="M-8 26V4C-8-9 8-9 8 4V26Z", fill="#fffbe6", opacity=0.9)
        + element(
            "path",
            d="M-6-20L0-27L6-20Z",
            fill="#ffe08a",
            stroke=theme.outline,
            stroke_width=1.8,
            stroke_linejoin="round",
        )
        if lit
        else element("circle", cx=9, cy=9, r=2, fill=theme.door)
    )
    return group(frame, rim, inside, id=f"{theme.name}-door-{state}")


def door_light(theme: Theme) -> str:
    """Define the warm light of the open door."""
    return gradient(f"{theme.name}-light", ("#ffefb0", "#ffd25e")) + gradient(
        f"{theme.name}-halo", ("#ffe9a0", "#ffe9a0"), radial=True, opacities=(0.75, 0)
    )


def replay(theme: Theme) -> str:
    """Draw the replay symbol: an arrow that comes round."""
    arc, head = "M-6.5-5.5A8.5 8.5 0 1 1-8.5 1.5", "M-10.5-10.5L-8.5-3L-1.5-6Z"
    return group(
        element("path", d=arc, fill="none", stroke=theme.replay, stroke_width=3.2, stroke_linecap="round"),
        element(
            "path", d=head, fill=theme.replay, stroke=theme.replay, stroke_width=1.4, stroke_linejoin="round"
        ),
        id=f"{theme.name}-replay",
    )


def replay_ring(theme: Theme) -> str:
    """Draw the rim of a replay symbol that a star covers."""
    arc, head = "M-10.5-15.5A18.7 18.7 0 1 1-18.2-4", "M-18.5-17.5L-17.5-5L-7-11.5Z"
    return group(
        element("path", d=arc, fill="none", stroke=theme.replay, stroke_width=2.2, stroke_linecap="round"),
        element("path", d=head, fill=theme.replay, stroke_linejoin="round"),
        id=f"{theme.name}-replay-ring",
    )


def star_symbol(theme: Theme) -> str:
    """Draw the place of a star that has been taken."""
    return element(
        "circle",
        r=8.5,
        fill="none",
        stroke=theme.grid,
        stroke_width=1.6,
        stroke_dasharray="3 3.67",
        stroke_linecap="round",
        opacity=0.55,
        id=f"{theme.name}-symbol",
    )


# Each action card as strokes in a box of 24 x 24 around its centre.
CARD_ICONS: Final = {
    "long": "M-10 0H10M-6-4L-10 0L-6 4M6-4L10 0L6 4",
    "high": "M-8 8V-5C-8-9 6-9 6-3V6M2 3L6 8L10 3",
    "drop": "M-9-1H-4M4-1H9M0-10V9M-4 5L0 9L4 5",
    "rotate": "M7-5A8.5 8.5 0 1 0 8.5 2M8-11V-4H1",
    "wild": "M0-10L2.5-2.5L10 0L2.5 2.5L0 10L-2.5 2.5L-10 0L-2.5-2.5Z",
    "tile": "M-9-9H3M9-3V9H-9V-9M9-3A12 12 0 0 0 3-9M-1-12L4-9L0-5",
    "double": "M-11 6C-10-6-2-6-1 6C0-6 8-6 9 6M5 3L9 7L12 2",
    "teleport": "M-6 10V-1C-6-9 6-9 6-1V10M-11 10H11M0 0V6M-3 3L0 0L3 3",
}
must_agree("cards and their signs", CARD_ICONS, CARDS)


def card_icon(card: str, colour: str, x: float, y: float, scale: float) -> str:
    """Draw the sign of an action card."""
    return element(
        "path",
        d=CARD_ICONS.get(card, ""),
        transform=at(x, y, 0, scale),
        fill="none",
        stroke=colour,
        stroke_width=2.2,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def ledge_path(x: float, y: float, *, across: bool) -> str:
    """Give the line of one platform: along the upper edge of a space, or along its left edge."""
    start, length = 4, CELL - 8
    if across:
        return f"M{number(x + start)} {number(y)}h{length}"
    return f"M{number(x)} {number(y + start)}v{length}"


def definitions(theme: Theme) -> str:
    """Define every piece once; the board places them by reference."""
    return element(
        "defs",
        star_shades(theme),
        door_light(theme),
        *(star(colour, theme) for colour in COLOURS),
        *(superstar(seat, theme) for seat in range(len(LETTERS))),
        door(theme, lit=False),
        door(theme, lit=True),
        replay(theme),
        replay_ring(theme),
        star_symbol(theme),
    )
