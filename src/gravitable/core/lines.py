"""Reading position texts line by line, with errors that name the line and column.

A position text is a list of ``key: value`` lines in a fixed order; a game may put drawings in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from gravitable.core.errors import BadPosition

T = TypeVar("T")


class Value(str):
    """A piece of the text that knows where it stands."""

    line: int
    column: int

    def __new__(cls, text: str, line: int, column: int) -> Value:
        """Make a piece of text at a place."""
        value = super().__new__(cls, text)
        value.line = line
        value.column = column
        return value

    def fail(self, message: str) -> NoReturn:
        """Raise the error that says what should stand here."""
        raise BadPosition(self.line, self.column, message)

    def words(self, separator: str | None = None) -> list[Value]:
        """Return the parts of the value, each with its place, without blanks around them."""
        parts = []
        at = 0
        for part in self.split(separator):
            at = self.index(part, at)
            lead = len(part) - len(part.lstrip())
            parts.append(Value(part.strip(), self.line, self.column + at + lead))
            at += len(part)
        return parts

    def number(self, low: int, high: int) -> int:
        """Return the value as a whole number within bounds."""
        digits = self.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 7 and low <= int(self) <= high):
            self.fail(f"should be a whole number from {low} to {high}, not {str(self)!r}")
        return int(self)

    def one_of(self, *known: str) -> int:
        """Return which of the known words the value is."""
        if self not in known:
            self.fail(f"should be one of {', '.join(known)}, not {str(self)!r}")
        return known.index(self)

    def flag(self) -> bool:
        """Return a yes or no."""
        return bool(self.one_of("no", "yes"))

    def subset(self, known: tuple[str, ...], nothing: str = "none") -> int:
        """Return a list of distinct known words as bits."""
        bits = 0
        for word in [] if self == nothing else self.words():
            bit = 1 << word.one_of(*known)
            if bits & bit:
                word.fail(f"{str(word)!r} stands here twice")
            bits |= bit
        return bits

    def through(self, convert: Callable[[str], T]) -> T:
        """Return what ``convert`` makes of the value; its ValueError becomes ours."""
        try:
            return convert(str(self))
        except ValueError as error:
            self.fail(str(error))


class Lines:
    """A position text, read from top to bottom. Blank lines between fields do not matter."""

    def __init__(self, text: str) -> None:
        self._lines = text.expandtabs(1).split("\n")
        self._next = 0

    def _skip_blank(self) -> None:
        while self._next < len(self._lines) and not self._lines[self._next].strip():
            self._next += 1

    def field(self, key: str) -> Value:
        """Return the value of the next line, which must be ``key: value``."""
        self._skip_blank()
        line = self._lines[self._next] if self._next < len(self._lines) else ""
        start = f"{key}:"
        if not line.startswith(start):
            last = min(self._next + 1, len(self._lines))  # a line that is missing belongs where the text ends
            raise BadPosition(last, 1, f"should be '{start} ...', not {line[:40]!r}")
        rest = line[len(start) :]
        value = Value(rest.strip(), self._next + 1, len(start) + len(rest) - len(rest.lstrip()) + 1)
        self._next += 1
        if not value:
            value.fail(f"the value of '{key}' is missing")
        return value

    def block(self, height: int) -> tuple[int, list[str]]:
        """Return the next ``height`` lines as they are, with the number of the first."""
        self._skip_blank()
        first = self._next
        self._next = min(first + height, len(self._lines))
        return first + 1, self._lines[first : self._next]

    def end(self) -> None:
        """Check that nothing follows."""
        self._skip_blank()
        if self._next < len(self._lines):
            raise BadPosition(self._next + 1, 1, "the position should end here")
