"""Lists that stand in two places and must stay the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

MAX_ACTIONS: Final = 60
"""The most actions that a game may have: a set of them is the bits of one number (see bits.py)."""


def must_agree(what: str, first: Iterable[object], second: Iterable[object]) -> None:
    """Fail at import when two lists differ, so that a forgotten entry cannot shift the others in silence.

    >>> must_agree("colours", ["red"], ["red", "blue"])
    Traceback (most recent call last):
        ...
    TypeError: colours differ: ['red'] and ['red', 'blue']
    """
    one, other = list(first), list(second)
    if one != other:
        raise TypeError(f"{what} differ: {one} and {other}")


def must_be_numbered(names: Iterable[str], constants: dict[str, Any]) -> None:
    """Fail at import when names are not numbered in order by the constants of a module: ``few-stars`` by ``FEW_STARS``.

    >>> must_be_numbered(["red", "sky-blue"], {"RED": 0, "SKY_BLUE": 1})
    """
    listed = list(names)
    numbers = [constants.get(name.upper().replace("-", "_")) for name in listed]
    must_agree(f"the numbers of {', '.join(listed)}", numbers, range(len(listed)))
