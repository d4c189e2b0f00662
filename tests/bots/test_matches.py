"""The figures of docs/bots.md are those of the games: the journals of the matches are kept, and counted again here."""

from __future__ import annotations

import lzma
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gravitable.arena import journal
from gravitable.arena.standings import Standing, standings

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
MATCHES = ROOT / "benchmarks/matches"
TITLES = {"superstar": "Superstar", "gravwell": "Gravwell"}


@pytest.mark.parametrize(
    "path", sorted(MATCHES.glob("*.jsonl.xz")), ids=lambda path: path.name.partition(".")[0]
)
def test_the_table_tells_what_was_played(path: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / path.stem
    unpacked.write_bytes(lzma.decompress(path.read_bytes()))
    plan, games, _ = journal.read(unpacked)
    new, old = standings_of(plan.bots, games)
    assert new.forfeits == old.forfeits == 0
    row = re.search(rf"\| {TITLES[plan.game]}, {plan.players} players[^|]*\| (\d+)[^|]*\| ([^|]+) \|", TABLE)
    assert row, "the table has no such match"
    low, high = new.wins.interval
    assert int(row[1]) == len(games)
    assert row[2] == f"**{new.wins.value:.1%}** ({100 * low:.1f} to {100 * high:.1f})"


def standings_of(bots: Sequence[str], games: list[dict[str, Any]]) -> list[Standing]:
    """Return how the newest search did, and the one before it."""
    table = {row.bot.partition(",")[0]: row for row in standings(bots, games)}
    return [table["search:100cpu-ms"], table["search@1:100cpu-ms"]]


def test_there_are_journals() -> None:
    names = {path.name.partition(".")[0] for path in MATCHES.glob("*.jsonl.xz")}
    assert {"superstar-4", "gravwell-2"} <= names
