"""The folder of compiled kernels: another one wherever Numba would compile anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = """
from gravitable.core.jit import kernel

@kernel
def twice(number):
    return 2 * number
"""


def _folder(place: Path) -> str:
    """Return the cache folder of a small package that lies in a place, as a process of its own finds it."""
    code = "from gravitable.core.jit import cache_folder; print(cache_folder('tiny_kernels'))"
    environment = os.environ | {
        "PYTHONPATH": f"{place}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        "GRAVITABLE_CACHE": str(place.parent / "cache"),
    }
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout


def _package(place: Path) -> Path:
    (place / "tiny_kernels").mkdir(parents=True)
    module = place / "tiny_kernels" / "__init__.py"
    module.write_text(SOURCE)
    os.utime(module, (1_700_000_000, 1_700_000_000))
    return module


def test_a_second_copy_and_a_newer_date_compile_into_folders_of_their_own(tmp_path: Path) -> None:
    module = _package(tmp_path / "one")
    _package(tmp_path / "two")
    first = _folder(tmp_path / "one")
    assert _folder(tmp_path / "one") == first
    assert _folder(tmp_path / "two") != first, "Numba's own cache does not share with another place"
    os.utime(module, (1_700_000_100, 1_700_000_100))
    assert _folder(tmp_path / "one") != first, "nor with a file of another date"
