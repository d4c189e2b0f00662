"""One game of a tournament: repeatable, and forfeits recorded with their reason."""

from __future__ import annotations

import json

import pytest

from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.arena.standings import standings


def untimed(line: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in line.items() if key != "seconds"}


def test_the_same_plan_gives_the_same_games() -> None:
    plan = Plan.make("gravwell", ["search:20", "greedy", "random"], 3, 6, 1, {})
    for index in range(3):
        assert untimed(play_game(plan, index)) == untimed(play_game(plan, index))


def test_a_result_is_json_and_complete() -> None:
    plan = Plan.make("superstar", ["greedy", "random"], 4, 8, 1, {})
    line = json.loads(json.dumps(play_game(plan, 2)))
    assert line["game"] == 2
    assert line["seats"] == list(plan.seating(2))
    assert len(line["scores"]) == len(line["decisions"]) == len(line["seconds"]) == 4
    assert line["winners"]
    assert line["forfeit"] is None


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("raising", "ZeroDivisionError: thought too hard"),
        ("illegal", "illegal action 63; legal: "),
        ("silent", "illegal action None; legal: "),
        ("wordy", "illegal action 'drop'; legal: "),
        ("never_ready", "RuntimeError: not today"),
    ],
)
def test_a_bot_that_misbehaves_forfeits_and_the_run_goes_on(bot: str, reason: str) -> None:
    spec = f"arena.odd_bots:{bot}"
    plan = Plan.make("superstar", [spec, "random", "greedy"], 3, 3, 1, {})
    lines = [play_game(plan, index) for index in range(3)]
    for index, line in enumerate(lines):
        seat = plan.seating(index).index(spec)
        assert line["forfeit"]["seat"] == seat
        assert line["forfeit"]["bot"] == spec
        assert line["forfeit"]["reason"].startswith(reason)
        assert line["winners"] == [other for other in range(3) if other != seat]
        assert line["scores"] is None
    table = {row.bot: row for row in standings(plan.bots, lines)}
    assert table[spec].forfeits == 3
    assert table[spec].wins.value == 0
    assert table["greedy"].wins.value == 0.5
