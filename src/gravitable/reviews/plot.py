"""The curve of everybody's chances as SVG: colours that everybody can tell apart, a dash of its own for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gravitable.core.drawing import element, group, label, number
from gravitable.reviews.types import Review

LINES: Final = (
    ("#0072b2", ""),
    ("#d55e00", "9 5"),
    ("#009e73", "2 5"),
    ("#cc79a7", "14 4 2 4"),
    ("#8a6d00", "6 3"),
    ("#333333", "1 3"),
)
"""Colour (Okabe and Ito's) and dash of each seat."""
WIDTH, HEIGHT = 960, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 12, 28


def plot(review: Review, names: Sequence[str]) -> str:
    """Return the curve; a band around each line shows twice its uncertainty on either side."""
    seats = range(review.players)
    body = [
        _axes(review),
        *(_band(review, seat) for seat in seats),
        *(_line(review, seat, names[seat]) for seat in seats),
        *(_mark(review, decision.point, decision.seat) for decision in review.key_moments),
    ]
    return element(
        "svg",
        element("title", "Chances to win over the game"),
        *body,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=_described(review, names),
        font_family="system-ui, sans-serif",
    )


def _described(review: Review, names: Sequence[str]) -> str:
    """Say the curve in words."""
    told = [
        f"{name.replace(chr(34), '')} from {review.curve[0].chances[seat]:.0%} to {review.curve[-1].chances[seat]:.0%}"
        for seat, name in enumerate(names)
    ]
    return "Chances to win over the game: " + ", ".join(told)


def _x(review: Review, point: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * point / max(1, len(review.curve) - 1)


def _y(chance: float) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1.0 - min(1.0, max(0.0, chance)))


def _axes(review: Review) -> str:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        parts.append(
            element("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, stroke="#c9ced8", stroke_width=1)
        )
        parts.append(label(_LEFT - 6, y + 4, f"{percent}%", size=12, text_anchor="end", fill="#4a5262"))
    end = label(WIDTH - _RIGHT, HEIGHT - 8, "end", size=12, text_anchor="end", fill="#4a5262")
    return group(*parts, label(_LEFT, HEIGHT - 8, "start", size=12, fill="#4a5262"), end)


def _band(review: Review, seat: int) -> str:
    upper = [(number, p.chances[seat] + 2 * p.bands[seat]) for number, p in enumerate(review.curve)]
    lower = [(number, p.chances[seat] - 2 * p.bands[seat]) for number, p in enumerate(review.curve)]
    points = _points(review, [*upper, *reversed(lower)])
    return element("polygon", points=points, fill=LINES[seat % len(LINES)][0], opacity=0.18)


def _line(review: Review, seat: int, name: str) -> str:
    colour, dash = LINES[seat % len(LINES)]
    points = _points(review, [(number, point.chances[seat]) for number, point in enumerate(review.curve)])
    return element(
        "polyline",
        points=points,
        fill="none",
        stroke=colour,
        stroke_width=2.5,
        stroke_dasharray=dash or None,
        stroke_linejoin="round",
    )


def _points(review: Review, places: Sequence[tuple[int, float]]) -> str:
    return " ".join(f"{number(_x(review, point))},{number(_y(chance))}" for point, chance in places)


def _mark(review: Review, point: int, seat: int) -> str:
    """Draw a ring where a key moment is."""
    y = _y(review.curve[point].chances[seat])
    colour = LINES[seat % len(LINES)][0]
    return element("circle", cx=_x(review, point), cy=y, r=5, fill="#fff", stroke=colour, stroke_width=2.5)


def swatch(seat: int) -> str:
    """Return the line of a seat for a legend."""
    colour, dash = LINES[seat % len(LINES)]
    line = element(
        "line", x1=0, x2=36, y1=6, y2=6, stroke=colour, stroke_width=3, stroke_dasharray=dash or None
    )
    return element("svg", line, viewBox="0 0 36 12", width=36, height=12, aria_hidden="true")
