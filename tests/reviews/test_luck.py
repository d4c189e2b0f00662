"""The luck of deals: zero on average, and a tournament that takes it off."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from cli.helpers import run
from gravitable.arena.adjusted import adjusted_standings
from gravitable.arena.journal import Journal, read
from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.cli.arena import _adjusted
from gravitable.core.errors import BadOption
from gravitable.reviews import luck
from gravitable.reviews.luck import luck_of
from reviews.games import finished


@pytest.mark.parametrize(("name", "players"), [("superstar", 2), ("gravwell", 2), ("gravwell", 4)])
def test_nobody_is_lucky_but_at_the_cost_of_others(name: str, players: int) -> None:
    found = luck_of(finished(name, players).record(), 7)
    assert len(found) == players
    assert sum(found) == pytest.approx(0, abs=1e-9)
    assert found == luck_of(finished(name, players).record(), 7)
    assert found != luck_of(finished(name, players).record(), 8)


def test_the_luck_of_many_games_is_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weak, random play against a search: whoever plays, deals are fair."""
    monkeypatch.setattr(luck, "BUDGET", 10)
    plan = Plan.make("gravwell", ["random", "greedy"], 2, 60, 3, {}, adjusted=True)
    found = np.array([play_game(plan, index)["luck"][0] for index in range(60)])
    assert abs(found.mean()) < 3.5 * found.std(ddof=1) / np.sqrt(60)
    assert found.std() > 0


def test_adjusted_rows_recover_what_was_put_in() -> None:
    """Results that are luck and nothing else have no variance left."""
    rng = np.random.default_rng(5)
    lines = []
    for game in range(400):
        won = int(rng.integers(2))
        share = [float(won == seat) for seat in range(2)]
        lines.append(
            {
                "game": game,
                "deal": game // 2,
                "seats": ["a", "b"],
                "winners": [won],
                "luck": [0.5 * (share[seat] - 0.5) for seat in range(2)],
            }
        )
    row = adjusted_standings(["a", "b"], lines)[0]
    assert row.plain.low <= 0.5 <= row.plain.high
    assert row.adjusted.value == pytest.approx(0.5 + 0.5 * (row.plain.value - 0.5))
    assert row.ratio.value == pytest.approx(0.25)
    assert row.ratio.low <= 0.25 <= row.ratio.high
    assert row.adjusted.high - row.adjusted.low < row.plain.high - row.plain.low
    few = adjusted_standings(["a", "b"], lines[:6])[0]  # some draws of three deals have no spread at all
    assert few.deal_ratio.low <= few.deal_ratio.high


def test_the_arena_prints_plain_and_adjusted(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ("arena", "gravwell", "--bots", "greedy", "random", "-n", "8", "-w", "1", "-o", str(path))
    done = run(tmp_path, *arguments, "--adjusted", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert {"plain", "adjusted", "ratio", "deal_ratio"} <= set(rows[0]["adjusted"])
    plan, results, _ = read(path)
    assert all(len(line["luck"]) == 2 for line in results)
    told, journal = io.StringIO(), Journal(path, plan, results)
    journal.close()
    Console(file=told, width=80).print(_adjusted(journal))
    assert "ratio by game" in told.getvalue()
    with pytest.raises(BadOption, match="adjusted"):
        Journal.resume(path, Plan.make("gravwell", ["greedy", "random"], 2, 8, 1, {}))
