"""The chain behind the daily challenge, and what ``gravitable verify`` makes of a record that hangs on it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import gravitable
from gravitable.bots import choose_action, make
from gravitable.cli import app
from gravitable.core import links
from gravitable.core.errors import DamagedRecord
from gravitable.core.game import Game, Table
from gravitable.core.registry import game_names, package_of, rules_of
from gravitable.server.challenges.daily import challenge_of

Json = dict[str, Any]
TIP, DAYS, FIRST, DATE = hashlib.sha256(b"tip").digest(), 400, "2026-11-01", "2026-11-17"
LINK = links.before(TIP, DAYS - 17)
ANCHOR = links.before(TIP, DAYS)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 40), st.integers(0, 40))
def test_steps_along_the_chain_add_up_and_lead_only_back(tip: bytes, some: int, more: int) -> None:
    assert links.before(links.before(tip, some), more) == links.before(tip, some + more)
    later, earlier = links.before(tip, some), links.before(tip, some + more)
    if more:
        assert links.steps_between(later, earlier.hex(), 100) == more
        assert links.steps_between(earlier, later.hex(), 100) is None


def test_days_and_games_have_secrets_of_their_own() -> None:
    secrets = {
        links.day_secret(link, date, game)
        for link in (LINK, links.before(LINK))
        for date in (DATE, "2026-11-18")
        for game in ("superstar", "gravwell")
    }
    assert len(secrets) == 8


@pytest.fixture(scope="module")
def record() -> Json:
    """A whole daily game, as a server's record has it."""
    secret = links.day_secret(LINK, DATE, "superstar")
    rules, challenge = rules_of("superstar"), challenge_of("superstar")
    options = rules.settle(challenge.players, dict(challenge.options))
    game = Game.begin(Table(rules, challenge.players, options, secret))
    bots = [make(spec, "superstar", links.bot_seed(secret)) for spec in ("greedy", *challenge.bots)]
    while not game.over:
        seat = game.to_act[0]
        game.advance(seat, choose_action(bots[seat], game, seat))
    told = {"date": DATE, "first": FIRST, "anchor": ANCHOR.hex(), "link": LINK.hex()}
    assert challenge.score(game.states, 0).points == game.result["scores"][0]  # type: ignore[index]
    return {**game.record(), "daily": told}


def test_a_daily_game_is_fair_and_bound_to_what_was_shown(record: Json) -> None:
    for seen in (None, links.before(LINK).hex(), ANCHOR.hex()):
        verdict = gravitable.verify(record, daily=seen)
        assert (verdict.word, verdict.problems) == ("fair", ())
    assert "17 steps before" in verdict.notes[-1]


def _other_link(record: Json) -> None:
    record["daily"]["link"] = links.before(LINK).hex()


def _other_date(record: Json) -> None:
    record["daily"]["date"] = "2026-11-18"


def _other_chain(record: Json) -> None:
    """A host draws deals until one pleases, and makes an anchor that fits."""
    record["daily"]["anchor"] = links.before(LINK, 5).hex()
    record["daily"]["first"] = "2026-11-13"


FORGERIES: list[tuple[Callable[[Json], None], str]] = [
    (_other_link, "does not lead to the anchor"),
    (_other_date, "the secret is not the one of superstar on 2026-11-18"),
    (_other_chain, "does not belong to this chain"),
]


@pytest.mark.parametrize(("forge", "told"), FORGERIES)
def test_a_forged_day_is_found(record: Json, forge: Callable[[Json], None], told: str) -> None:
    forged = json.loads(json.dumps(record))
    forge(forged)
    verdict = gravitable.verify(forged, daily=ANCHOR.hex())
    assert verdict.word == "not-fair"
    assert any(told in problem for problem in verdict.problems)


def test_the_command_says_so_too(record: Json, tmp_path: Path) -> None:
    file = tmp_path / "daily.json"
    file.write_text(json.dumps(record), "utf-8")
    runner = CliRunner()
    good = runner.invoke(app, ["verify", str(file), "--daily", links.before(LINK).hex()])
    assert good.exit_code == 0
    assert "the hash that you saw binds this day: 1 step before it" in good.output
    bad = runner.invoke(app, ["verify", str(file), "--daily", TIP.hex()])
    assert bad.exit_code == 1
    assert "does not belong to this chain" in bad.output
    del record["daily"]
    file.write_text(json.dumps(record), "utf-8")
    assert runner.invoke(app, ["verify", str(file), "--daily", TIP.hex()]).exit_code == 1


@pytest.mark.parametrize(
    "daily",
    [
        7,
        {},
        {"date": "yesterday"},
        {"date": DATE, "first": "2026-12-24", "anchor": "0" * 64, "link": "1" * 64},
    ],
)
def test_a_damaged_day_is_named(daily: object) -> None:
    with pytest.raises(DamagedRecord, match="daily"):
        links.told_in({"daily": daily})


@pytest.mark.parametrize("game", [name for name in game_names() if package_of(name).daily])
def test_bots_of_the_day_play_the_same_whenever_they_are_asked(game: str) -> None:
    """Two whole games from the same secret, by bots that are made anew for every choice."""
    challenge, secret = challenge_of(game), links.day_secret(LINK, DATE, game)
    logs = []
    for _ in range(2):
        rules = rules_of(game)
        options = rules.settle(challenge.players, dict(challenge.options))
        played = Game.begin(Table(rules, challenge.players, options, secret))
        while not played.over and played.n_entries < 60:
            seat = played.to_act[0]
            spec = challenge.bots[seat - 1] if seat else "greedy"
            played.advance(seat, choose_action(make(spec, game, links.bot_seed(secret)), played, seat))
        logs.append([entry.line for entry in played.log])
    assert logs[0] == logs[1]
