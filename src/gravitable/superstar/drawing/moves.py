"""A position with the move taken and the better one drawn in, for reviews."""

from collections.abc import Sequence
from typing import Any

from gravitable.core.gains import DrawnMove
from gravitable.superstar.drawing.reading import View
from gravitable.superstar.drawing.svg import draw_svg
from gravitable.superstar.view_types import Preview


def draw_moves(
    view: View,
    seat: int,
    moves: Sequence[DrawnMove],
    *,
    theme: str = "night",
    names: Sequence[str] | None = None,
) -> str:
    """Draw a view with moves of a seat; actions that do not move the pawn have no path."""
    pawn = next(pawn for pawn in view["pawns"] if pawn["seat"] == seat)
    paths = [_path(pawn["space"], seat, move) for move in moves]
    return draw_svg(view, theme=theme, names=names, paths=[path for path in paths if len(path["steps"]) > 1])


def _path(space: str | None, seat: int, move: DrawnMove) -> dict[str, Any]:
    preview: Preview = move.preview
    steps = [*([space] if space else []), *(step.space for step in preview.path)]
    label = f"+{preview.points}" if preview.points > 0 else None
    return {
        "seat": seat,
        "steps": steps,
        "feet": preview.feet,
        "ejects": preview.ejects,
        "label": label,
        "stroke": move.stroke,
    }
