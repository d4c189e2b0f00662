"""Actions as text. ``text`` and ``number`` are inverse; the texts are listed in docs/rules-superstar.md."""

from __future__ import annotations

from typing import Final

from gravitable.core.errors import UnknownAction, suggest
from gravitable.superstar.data import ACTIONS

_NUMBERS: Final = {text: number for number, text in enumerate(ACTIONS)}


def text(action: int) -> str:
    """Return the notation of an action.

    >>> text(0)
    'complete'
    """
    return ACTIONS[action]


def number(action: str) -> int:
    """Return the number of an action; raises UnknownAction.

    >>> number("complete")
    0
    """
    try:
        return _NUMBERS[action]
    except (KeyError, TypeError):
        raise UnknownAction(f"{action!r} is not an action; {suggest(str(action), ACTIONS)}") from None
