"""What comes from the nursery is what would have started by itself; only sooner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import nursery
from nursery import Forked, can_fork


@pytest.mark.parametrize(
    "arguments",
    [("show", "superstar", "--seed", "1"), ("play", "--help"), ("simulate", "chess")],
    ids=["drawing", "help", "refusal"],
)
def test_a_command_says_and_leaves_the_same(arguments: tuple[str, ...], tmp_path: Path) -> None:
    settings = os.environ | {"COLUMNS": "90", "NO_COLOR": "1"}
    done = nursery.run(arguments, settings, folder=tmp_path)
    command = [sys.executable, "-m", "gravitable", *arguments]
    alone = subprocess.run(command, env=settings, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (alone.returncode, alone.stdout, alone.stderr)


def test_its_death_is_its_own(tmp_path: Path) -> None:
    out = tmp_path / "out"
    database = ["--port", "0", "--database"]
    one, two = (
        Forked(["serve", *database, str(tmp_path / f"{name}.db")], os.environ, out, out) for name in "ab"
    )
    assert one.pid != two.pid
    one.kill()
    assert one.wait(20) == -signal.SIGKILL
    assert two.poll() is None
    two.kill()
    assert two.wait(20) == -signal.SIGKILL


def test_who_wants_other_packages_or_another_cache_starts_alone() -> None:
    assert not can_fork(os.environ | {"PYTHONPATH": "elsewhere"})
    assert not can_fork(os.environ | {"GRAVITABLE_CACHE": "elsewhere"})
    assert not can_fork(os.environ | {"NUMBA_DISABLE_JIT": "1"})
