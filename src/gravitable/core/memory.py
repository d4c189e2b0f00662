"""Bytes from one place to another, within kernels."""

from __future__ import annotations

from typing import Any

import numba
import numba.core.cgutils
import numpy as np
from numba.extending import intrinsic

from gravitable.core.jit import is_compiling

_LLVM: Any = numba.core.cgutils  # without types


def _copy_bytes(source: Any, first: int, target: Any, at: int, size: int) -> None:
    target[at : at + size] = np.frombuffer(source, np.uint8)[first : first + size]


def _compiled_copy(_: Any, source: Any, first: Any, target: Any, at: Any, size: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        source, first, target, at, size = arguments
        begins = context.make_array(signature.args[0])(context, builder, source).data
        goes = context.make_array(signature.args[2])(context, builder, target).data
        _LLVM.raw_memcpy(builder, builder.gep(goes, [at]), builder.gep(begins, [first]), size, 1)

    number = numba.types.int64
    return numba.types.void(source, number, target, number, number), generate


copy_bytes: Any = intrinsic(_compiled_copy) if is_compiling() else _copy_bytes
"""Copy ``size`` bytes from a place of ``source`` (a contiguous array, or ``bytes``) to a place of ``target``.

A loop takes up to five times as long. Nobody checks that there is room.
"""
