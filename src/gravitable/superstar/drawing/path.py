"""A move drawn on the board: dotted line, marks where it wraps around, ghost and gain at the landing."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from gravitable.core.drawing import Theme, at, cell_width, clean, element, group, label, number, place
from gravitable.superstar.drawing.pieces import CELL, TURNS
from gravitable.superstar.drawing.reading import View, place_of

Point = tuple[float, float]
_REACH: Final = 0.5 * CELL + 16  # how far beyond the border space's middle a leaving line is drawn


def draw_paths(paths: Sequence[Mapping[str, Any]], view: View, theme: Theme) -> str:
    """Draw moves over the board; the border crossings of all of them are numbered through."""
    drawn, crossed = [], 0
    for path in paths:
        lines, crossings = _lines(path["steps"], view["columns"], view["rows"])
        marks = [
            _mark(point, turn, crossed + count // 2 + 1, theme)
            for count, (point, turn) in enumerate(crossings)
        ]
        crossed += len(crossings) // 2
        drawn.append(_path(path, lines, marks, view, theme))
    return group(*drawn, class_="paths")


def _path(
    path: Mapping[str, Any], lines: list[list[Point]], marks: list[str], view: View, theme: Theme
) -> str:
    dotted = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in line) for line in lines)
    seat, landing = path["seat"], lines[-1][-1]
    ghost = place(
        f"superstar-{seat}",
        theme,
        *landing,
        turn=TURNS[path["feet"]],
        opacity=0.6,
        class_="ghost",
        data_seat=seat,
    )
    return group(
        element(
            "path",
            d=dotted,
            fill="none",
            stroke=theme.accent,
            stroke_width=5,
            stroke_linecap="round",
            stroke_linejoin="round",
            stroke_dasharray="0 10",
            class_="trace",
        ),
        *marks,
        ghost,
        _pill(path.get("label"), path["steps"][-1], view, theme),
        class_="path",
        data_seat=seat,
    )


def _lines(steps: list[str], columns: int, rows: int) -> tuple[list[list[Point]], list[tuple[Point, float]]]:
    """Cut a path into lines on the board, and give place and direction of each border crossing."""
    lines: list[list[Point]] = [[_centre(steps[0])]]
    crossings: list[tuple[Point, float]] = []
    for before, after in pairwise(steps):
        step = _wrap(before, after, columns, rows)
        if step is not None:
            (x, y), (u, v) = _centre(before), _centre(after)
            leaving, entering = (
                (x + step[0] * _REACH, y + step[1] * _REACH),
                (u - step[0] * _REACH, v - step[1] * _REACH),
            )
            lines[-1].append(leaving)
            lines.append([entering])
            turn = {(0, -1): 0, (1, 0): 90, (0, 1): 180, (-1, 0): 270}[step]
            crossings += [(leaving, turn), (entering, turn)]
        lines[-1].append(_centre(after))
    return lines, crossings


def _wrap(before: str, after: str, columns: int, rows: int) -> tuple[int, int] | None:
    """Give the direction of a step that leaves the board, or None for a step inside it."""
    (a, b), (c, d) = place_of(before), place_of(after)
    if b == d and abs(a - c) == columns - 1:
        return (1, 0) if a > c else (-1, 0)
    if a == c and abs(b - d) == rows - 1:
        return (0, 1) if b > d else (0, -1)
    return None


def _centre(space: str) -> Point:
    column, row = place_of(space)
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def _mark(point: Point, turn: float, count: int, theme: Theme) -> str:
    """Draw the sign of a border crossing; leaving and coming back carry the same number."""
    x, y = point
    return group(
        element(
            "path",
            d="M-9.5-4.5L0-17L9.5-4.5A10.5 10.5 0 1 1-9.5-4.5Z",
            transform=at(x, y, turn),
            fill=theme.accent,
            stroke=theme.outline,
            stroke_width=2.2,
            stroke_linejoin="round",
        ),
        label(x, y + 4.6, count, size=13, font_weight=800, text_anchor="middle", fill=theme.accent_ink),
        class_="wrap",
        data_mark=count,
    )


def _pill(text: object, landing: str, view: View, theme: Theme) -> str:
    """Say the gain beside the landing, on the side where it hides less."""
    if not text:
        return ""
    words = clean(str(text))
    width = 26 + 8.6 * cell_width(words)
    x, y = _centre(landing)
    left = min(
        (x + 0.5 * CELL + 4, x - 0.5 * CELL - 4 - width),
        key=lambda start: _hidden(view, landing, start, start + width),
    )
    return group(
        element(
            "rect",
            x=left,
            y=y - 15,
            width=width,
            height=30,
            rx=15,
            fill=theme.accent,
            stroke=theme.outline,
            stroke_width=2,
        ),
        label(
            left + width / 2,
            y + 5.5,
            words,
            size=15,
            font_weight=700,
            text_anchor="middle",
            fill=theme.accent_ink,
        ),
        class_="gain",
    )


def _hidden(view: View, landing: str, left: float, right: float) -> int:
    """Count the pieces in the landing's row between two places; beyond the board is worst of all."""
    if left < 0 or right > view["columns"] * CELL:
        return 1000
    row = place_of(landing)[1]
    pieces = [space["space"] for space in view["spaces"] if space["star"] or space["symbol"] == "replay"]
    pieces += [piece["space"] for piece in (*view["doors"], *view["pawns"]) if piece["space"]]
    return sum(place_of(spot)[1] == row and left - 14 < _centre(spot)[0] < right + 14 for spot in pieces)
