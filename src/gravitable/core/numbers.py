"""NumPy's number types for kernels; a type checker takes them for Python's ``int`` and ``float``.

A compiled kernel does not tell the two apart, and Numba wants the conversion in many places: a field of a record may be
16 bits wide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    int64 = int
    float64 = float
else:
    from numpy import float64, int64

__all__ = ["float64", "int64"]
