"""Copies of states, and their fields for Python code.

NumPy copies a record field by field, which takes twenty times as long as copying its bytes, and reading a field of a
record takes a microsecond, so that it pays to read all of them at once.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np

from gravitable.core.state import States


def copied(states: States) -> States:
    """Return an independent copy of an array of records."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def plain_reader(record: np.dtype[Any]) -> Callable[[States], Any]:
    """Return a function that gives the fields of the first record as Python numbers and small arrays."""
    fields: Any = namedtuple("fields", list(record.names or ()))  # type: ignore[misc]
    return lambda states: fields._make(states[:1].item())
