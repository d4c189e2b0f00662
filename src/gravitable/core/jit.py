"""The ``@kernel`` decorator: compiled with Numba, cached on disk, free of the GIL.

Numba's own cache notices a change only in the file of the function itself, not in the functions it calls. Rules
that run from a stale cache would be wrong in silence, so our cache folder carries a fingerprint of every source
file of the kernels and of the Numba version: any change starts a fresh folder.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as ordinary Python, for debugging and coverage.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")

_PACKAGE = Path(__file__).parent.parent
_KERNEL_FOLDERS = ("core", "superstar", "gravwell", "bots", "envs")
_KEEP_OLD_CACHES_S = 14 * 24 * 3600


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for folder in _KERNEL_FOLDERS:
        for path in sorted((_PACKAGE / folder).glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    named = os.environ.get("GRAVITABLE_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "gravitable"


@cache
def cache_folder() -> Path:
    """Return the folder of compiled kernels for exactly this source, made when missing."""
    name = f"kernels-{_fingerprint()}"
    try:
        folder = _cache_root() / name
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass  # only to learn whether we may write here
    except (OSError, RuntimeError):
        folder = Path(tempfile.gettempdir()) / f"gravitable-{os.getuid()}" / name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _forget_old_caches(folder)
    os.utime(folder)
    return folder


def _forget_old_caches(current: Path) -> None:
    deadline = time.time() - _KEEP_OLD_CACHES_S
    for folder in current.parent.glob("kernels-*"):
        with contextlib.suppress(OSError):
            if folder != current and folder.stat().st_mtime < deadline:
                shutil.rmtree(folder)


@contextlib.contextmanager
def _our_cache_folder() -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on first use; later processes load it from the cache."""
    if numba.config.DISABLE_JIT:
        return function
    with _our_cache_folder():
        compiled: Callable[P, R] = numba.njit(cache=True, nogil=True)(function)
    return compiled


@contextlib.contextmanager
def announce_compilation(what: str) -> Iterator[None]:
    """Tell the user, once per machine and version, why the first call takes its time.

    ``GRAVITABLE_QUIET=1`` keeps it silent.
    """
    stamp = cache_folder() / f"{what}.compiled"
    if numba.config.DISABLE_JIT or stamp.exists():
        yield
        return
    quiet = bool(os.environ.get("GRAVITABLE_QUIET"))
    if not quiet:
        sys.stderr.write(f"Compiling the {what} rules for this machine (once, about 20 seconds) ...\n")
        sys.stderr.flush()
    started = time.monotonic()
    yield
    stamp.touch()
    if not quiet:
        sys.stderr.write(f"Compiled in {time.monotonic() - started:.0f} s; next time it starts at once.\n")
