"""The ``@kernel`` decorator: compiled with Numba, cached on disk, free of the GIL. ``@door``: the same, with the GIL.

Numba's own cache notices a change only in the file of the function itself, not in the functions it calls. Rules from
a stale cache would be wrong without anybody noticing, so each package's cache folder carries a fingerprint of every
source file that its kernels may call, of the Numba version and of the processor: any change starts a fresh folder.
Where the files lie and how old they are does not matter: a second virtual environment or a fresh checkout with the
same sources finds everything compiled. (Numba's own folders are named after the place of a file, hence ``ByContent``.)

With ``NUMBA_DISABLE_JIT=1`` the same functions run as ordinary Python, for debugging and coverage.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import numba.core.config
from llvmlite import binding
from numba.core.caching import UserProvidedCacheLocator

_CONFIG: Any = numba.core.config  # a module that sets its names at run time


P = ParamSpec("P")
R = TypeVar("R")

_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^from (gravitable[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_KERNELS = re.compile(r"@kernel|@door|^fill_in\(", re.MULTILINE)
_KEEP_OLD_CACHES_S = 14 * 24 * 3600


def _imports(source: str) -> Iterator[Path]:
    """Return the files of our own modules that a source imports."""
    for module, names in _IMPORT.findall(source):
        path = _PACKAGE.joinpath(*module.split(".")[1:])
        yield path.with_suffix(".py")
        yield path / "__init__.py"
        yield from (path / f"{name}.py" for name in re.findall(r"\w+", names))


def _sources(package: str) -> dict[Path, str]:
    """Return every file that the kernels of a package are made of: theirs, and what those import."""
    files = {path: path.read_text("utf-8") for path in _files_of(package)}
    found = {path: source for path, source in files.items() if _KERNELS.search(source)}
    waiting = list(found)
    while waiting:
        for path in _imports(found[waiting.pop()]):
            if path not in found and path.is_file():
                found[path] = path.read_text("utf-8")
                waiting.append(path)
    return found


def _files_of(package: str) -> Iterable[Path]:
    """Return the Python files of one of our packages, or of somebody else's, which may be a single file."""
    if (_PACKAGE / package).is_dir():
        return (_PACKAGE / package).rglob("*.py")
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return []
    return Path(spec.origin).parent.rglob("*.py") if spec.submodule_search_locations else [Path(spec.origin)]


def _fingerprint(package: str) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {_processor()}".encode())
    named = {f"{path.parent.name}/{path.name}\n{source}" for path, source in _sources(package).items()}
    for text in sorted(named):
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def _processor() -> str:
    """Return what the compiled code is for, as Numba sees it: two machines may share a home folder."""
    name = _CONFIG.CPU_NAME or binding.get_host_cpu_name()
    features = _CONFIG.CPU_FEATURES or ("" if _CONFIG.CPU_NAME else binding.get_host_cpu_features().flatten())
    return f"{name} {features}"


class ByContent(UserProvidedCacheLocator):
    """Tells Numba where a compiled kernel lies: in our folder, whose name says what is in the sources."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]
        self._cache_path = str(Path(_CONFIG.CACHE_DIR) / Path(py_file).parent.name)
        self._source = Path(py_file)

    def get_source_stamp(self) -> str:
        """Return what must be equal for a compiled kernel to be used; older versions of Numba ask for the date."""
        return hashlib.sha256(self._source.read_bytes()).hexdigest()


def _cache_root() -> Path:
    named = os.environ.get("GRAVITABLE_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "gravitable"


@cache
def cache_folder(package: str) -> Path:
    """Return the folder of compiled kernels for exactly this source of a package, made when missing."""
    name = f"{package}-{_fingerprint(package)}"
    try:
        folder = _cache_root() / name
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass  # only to learn whether we may write here
    except (OSError, RuntimeError):
        folder = Path(tempfile.gettempdir()) / f"gravitable-{_user()}" / name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.utime(folder)
    _forget_old_caches(folder)
    return folder


def _user() -> str:
    """Return who we are, for a folder that others can see; Windows has no numbers for that."""
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "somebody")


def _forget_old_caches(current: Path) -> None:
    # Folders are compared with each other, not with the clock: a program whose clock is wrong would delete too much.
    deadline = current.stat().st_mtime - _KEEP_OLD_CACHES_S
    for folder in current.parent.glob("*-????????????????"):
        with contextlib.suppress(OSError):
            if folder != current and folder.stat().st_mtime < deadline:
                shutil.rmtree(folder)


def package_of(module: str) -> str:
    """Return the package that a module belongs to: ``superstar`` for ``gravitable.superstar.apply``."""
    parts = module.split(".")
    return parts[1] if parts[0] == "gravitable" and len(parts) > 1 else parts[0]


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


def is_compiled(package: str, what: str) -> bool:
    """Say whether ``compile_once`` would have nothing to do."""
    return _CONFIG.DISABLE_JIT or _stamp(package, what).exists() or not _sources(package)


def _stamp(package: str, what: str) -> Path:
    return cache_folder(package) / f"{what}.compiled"


def compile_once(package: str, what: str, use_everything: Callable[[], object]) -> None:
    """Run ``use_everything`` if it has never run on this machine, telling the user why it takes its time.

    ``GRAVITABLE_QUIET=1`` keeps it silent.
    """
    if is_compiled(package, what):  # a game in plain Python has nothing to compile
        return
    started = time.monotonic()
    _tell(f"Compiling {what} for this machine (once, about half a minute) ...")
    use_everything()
    _stamp(package, what).touch()
    _tell(f"Compiled in {time.monotonic() - started:.0f} s; from now on it starts at once.")


def _tell(message: str) -> None:
    if not os.environ.get("GRAVITABLE_QUIET"):
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
