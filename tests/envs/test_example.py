"""The worked examples run, from self-play to their verdicts."""

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


def run(example: Path, *arguments: str) -> list[str]:
    """Run an example and return the lines that it prints."""
    command = [sys.executable, str(example), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_it_learns_and_tells(example: Path) -> None:
    first, shipped, learned, verdict = run(example, "--games", "12", "--matches", "2")
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


def test_a_network_of_pytorch_learns_plays_and_draws_its_curve(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    shutil.copy(ROOT / "examples" / "value_network.py", tmp_path)
    example = Path(shutil.copy(ROOT / "examples" / "train_network.py", tmp_path))
    *curve, verdict = run(example, "--lessons", "1", "--games", "32", "--trials", "4", "--matches", "4")
    assert len(curve) >= 2
    assert all(" positions  surprise 0." in line for line in curve)
    assert verdict.startswith("in the arena, against greedy: ")
    assert verdict.endswith("of 4 games")
    assert (tmp_path / "network.pt").is_file()
    assert "games won against greedy" in (tmp_path / "network.svg").read_text("utf-8")


def test_a_public_library_learns_on_the_environment() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install sb3-contrib")
    told = run(ROOT / "examples" / "train_maskable.py", "--steps", "2048", "--trials", "2")
    starts = ["before: won ", "before: won ", "2048 decisions in ", "after: won ", "after: won "]
    assert [line[: len(start)] for line, start in zip(told, starts, strict=True)] == starts
