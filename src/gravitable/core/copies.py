"""Copies of states, quickly: NumPy copies a record field by field, which takes twenty times as long."""

from __future__ import annotations

import numpy as np

from gravitable.core.chance import States


def copied(states: States) -> States:
    """Return an independent copy of an array of records."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))
