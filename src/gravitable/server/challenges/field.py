"""Percent of the points of the field: how a result compares with those of everybody who had the same deals.

As in duplicate bridge: each result is held against every other one, a point for a worse one, half for an equal one, and
the sum is told as percent of what could be had. So what a hand is worth by itself does not count.
"""

from __future__ import annotations

from collections.abc import Sequence

Value = tuple[int, ...]
"""What is compared, the larger the better. The empty value means "gave up" and is below all others."""
GAVE_UP: Value = ()


def percents(values: Sequence[Value | None]) -> list[float | None]:
    """Return each value's percent among the others; None for what is None or has nothing to be compared with.

    >>> percents([(9,), (7,), (7,), None])
    [100.0, 25.0, 25.0, None]
    """
    field = [value for value in values if value is not None]
    others = len(field) - 1
    if others < 1:
        return [None for _ in values]
    return [None if value is None else round(100 * _points(value, field) / others, 2) for value in values]


def _points(value: Value, field: Sequence[Value]) -> float:
    """Return the points against all others. The value is in the field itself: that half point is taken off again."""
    return sum(1.0 if other < value else 0.5 if other == value else 0.0 for other in field) - 0.5


def ranks(percent: Sequence[float | None]) -> list[int | None]:
    """Return everybody's rank from 1; equal ones share theirs.

    >>> ranks([25.0, 100.0, None, 25.0])
    [2, 1, None, 2]
    """
    return [
        None if one is None else 1 + sum(other is not None and other > one for other in percent)
        for one in percent
    ]
