"""Actions as text. ``text`` and ``number`` are inverse; the texts are listed in docs/rules-gravwell.md."""

from __future__ import annotations

from typing import Final

from gravitable.core.errors import UnknownAction, suggest
from gravitable.gravwell.data import ACTIONS

_NUMBERS: Final = {text: number for number, text in enumerate(ACTIONS)}


def text(action: int) -> str:
    """Return the notation of an action.

    >>> text(7)
    'fuel:H'
    """
    return ACTIONS[action]


def number(action: str) -> int:
    """Return the number of an action; raises UnknownAction.

    >>> number("fuel:H")
    7
    """
    try:
        return _NUMBERS[action]
    except (KeyError, TypeError):
        raise UnknownAction(f"{action!r} is not an action; {suggest(str(action), ACTIONS)}") from None
