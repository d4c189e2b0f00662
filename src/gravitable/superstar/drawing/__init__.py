"""Gravity Superstar as pictures: `draw_svg` for files and pages, `draw_text` for terminals.

Both read only the plain dictionary that `game.state()` or `game.view(seat)` gives, so a drawing can never
show more than its viewer may know. They hold no rules. `path_from_events` makes a move that can be drawn in.
"""

from gravitable.superstar.drawing.path import path_from_events
from gravitable.superstar.drawing.svg import draw_svg
from gravitable.superstar.drawing.text import draw_text

__all__ = ["draw_svg", "draw_text", "path_from_events"]
