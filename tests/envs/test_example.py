"""The worked example runs, from self-play to its verdict."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy, since it writes what it learned beside itself."""
    return Path(shutil.copy(ROOT / "examples" / "train_value.py", tmp_path))


def test_it_learns_and_tells(example: Path) -> None:
    command = [sys.executable, str(example), "--games", "12", "--matches", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    first, shipped, learned, verdict = done.stdout.splitlines()
    assert first.endswith("positions from 12 games")
    assert shipped.startswith("shipped: surprise 0.")
    assert learned.startswith("learned: surprise 0.")
    assert "of 2 games: " in verdict
    assert example.with_name("trained_value.json").is_file()


def test_the_gradient_is_that_of_the_loss(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(example.parent))
    import train_value  # type: ignore[import-not-found]  # noqa: PLC0415

    rng = np.random.default_rng(1)
    rows, left, winners = rng.normal(size=(50, 2, 5)), rng.uniform(0, 20, 50), rng.integers(0, 2, 50)
    weights = rng.uniform(0.2, 1, 6)
    slopes = [
        (
            train_value.loss(weights + step, rows, left, winners)
            - train_value.loss(weights - step, rows, left, winners)
        )
        / 2e-6
        for step in 1e-6 * np.eye(6)
    ]
    assert train_value.gradient(weights, rows, left, winners) == pytest.approx(slopes, abs=1e-6)
