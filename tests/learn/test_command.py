"""``gravitable train``: from nothing to a candidate, stopped and resumed, kept only if it wins."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from gravitable.arena.runners import play_here
from gravitable.arena.sprt import BETTER, NOT_BETTER, UNDECIDED, Sprt
from gravitable.cli.train import app
from gravitable.core.errors import BadOption
from gravitable.learn import training
from gravitable.learn.folder import Run, Settings

SMALL = Settings("superstar", seed=1, positions=2000, hidden=8, second=4)


def command(folder: Path, *more: str) -> str:
    arguments = ["superstar", "--out", str(folder), "--positions", "2000", "--hidden", "8", "--second", "4"]
    result = CliRunner().invoke(app, [*arguments, *more], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_small_run_leaves_everything_in_its_folder(tmp_path: Path) -> None:
    told = command(
        tmp_path, "--generations", "1", "--gauge-games", "2", "--check-games", "2", "--workers", "1"
    )
    assert "positions" in told
    assert "The champion stays." in told
    names = {path.name for path in tmp_path.iterdir()}
    assert {"run.json", "generation-000.npz", "candidate.npz", "loss.svg", "strength.svg"} <= names
    history = json.loads((tmp_path / "run.json").read_text("utf-8"))["history"]
    assert history[0]["check"]["games"] == 2
    assert history[0]["gauge"]["games"] == 2


def test_a_stopped_run_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    quiet = ("--gauge-games", "0", "--check-games", "0")
    command(tmp_path / "once", "--generations", "2", *quiet)
    command(tmp_path / "twice", "--generations", "1", *quiet)
    run = Run.resume(tmp_path / "twice", SMALL)
    next(training.generation(run))  # cut off in the middle: nothing of it is kept
    command(tmp_path / "twice", "--generations", "2", "--resume", *quiet)
    first, second = (np.load(tmp_path / name / "generation-001.npz") for name in ("once", "twice"))
    assert all(np.array_equal(first[name], second[name]) for name in first.files)


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no run to resume"):
        Run.resume(tmp_path, SMALL)
    Run.begin(tmp_path, SMALL)
    with pytest.raises(BadOption, match="holds a run already"):
        Run.begin(tmp_path, SMALL)
    with pytest.raises(BadOption, match="its positions is 2000"):
        Run.resume(tmp_path, Settings("superstar", 1, 3000, 8, 4))
    with pytest.raises(BadOption, match="nothing to train"):
        CliRunner().invoke(app, ["chess"], catch_exceptions=False)


def test_a_check_goes_on_where_it_stopped(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, SMALL)
    list(training.generation(run))
    started = training.check(run, "random", play_here, games=60)
    for test in started:
        if test.games == 3:
            break
    started.close()
    *_, last = training.check(run, "random", play_here, games=60)
    assert last.verdict == BETTER
    assert training.crown(run, last) == tmp_path / "champion.npz"
    assert run.history[-1]["check"]["verdict"] == BETTER


def test_the_sequential_test_decides_either_way_or_not_at_all() -> None:
    better, worse, equal = (Sprt(even=0.5) for _ in range(3))
    better.add_all([1.0] * 40)
    worse.add_all([0.0] * 40)
    equal.add_all([1.0, 0.0, 0.5, 0.5])
    assert [test.verdict for test in (better, worse, equal)] == [BETTER, NOT_BETTER, UNDECIDED]
    assert equal.share.value == 0.5


def test_the_sequential_test_keeps_its_promise() -> None:
    """Of many matches between equals, at most about one in twenty ends with a false "better"."""
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(400):
        test = Sprt(even=0.5)
        while test.verdict == UNDECIDED and test.games < 3000:
            test.add(float(rng.random() < 0.5))
        wrong += test.verdict == BETTER
    assert wrong / 400 < 0.08
