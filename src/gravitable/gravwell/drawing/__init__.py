"""Gravwell as pictures: `draw_svg` for files and pages, `draw_text` for terminals.

Both read only the plain dictionary that `game.state()` or `game.view(seat)` gives, so a drawing can never
show more than its viewer may know. They hold no rules.
"""

from gravitable.gravwell.drawing.svg import draw_svg
from gravitable.gravwell.drawing.text import draw_text

__all__ = ["draw_svg", "draw_text"]
