"""The two consoles that all commands write to, and small helpers around them."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

out = Console(highlight=False)
"""What was asked for."""

err = Console(stderr=True, highlight=False)
"""Progress, errors, and everything else that must not end up in a pipe."""


def print_drawing(drawing: str) -> None:
    """Print a drawing that brings its own colours; never wrapped, since wrapped drawings are unreadable."""
    out.print(Text.from_ansi(drawing), soft_wrap=True)


def has_colour() -> bool:
    """Say whether drawings should be coloured: on a terminal that knows colours, unless NO_COLOR is set."""
    return out.color_system is not None and not out.no_color
