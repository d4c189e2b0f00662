"""A third game in a folder of its own, as pip would install it, so that tests can have it and take it away again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from gravitable.core.registry import packages

SOURCE = Path(__file__).parent.parent / "examples" / "sunskim"


def pip_install(target: Path) -> None:
    """Install Sunskim with pip into a folder, and nothing else."""
    here = ["--no-build-isolation"] if find_spec("hatchling") else []
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), *here]
    done = subprocess.run([*command, str(SOURCE)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def lay_out(target: Path, name: str, entry_point: str, files: dict[str, str]) -> None:
    """Put a package into a folder with what Python needs to find its entry point; quicker than pip."""
    described = target / f"gravitable_{name}-1.0.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: gravitable-{name}\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[gravitable.games]\n{name} = {entry_point}\n")
    for path, text in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text)


def lay_out_sunskim(target: Path) -> None:
    """Put Sunskim into a folder without pip."""
    root = SOURCE / "src"
    files = {str(path.relative_to(root)): path.read_text("utf-8") for path in root.rglob("*.py")}
    lay_out(target, "sunskim", "sunskim:GAME", files)


@contextmanager
def installed(target: Path) -> Iterator[None]:
    """Let this process, and those that it starts, find what is installed in a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(target))
        patch.setenv(
            "PYTHONPATH", os.pathsep.join([str(target), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
        )
        packages.cache_clear()
        yield
    packages.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "sunskim"]:
        del sys.modules[name]
