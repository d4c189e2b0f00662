"""Every error that Gravitable raises on purpose.

Each has a stable ``code`` for programs and a message for people that says what would be right. Raising one
never changes a game.

>>> import gravitable
>>> try:
...     gravitable.new("tiddlywinks")
... except gravitable.GravitableError as error:
...     print(error.code)
unknown-game
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class GravitableError(Exception):
    """Base of all our errors; ``code`` is stable, the message may be reworded."""

    code = "error"


class UnknownGame(GravitableError):
    """No game has that name."""

    code = "unknown-game"


class BadOption(GravitableError):
    """An option that the game does not have, or a value that the option does not take."""

    code = "bad-option"


class WrongPlayerCount(GravitableError):
    """The game is not made for that many players."""

    code = "wrong-player-count"


class BadSeat(GravitableError):
    """There is no such seat at this table."""

    code = "bad-seat"


class UnknownAction(GravitableError):
    """The text is not an action of this game at all."""

    code = "unknown-action"


class IllegalAction(GravitableError):
    """A real action, but not one that this seat may take now; ``legal`` lists those that it may."""

    code = "illegal-action"

    def __init__(self, message: str, legal: Sequence[str]) -> None:
        super().__init__(message)
        self.legal = tuple(legal)


class NotYourTurn(GravitableError):
    """Somebody else has to choose now; ``to_act`` says who."""

    code = "not-your-turn"

    def __init__(self, message: str, to_act: Sequence[int]) -> None:
        super().__init__(message)
        self.to_act = tuple(to_act)


class GameOver(GravitableError):
    """The game has ended; nobody can act any more."""

    code = "game-over"


class DamagedRecord(GravitableError):
    """A record that cannot be read or does not replay; ``place`` says where, as in ``log[17]``."""

    code = "damaged-record"

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place


class UnknownRulesVersion(GravitableError):
    """The record was made under rules that this version of Gravitable does not know."""

    code = "unknown-rules-version"


class BadPosition(GravitableError):
    """A position text that cannot be read; ``line`` and ``column`` count from 1."""

    code = "bad-position"

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column


class UnknownLesson(GravitableError):
    """The game has no lesson of that name."""

    code = "unknown-lesson"


class BadLesson(GravitableError):
    """A lesson's file that cannot be read, or whose position does not work; the message names the file."""

    code = "bad-lesson"


def suggest(word: str, known: Iterable[str]) -> str:
    """Return the tail of an error message: the closest known word, and all of them."""
    from difflib import get_close_matches  # noqa: PLC0415 - only needed when something went wrong

    words = list(known)
    close = get_close_matches(word, words, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}known: {', '.join(words)}"
