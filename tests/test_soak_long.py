"""The long soak keeps count honestly: what failed counts for nothing, what is left is left, and the page says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from soaking import comparisons as comparing
from soaking import report
from soaking.progress import Json, Progress, Stage, add

GOALS = {"kills": 1000, "cuts": 100, "strangers": 100_000, "comparisons": 1_000_000, "hours": 1440}


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    stage = Stage("kills", 30, "kills", lambda kept, left: add(kept, done=min(20, left), accepted=7))
    assert Progress.load(path).run_piece(stage)
    later = Progress.load(path)
    assert later.of("kills")["done"] == 20
    assert later.run_piece(stage)
    assert not later.run_piece(stage)
    assert (later.of("kills")["done"], later.of("kills")["accepted"]) == (30, 14)


def test_a_piece_that_fails_is_told_and_counts_for_nothing(tmp_path: Path) -> None:
    def fail(kept: Json, _left: int) -> None:
        add(kept, done=20)
        raise AssertionError("acknowledged but not stored")

    progress = Progress.load(tmp_path / "state.json")
    progress.run_piece(Stage("kills", 30, "kills", fail))
    kept = Progress.load(tmp_path / "state.json").of("kills")
    assert (kept["done"], kept["failures"]) == (0, ["AssertionError: acknowledged but not stored"])
    page = report.page(progress.stages, GOALS)
    assert "| 1,000 | 0 (0%) | 1 |" in page
    assert "- kills: AssertionError: acknowledged but not stored" in page


def test_a_ctrl_c_is_no_failure(tmp_path: Path) -> None:
    def stop(_kept: Json, _left: int) -> None:
        raise KeyboardInterrupt

    progress = Progress.load(tmp_path / "state.json")
    with pytest.raises(KeyboardInterrupt):
        progress.run_piece(Stage("kills", 30, "kills", stop))
    assert progress.of("kills")["failures"] == []


@pytest.mark.parametrize("growth", [0.0, 0.2])
def test_the_page_says_whether_memory_is_flat(growth: float) -> None:
    samples = [[10 * n, int(300_000 * (1 + growth * n / 40)), 100 * n, 40_000 * n] for n in range(40)]
    day = report.day_of([samples[:9], samples])
    assert day is not None
    assert day.growth == pytest.approx(growth / 4, rel=0.2, abs=1e-9)
    assert {round(slope) for slope in day.bytes_a_row} == {400}
    kept = {"done": 1440, "failures": [], "seconds": 60.0, "spells": [samples]}
    assert ("NOT flat" in report.page({"hours": kept}, GOALS)) == (day.growth >= 0.05)


def test_all_variants_are_compared_and_a_leak_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name, _, _ in comparing.variants()]
    assert (names.count("superstar"), names.count("gravwell")) == (5 * 2 * 8, 4 + 3 * 16)
    plain = comparing.variants().index(("gravwell", 2, {}))
    kept: Json = {"games": plain}
    comparing.comparisons(kept, left=200)
    assert kept["leaked"] == 0
    assert kept["done"] >= 200
    assert kept["differed"] > 20
    monkeypatch.setattr(comparing, "messages_for", lambda match, _viewer: [str(match.game.state())])
    with pytest.raises(AssertionError, match="messages changed"):
        comparing.comparisons({"games": plain}, left=200)
