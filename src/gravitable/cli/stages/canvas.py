"""A sheet of signs, each with a style, that becomes a Rich text."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

_PLAIN = Style()


class Canvas:
    """So many columns and rows; what is written outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[_PLAIN] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: Style = _PLAIN) -> None:
        """Write a text from a place on; every sign is one column wide."""
        for column, sign in enumerate(text, x):
            if 0 <= column < self.width and 0 <= y < self.height:
                self._signs[y][column] = sign
                self._styles[y][column] = style

    def tint(self, x: int, y: int, width: int, style: Style) -> None:
        """Lay a style over what is written already."""
        for column in range(max(0, x), min(self.width, x + width)):
            self._styles[y][column] += style

    def text(self) -> Text:
        """Return the sheet, runs of one style together."""
        drawn = Text(no_wrap=True, end="")
        for y in range(self.height):
            if y:
                drawn.append("\n")
            self._append_row(drawn, y)
        return drawn

    def _append_row(self, drawn: Text, y: int) -> None:
        signs, styles, start = self._signs[y], self._styles[y], 0
        for column in range(1, self.width + 1):
            if column == self.width or styles[column] != styles[start]:
                drawn.append("".join(signs[start:column]), styles[start])
                start = column
