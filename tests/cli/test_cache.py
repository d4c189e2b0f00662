"""The folder of compiled kernels: what is in the sources decides, not where they lie or how old they are."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

SOURCE = """
from gravitable.core.jit import kernel

@kernel
def twice(number):
    return 2 * number
"""

USE = """
import tiny_kernels
from gravitable.core.kernel_cache import cache_folder

assert tiny_kernels.twice(21) in (42, 63)
stats = tiny_kernels.twice.stats
print(cache_folder("tiny_kernels").name, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def _use(place: Path, before: str = "", **settings: str) -> tuple[str, int, int]:
    """Use a small package that lies in a place; return its cache folder, and what was found there and what not."""
    environment = os.environ | settings
    environment["PYTHONPATH"] = f"{place}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    environment["GRAVITABLE_CACHE"] = str(place.parent / "cache")
    told = subprocess.run(
        [sys.executable, "-c", before + USE], env=environment, check=True, capture_output=True, text=True
    ).stdout.split()
    return told[0], int(told[1]), int(told[2])


def _package(place: Path, source: str = SOURCE, date: int = 1_700_000_000) -> None:
    (place / "tiny_kernels").mkdir(parents=True, exist_ok=True)
    module = place / "tiny_kernels" / "__init__.py"
    module.write_text(source)
    os.utime(module, (date, date))


def test_a_second_copy_and_a_newer_date_find_everything_compiled(tmp_path: Path) -> None:
    _package(tmp_path / "one")
    folder, hits, misses = _use(tmp_path / "one")
    assert (hits, misses) == (0, 1)
    _package(tmp_path / "two", date=1_700_000_100)
    assert _use(tmp_path / "two") == (folder, 1, 0)


@pytest.mark.parametrize("change", ["source", "processor"])
def test_other_sources_and_another_processor_compile_into_a_folder_of_their_own(
    tmp_path: Path, change: str
) -> None:
    _package(tmp_path / "one")
    folder, _, _ = _use(tmp_path / "one")
    settings = {}
    if change == "source":
        _package(tmp_path / "one", SOURCE.replace("2 *", "3 *"))
    else:
        settings = {"NUMBA_CPU_NAME": "generic"}
    other, hits, misses = _use(tmp_path / "one", **settings)
    assert other != folder
    assert (hits, misses) == (0, 1), "and nobody waits without being told"


def test_old_folders_are_forgotten_by_their_dates_and_not_by_the_clock_of_a_program(tmp_path: Path) -> None:
    _package(tmp_path / "one")
    cache = tmp_path / "cache"
    folders = {days: cache / f"old-{days:016}" for days in (1, 13, 15)}
    for days, folder in folders.items():
        folder.mkdir(parents=True)
        date = time.time() - days * 24 * 3600
        os.utime(folder, (date, date))
    late = "import time; late = time.time() + 1e8; time.time = lambda: late\n"
    _use(tmp_path / "one", late)
    assert [days for days, folder in folders.items() if folder.exists()] == [1, 13]
