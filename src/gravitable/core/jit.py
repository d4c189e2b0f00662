"""The ``@kernel`` decorator: compiled with Numba, cached on disk, free of the GIL. ``@door``: the same, with the GIL.

The folders of the cache are ours (``kernel_cache.py``). Numba's own are named after the place of a file, hence
``ByContent``.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as ordinary Python, for debugging and coverage.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import numba.core.config
from numba.core.caching import UserProvidedCacheLocator

from gravitable.core.kernel_cache import cache_folder, is_compiled, package_of, stamp

_CONFIG: Any = numba.core.config  # a module that sets its names at run time


P = ParamSpec("P")
R = TypeVar("R")


class ByContent(UserProvidedCacheLocator):
    """Tells Numba where a compiled kernel lies: in our folder, whose name says what is in the sources."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]
        self._cache_path = str(Path(_CONFIG.CACHE_DIR) / Path(py_file).parent.name)
        self._source = Path(py_file)

    def get_source_stamp(self) -> str:
        """Return what must be equal for a compiled kernel to be used; older versions of Numba ask for the date."""
        return hashlib.sha256(self._source.read_bytes()).hexdigest()


@contextlib.contextmanager
def _our_cache_folder(module: str) -> Iterator[None]:
    before = _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES
    _CONFIG.CACHE_DIR = str(cache_folder(package_of(module)))
    _CONFIG.CACHE_LOCATOR_CLASSES = f"{__name__}.{ByContent.__name__}"
    try:
        yield
    finally:
        _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES = before


def is_compiling() -> bool:
    """Say whether kernels are compiled, or run as ordinary Python."""
    return not _CONFIG.DISABLE_JIT


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on first use; later processes load it from the cache."""
    return _compiled(function, None)


def door(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` so that it keeps the GIL: for what Python calls often and takes microseconds.

    Letting the GIL go invites every waiting thread to take it, and to get it back takes longer than the function.
    """
    return _compiled(function, None, nogil=False)


def kernel_for(*signatures: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile for exactly these types: for small helpers that are called with many constants.

    Numba would compile such a helper anew for every constant that it is called with.
    """
    return lambda function: _compiled(function, list(signatures))


def _compiled(
    function: Callable[P, R], signatures: list[Any] | None, *, nogil: bool = True
) -> Callable[P, R]:
    if _CONFIG.DISABLE_JIT:
        return function
    _name_after_module(function)
    with _our_cache_folder(function.__module__):
        # Numba would also make each kernel callable from C, which nobody uses and which takes time.
        options: Any = {"cache": True, "nogil": nogil, "no_cfunc_wrapper": True}
        compiled: Callable[P, R] = numba.njit(signatures, **options)(function)
    return compiled


def _name_after_module(function: Callable[..., Any]) -> None:
    """Give a kernel from a template (template.py) a name with its game's module in it.

    Numba names a cached kernel after its source file and line, the same for all games that use a template: one
    game would load the compiled code of the other.
    """
    module = function.__module__.rpartition(".")[2]
    if Path(function.__code__.co_filename).stem not in (module, "__init__"):
        function.__qualname__ = f"{module}.{function.__qualname__}"


def compile_once(package: str, what: str, use_everything: Callable[[], object]) -> None:
    """Run ``use_everything`` if it has never run on this machine, telling the user why it takes its time.

    ``GRAVITABLE_QUIET=1`` keeps it silent.
    """
    if not is_compiling() or is_compiled(package, what):
        return
    started = time.monotonic()
    _tell(f"Compiling {what} for this machine (once, about half a minute) ...")
    use_everything()
    stamp(package, what).touch()
    _tell(f"Compiled in {time.monotonic() - started:.0f} s; from now on it starts at once.")


def _tell(message: str) -> None:
    if not os.environ.get("GRAVITABLE_QUIET"):
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
