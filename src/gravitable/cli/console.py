"""The two consoles that all commands write to, and small helpers around them."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

out = Console(highlight=False)
"""Standard output: what was asked for."""

err = Console(stderr=True, highlight=False)
"""Standard error: progress, errors, and everything else that must not end up in a pipe."""


def print_drawing(drawing: str) -> None:
    """Print a drawing that brings its own colours; cut off rather than wrapped where the terminal is too narrow."""
    text = Text.from_ansi(drawing)
    columns = max(cell_len(line) for line in text.plain.splitlines())
    if out.is_terminal and columns > out.width:
        out.print(text, no_wrap=True, overflow="crop")
        out.print(f"(cut off: this needs {columns} columns, your terminal has {out.width})", style="yellow")
    else:
        out.print(text, soft_wrap=True)


def print_sentence(sentence: str, indent: int = 2) -> None:
    """Print a sentence of a story, its further lines indented more."""
    lines = wrap(sentence, max(20, out.width - indent - 2)) if out.is_terminal else [sentence]
    for number, line in enumerate(lines):
        out.print(" " * (indent + 2 * (number > 0)) + line, markup=False, soft_wrap=True)


def has_colour() -> bool:
    """Say whether drawings should be coloured: on a terminal that knows colours, unless NO_COLOR is set."""
    return out.color_system is not None and not out.no_color
