"""A move drawn on the board: dotted line, marks where it wraps around, ghost and gain at the landing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from gravitable.core.drawing import (
    Theme,
    at,
    clean,
    dotted,
    element,
    group,
    label,
    number,
    pill,
    pill_width,
    place,
)
from gravitable.superstar.drawing.pieces import CELL, TURNS
from gravitable.superstar.drawing.reading import View, place_of

Point = tuple[float, float]
_REACH: Final = 0.5 * CELL + 16  # how far beyond the border space's middle a leaving line is drawn


def path_from_events(
    view: View, seat: int, events: Iterable[Mapping[str, Any]], label: str | None = None
) -> dict[str, Any]:
    """Make a path to draw from what a seat's action brings about (`event.to_json()` of each event).

    `view` is the position before the action; the path ends where the turn passes on.
    """
    pawn = next(pawn for pawn in view["pawns"] if pawn["seat"] == seat)
    steps, feet, takes, ejects = [pawn["space"]], pawn["feet"], Counter[str](), []
    for event in events:
        kind = event["event"]
        if kind in ("turn", "round-end", "over"):
            break
        if kind in ("step", "fall", "teleport"):
            steps.append(event["space"])
        elif kind == "rotate":
            feet = event["feet"]
        elif kind == "star":
            takes[event["colour"]] += 1
        elif kind == "eject":
            ejects.append(event["seat"])
    return {
        "seat": seat,
        "steps": steps,
        "feet": feet,
        "takes": dict(takes),
        "ejects": ejects,
        "label": label,
    }


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
        drawn.append(_path(path, lines, marks, theme))
    return group(*drawn, class_="paths")


def draw_gains(paths: Sequence[Mapping[str, Any]], view: View, theme: Theme) -> str:
    """Write what the moves gain; above everything else on the board."""
    return group(*(_pill(path.get("label"), path["steps"], view, theme) for path in paths), class_="gains")


def _path(path: Mapping[str, Any], lines: list[list[Point]], marks: list[str], theme: Theme) -> str:
    line = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in part) for part in lines)
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
        dotted(line, theme, path.get("stroke")),
        *marks,
        ghost,
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


def _pill(text: object, steps: Sequence[str], view: View, theme: Theme) -> str:
    """Say the gain beside the landing, on the side where it hides least."""
    if not text:
        return ""
    words = clean(str(text))
    width = pill_width(words)
    pieces = [*steps[:-1], *_pieces(view)]
    x, y = min(_pill_places(steps[-1], width, view), key=lambda middle: _hidden(middle, width, pieces, view))
    return pill(x, y, words, theme)


def _pill_places(landing: str, width: float, view: View) -> list[Point]:
    """Give where the middle of a pill may lie, best first: beside, above or below, at a corner."""
    x, y = _centre(landing)
    side, row = 0.5 * CELL + 4 + width / 2, 0.85 * CELL
    across = min(max(x, width / 2), view["columns"] * CELL - width / 2)  # kept on the board
    return [
        *((x + side * way, y) for way in (1, -1)),
        *((across, y + row * way) for way in (-1, 1)),
        *((x + side * way, y + row * up) for up in (-1, 1) for way in (1, -1)),
    ]


def _pieces(view: View) -> list[str]:
    """List the spaces with something on them that should stay visible."""
    spaces = [space["space"] for space in view["spaces"] if space["star"] or space["symbol"] == "replay"]
    # Doors and pawns count twice: nobody should lose sight of them.
    return spaces + 2 * [piece["space"] for piece in (*view["doors"], *view["pawns"]) if piece["space"]]


def _hidden(middle: Point, width: float, pieces: Sequence[str], view: View) -> float:
    """Measure how much a pill would hide; beyond the board is worst of all."""
    x, y = middle
    if x - width / 2 < 0 or x + width / 2 > view["columns"] * CELL or not 0 < y < view["rows"] * CELL:
        return 1000
    overlaps = 0.0
    for spot in pieces:
        u, v = _centre(spot)
        if abs(u - x) < width / 2 + 14:
            overlaps += max(0.0, 31 - abs(v - y)) / 31
    return overlaps
