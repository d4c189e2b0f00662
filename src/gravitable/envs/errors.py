"""What can go wrong in the environments beyond what can go wrong in a game."""

from __future__ import annotations

from collections.abc import Sequence

from gravitable.core.contract import Rules
from gravitable.core.errors import GravitableError, IllegalAction


class BadArray(GravitableError):
    """An array of the wrong shape, type or layout; the message says what would be right."""

    code = "bad-array"


class BadSetting(GravitableError):
    """A setting of an environment that makes no sense; the message says what would."""

    code = "bad-setting"


class NotReset(GravitableError):
    """The environment has not been reset, or its game is over."""

    code = "not-reset"


def illegal_action(rules: Rules, where: str, action: object, legal: Sequence[int]) -> IllegalAction:
    """Return the error for an action that is not among the legal ones, which it names by number and notation."""
    names = [rules.action_text(number) for number in legal]
    listed = ", ".join(f"{number} ({name})" for number, name in zip(legal, names, strict=True))
    return IllegalAction(
        f"{where}: action {action!r} is not legal now; legal: {listed or 'none'}", legal=names
    )
