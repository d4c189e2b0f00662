"""Where compiled kernels lie, and whether they are there: what can be known of them without loading Numba.

Numba's own cache notices a change only in the file of the function itself, not in the functions it calls. Rules from
a stale cache would be wrong without anybody noticing, so each package's cache folder carries a fingerprint of every
source file that its kernels may call, of the Numba version and of the processor: any change starts a fresh folder.
Where the files lie and how old they are does not matter: a second virtual environment or a fresh checkout with the
same sources finds everything compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from llvmlite import binding

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
    digest = hashlib.sha256(f"{version('numba')} {sys.version} {_processor()}".encode())
    named = {f"{path.parent.name}/{path.name}\n{source}" for path, source in _sources(package).items()}
    for text in sorted(named):
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def _processor() -> str:
    """Return what the compiled code is for, as Numba sees it: two machines may share a home folder."""
    named, features = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if not features:
        features = "" if named else binding.get_host_cpu_features().flatten()
    return f"{named or binding.get_host_cpu_name()} {features}"


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


def is_compiled(package: str, what: str) -> bool:
    """Say whether something of a package was compiled on this machine; plain Python has nothing to compile."""
    runs_as_python = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return runs_as_python or stamp(package, what).exists() or not _sources(package)


def stamp(package: str, what: str) -> Path:
    """Return the file that says that something was compiled."""
    return cache_folder(package) / f"{what}.compiled"
