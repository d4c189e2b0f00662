"""Lists that stand in two places and must stay the same."""

from __future__ import annotations

from collections.abc import Iterable


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
