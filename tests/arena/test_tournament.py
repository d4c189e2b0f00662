"""``gravitable.arena.run``: a tournament as one call, with classes of one's own."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

import gravitable
from arena.odd_bots import Curious, First, Raising
from gravitable import bots
from gravitable.core.errors import BadOption, GravitableError


def test_classes_and_texts_play_together() -> None:
    played = gravitable.arena.run("superstar", [First, Curious(1, 0), "random"], games=6, rounds=3)
    assert [line["game"] for line in played.results] == list(range(6))
    assert {row["bot"] for row in played.table()} == {"First", "Curious", "random"}
    assert played.cut == sum(line["reason"] == "round-limit" for line in played.results) > 0
    assert f"\n{played.cut} games were cut after round 3" in str(played)
    assert played.forfeits == [line for line in played.forfeits if "Curious" in line], (
        "it sat on another seat"
    )


def test_a_class_and_its_text_play_the_same_games() -> None:
    mine = gravitable.arena.run("superstar", [First, "random"], games=4, rounds=3)
    named = gravitable.arena.run(
        "superstar", ["arena.odd_bots:First", "random"], games=4, workers=1, rounds=3
    )
    assert [line["scores"] for line in mine.results] == [line["scores"] for line in named.results]


def test_what_failed_is_told_and_counted() -> None:
    played = gravitable.arena.run("superstar", [First, Raising], games=2, rounds=3)
    assert len(played.forfeits) == 2
    assert all("Raising forfeited: ZeroDivisionError: thought too hard" in line for line in played.forfeits)
    assert "\ngame 0: Raising forfeited" in str(played)


def test_a_result_shows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    played = gravitable.arena.run("superstar", [First, "random"], games=2, rounds=3)
    assert str(played).startswith("superstar, 2 players, 2 games\nbot ")
    assert "<td>First</td>" in played._repr_html_()
    if find_spec("matplotlib"):
        assert played.plot("matrix")._repr_svg_().startswith("<svg")
        assert "<h1>Arena: superstar, 2 players</h1>" in played.report()
    with pytest.raises(BadOption, match="no plot 'pie'; known: ladder"):
        played.plot("pie")
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows: rows))
    rows = played.data_frame()
    assert len(rows) == 4
    assert {row["bot"] for row in rows} == {"First", "random"}
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(GravitableError, match="pip install pandas"):
        played.data_frame()


def test_a_file_keeps_the_games_and_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    gravitable.arena.run("superstar", ["greedy", "random"], games=2, workers=1, out=path, rounds=3)
    more = gravitable.arena.run(
        "superstar", ["greedy", "random"], games=4, workers=1, out=path, resume=True, rounds=3
    )
    assert len(more.results) == 4
    assert len(path.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": "greedy"}, "bots is a list, as in \\['greedy', 'random'\\]"),
        ({"bots": [First, "random"], "workers": 2}, "for workers=2 name it as in 'my_bots:First'"),
        ({"bots": ["greedy"], "workers": 0}, "workers is a whole number from 1, not 0"),
        ({"bots": ["greedy"], "resume": True}, "name it with out="),
        ({"bots": [First, First]}, "two bots have the same name"),
        (
            {"bots": [bots.make("random", "superstar", 1), "greedy"]},
            "give its name instead, such as 'greedy'",
        ),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(GravitableError, match=message):
        gravitable.arena.run("superstar", **arguments)  # type: ignore[arg-type]


def test_a_bot_of_another_game_is_refused() -> None:
    game = gravitable.new("gravwell", seed=1)
    with pytest.raises(bots.UnknownBot, match="made for superstar, not for gravwell"):
        bots.choose_action(bots.make("random", "superstar", 1), game, game.to_act[0])
