"""Pictures of a view: for the terminal, and as SVG."""

from __future__ import annotations

from typing import Any, Final

from gravitable.core.drawing import document, element, group, label, paint, shorten, theme_named
from sunskim import data

Json = dict[str, Any]

COLOURS: Final = ("#ff6b6b", "#4dabf7", "#69db7c", "#ffd43b")
_COLUMN, _ROW, _TOP, _LEFT = 130, 40, 70, 70


def _names(view: Json, names: list[str] | None) -> list[str]:
    return names or [f"Seat {seat}" for seat in range(view["players"])]


def _heading(view: Json) -> str:
    pulls = ", ".join(f"{count} of {pull}" for pull, count in enumerate(view["pulls_left"], 1) if count)
    last = "" if view["pull"] is None else f" Last pull: {view['pull']}."
    return f"Turn {view['turn']} of {view['turns']}.{last} Pulls left: {pulls or 'none'}."


def _points(ship: Json) -> str:
    return f"{ship['score']} point{'' if ship['score'] == 1 else 's'}"


def _cards(ship: Json) -> str:
    chosen = "?" if ship["chosen"] is None else ship["chosen"]
    cards = " ".join(str(card) for card in ship["hand"])
    return f"{cards} [{chosen}]" if ship["has_chosen"] else cards


def draw_text(view: Json, *, colour: bool, names: list[str] | None = None) -> str:
    """Return a drawing for the terminal."""
    ships = view["ships"]
    lines = [_heading(view), ""]
    for height in range(data.TOP, 0, -1):
        marks = "".join(_mark(ship, height, colour) for ship in ships)
        lines.append(f"{height:>2} {f'+{data.HARVEST[height]}' if data.HARVEST[height] else '':>3} |{marks}")
    lines += ["      " + paint("~" * (3 * len(ships) + 2), "#ffb347", on=colour) + " the sun", ""]
    for ship, name in zip(ships, _names(view, names), strict=True):
        sign = paint(chr(ord("A") + ship["seat"]), COLOURS[ship["seat"]], bold=True, on=colour)
        lines.append(f"{sign} {shorten(name, 20):<20} {_points(ship):>9}   cards {_cards(ship)}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _mark(ship: Json, height: int, colour: bool) -> str:
    if ship["height"] != height:
        return "  ."
    return "  " + paint(chr(ord("A") + ship["seat"]), COLOURS[ship["seat"]], bold=True, on=colour)


def draw_svg(view: Json, *, theme: str = "night", names: list[str] | None = None) -> str:
    """Return a drawing as SVG."""
    mood, ships = theme_named(theme), view["ships"]
    width, sun = 2 * _LEFT + _COLUMN * len(ships), _TOP + _ROW * data.TOP
    lines = [
        group(
            element("path", d=f"M{_LEFT} {_y(height)} H{width - 20}", stroke=mood.grid, stroke_opacity=0.3),
            label(20, _y(height) + 5, height, size=16, fill=mood.soft),
            label(42, _y(height) + 5, f"+{data.HARVEST[height]}", size=16, fill=mood.accent)
            if data.HARVEST[height]
            else "",
        )
        for height in range(1, data.TOP + 1)
    ]
    called = _names(view, names)
    return document(
        width,
        sun + 110,
        label(20, 36, _heading(view), size=17, fill=mood.ink),
        *lines,
        element("ellipse", cx=width / 2, cy=sun + 120, rx=width * 0.8, ry=112, fill="#ffb347"),
        *(_ship(ship, called[ship["seat"]], view, mood) for ship in ships),
        title="Sunskim",
        description=" ".join(f"{called[ship['seat']]} is at height {ship['height']}." for ship in ships),
        theme=mood,
        kind="sunskim",
    )


def _y(height: int) -> int:
    return _TOP + _ROW * (data.TOP - height)


def _ship(ship: Json, name: str, view: Json, mood: Any) -> str:
    """Draw a ship, and below it a panel with what its owner has."""
    x, y, colour = _LEFT + 20 + _COLUMN * ship["seat"], _y(ship["height"]), COLOURS[ship["seat"]]
    to_act = ship["seat"] in view["to_act"]
    panel = group(
        element(
            "rect",
            width=_COLUMN - 12,
            height=80,
            rx=16,
            fill=mood.paper,
            stroke=colour if to_act else mood.rim,
            stroke_width=4 if to_act else 1,
        ),
        label(10, 24, shorten(name, 12), size=15, font_weight=700, fill=mood.paper_ink),
        label(10, 46, _points(ship), size=15, fill=mood.paper_ink),
        label(10, 68, _cards(ship), size=15, fill=mood.paper_ink),
        transform=f"translate({x - 10} {_TOP + _ROW * data.TOP + 20})",
    )
    body = element(
        "path",
        d="M0 -16 L12 14 L0 7 L-12 14 Z",
        fill=colour,
        stroke=mood.outline,
        stroke_width=2,
        transform=f"translate({x + 40} {y})",
    )
    return panel + body
