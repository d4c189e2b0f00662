"""A position with the move taken and the better one drawn in, for reviews."""

from collections.abc import Sequence
from typing import Any

from gravitable.core.gains import DrawnMove
from gravitable.gravwell.drawing.reading import View
from gravitable.gravwell.drawing.svg import draw_svg
from gravitable.gravwell.view_types import Preview


def draw_moves(
    view: View,
    seat: int,
    moves: Sequence[DrawnMove],
    *,
    theme: str = "night",
    names: Sequence[str] | None = None,
) -> str:
    """Draw a view with where a ship comes on average by each card; stacks of the draft lead nowhere yet."""
    ship = next(ship for ship in view["ships"] if ship["seat"] == seat)
    paths = [path for move in moves if (path := _path(ship, move))]
    return draw_svg(view, theme=theme, names=names, paths=paths)


def _path(ship: dict[str, Any], move: DrawnMove) -> dict[str, Any] | None:
    preview: Preview = move.preview
    if preview.outlook is None:
        return None
    mean = preview.outlook.own.mean
    return {
        "ship": ship["id"],
        "from": ship["position"],
        "to": round(mean),
        "label": f"{mean - ship['position']:+.0f}",
        "stroke": move.stroke,
    }
