"""States as typed classes: what a game's record holds is declared once, for NumPy and for the type checker.

>>> class Small:
...     round: int = number("i2")
...     hands: Numbers = numbers("i4", 2, 3)
>>> record_of(Small)
dtype((numpy.record, [('round', '<i2'), ('hands', '<i4', (2, 3))]))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

States = NDArray[Any]
"""An array of game records; most functions work on one with a single element."""
Numbers = NDArray[Any]
"""A field with several numbers."""


class _Field(NamedTuple):
    kind: str
    shape: tuple[int, ...]


def number(kind: str) -> Any:
    """Declare a field with one number; ``kind`` as NumPy writes it, such as ``i2``."""
    return _Field(kind, ())


def numbers(kind: str, *shape: int) -> Any:
    """Declare a field with so many numbers."""
    return _Field(kind, shape)


def round_of(states: States) -> int:
    """Return the round that a game is in; 0 for a game whose record has no field ``round_number``."""
    return int(states["round_number"][0]) if "round_number" in (states.dtype.names or ()) else 0


def record_of(state: type) -> np.dtype[Any]:
    """Return the NumPy record with the fields that a class declares, in the same order."""
    fields = [(name, *field) for name, field in vars(state).items() if isinstance(field, _Field)]
    return np.dtype((np.record, fields))
