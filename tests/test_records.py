"""Records: damage of every kind is found and its place named; verify says fair, or exactly what does not fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import gravitable
from gravitable import DamagedRecord, Game

Json = dict[str, Any]
RECORDS = sorted((Path(__file__).parent / "superstar" / "records").glob("*.json"))
TAKE_AWAY = object()


def game_of(moves: int = 12) -> Game:
    game = gravitable.new("superstar", players=3, seed=6, goodies=["tile"])
    for number in range(moves):
        (seat,) = game.to_act
        legal = game.legal(seat)
        game.play(seat, legal[7 * number % len(legal)])
    return game


def changed(path: list[Any], value: Any) -> Json:
    """Return the record of a game with one thing changed."""
    record = deepcopy(game_of().record())
    inner: Any = record
    for step in path[:-1]:
        inner = inner[step]
    if value is TAKE_AWAY:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return record


def test_a_record_replays_bit_by_bit_as_data_text_and_bytes() -> None:
    game = game_of()
    record = game.record()
    for form in (record, json.dumps(record), json.dumps(record).encode()):
        again = gravitable.replay(form)
        assert again.states.tobytes() == game.states.tobytes()
        assert again.record() == record
        assert again.to_act == game.to_act


def test_a_replayed_game_goes_on() -> None:
    game, again = game_of(), gravitable.replay(game_of().record())
    (seat,) = game.to_act
    action = game.legal(seat)[0]
    assert [str(event) for event in again.play(seat, action)] == [
        str(event) for event in game.play(seat, action)
    ]


def test_a_replay_can_stop_early() -> None:
    record = game_of().record()
    for length in range(len(record["log"]) + 1):
        assert len(gravitable.replay(record, until=length).log) == length
    assert gravitable.replay(record, until=4).states.tobytes() == game_of(3).states.tobytes()


def test_a_game_from_a_position_has_a_record_too() -> None:
    game = gravitable.position(game_of().position())
    (seat,) = game.to_act
    game.play(seat, game.legal(seat)[0])
    again = gravitable.replay(json.dumps(game.record()))
    assert again.states.tobytes() == game.states.tobytes()
    assert gravitable.verify(game.record()).word == "given"


HEX = "0" * 64
DAMAGE: list[tuple[Any, str]] = [
    ("{", "file"),
    (b"\xff\xfe", "file"),
    ("[1, 2]", "file"),
    (7, "file"),
    (changed(["format"], "gravitable-record-9"), "format"),
    (changed(["format"], TAKE_AWAY), "format"),
    (changed(["game"], 3), "game"),
    (changed(["rules"], "1"), "rules"),
    (changed(["rules"], True), "rules"),
    (changed(["players"], "3"), "players"),
    (changed(["options"], None), "options"),
    (changed(["options", "expert"], "yes"), "options"),
    (changed(["options", "speed"], 3), "options"),
    (changed(["position"], 5), "position"),
    (changed(["position"], "nonsense"), "position"),
    (changed(["commitment"], "abc"), "commitment"),
    (changed(["secret"], HEX[1:]), "secret"),
    (changed(["secret"], None), "secret"),
    (changed(["final"], HEX.replace("0", "Z")), "final"),
    (changed(["final"], HEX), "final"),
    (changed(["head"], HEX), "head"),
    (changed(["head"], HEX[1:]), "head"),
    (changed(["head"], TAKE_AWAY), "head"),
    (changed(["format"], ["gravitable-record-2"]), "format"),
    (changed(["final"], TAKE_AWAY), "final"),
    (changed(["result"], {"winners": [0]}), "result"),
    (changed(["log"], "drop"), "log"),
    (changed(["log", 0], [0, "drop"]), "log[0]"),
    (changed(["log", 0], ["setup", "12"]), "log[0]"),
    (changed(["log", 0], ["setup", 12]), "log[0]"),
    (changed(["log", 0], ["deal", "0" * 16]), "log[0]"),
    (changed(["log", 0], TAKE_AWAY), "log[0]"),
    (changed(["log", 3], ["setup", "0" * 16]), "log[3]"),
    (changed(["log", 3], [0, "fly"]), "log[3]"),
    (changed(["log", 3], [5, "drop"]), "log[3]"),
    (changed(["log", 3], [0]), "log[3]"),
    (changed(["log", 3], "drop"), "log[3]"),
    (changed(["log", 3], [None, "drop"]), "log[3]"),
    (changed(["log", 3], [0, None]), "log[3]"),
    (changed(["log", 3], [0, ["drop"]]), "log[3]"),
    (changed(["log", 3], [0, "steal:token"]), "log[3]"),
]


@pytest.mark.parametrize(("record", "place"), DAMAGE, ids=range(len(DAMAGE)))
def test_a_damaged_record_names_the_place(record: Any, place: str) -> None:
    with pytest.raises(DamagedRecord) as caught:
        gravitable.replay(record)
    assert caught.value.place == place
    assert str(caught.value).startswith(f"{place}: ")
    assert caught.value.code == "damaged-record"


def test_a_missing_action_is_found() -> None:
    record = game_of().record()
    del record["log"][-1]
    with pytest.raises(DamagedRecord, match="head"):
        gravitable.replay(record)


def test_actions_after_the_end_of_a_game_are_found() -> None:
    record = json.loads(RECORDS[0].read_text("utf-8"))
    record["log"].append([0, "drop"])
    with pytest.raises(DamagedRecord) as caught:
        gravitable.replay(record)
    assert caught.value.place == f"log[{len(record['log']) - 1}]"


def test_options_that_are_not_those_of_the_position() -> None:
    record = gravitable.position(game_of().position()).record()
    record["options"]["expert"] = True
    with pytest.raises(DamagedRecord, match="those of the position"):
        gravitable.replay(record)


def test_unknown_game_players_and_rules_version() -> None:
    with pytest.raises(gravitable.UnknownGame):
        gravitable.replay(changed(["game"], "ludo"))
    with pytest.raises(gravitable.WrongPlayerCount):
        gravitable.replay(changed(["players"], 9))
    for version in (0, 2, 99):
        with pytest.raises(
            gravitable.UnknownRulesVersion, match=f"version {version} of superstar; this program knows 1"
        ):
            gravitable.replay(changed(["rules"], version))


def test_replaying_leaves_the_record_as_it_was() -> None:
    record = game_of().record()
    before = json.dumps(record)
    gravitable.replay(record)
    gravitable.verify(record)
    assert json.dumps(record) == before


# Verify


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_verify_finds_the_golden_games_fair(path: Path) -> None:
    assert gravitable.verify(path.read_text("utf-8")).word == "fair"


def _other_secret(record: Json) -> None:
    record["secret"] = "1" * 64


def _other_commitment(record: Json) -> None:
    record["commitment"] = "1" * 64


def _other_seed(record: Json) -> None:
    record["log"][0][1] = "0123456789abcdef"


def _other_action(record: Json) -> None:
    record["log"][5][1] = "steal:white"


def _other_result(record: Json) -> None:
    record["result"]["winners"] = [seat for seat in range(4) if seat not in record["result"]["winners"]]


def _other_end(record: Json) -> None:
    record["final"] = "1" * 64


@pytest.mark.parametrize(
    ("tamper", "named"),
    [
        (_other_secret, ["commitment: ", "log[0]: "]),
        (_other_commitment, ["commitment: "]),
        (_other_seed, ["log[0]: "]),
        (_other_action, ["log[5]: "]),
        (_other_result, ["result: "]),
        (_other_end, ["final: "]),
    ],
)
def test_verify_names_each_tampering(tamper: Callable[[Json], None], named: list[str]) -> None:
    record = json.loads(
        (Path(__file__).parent / "superstar" / "records" / "few-stars.json").read_text("utf-8")
    )
    tamper(record)
    problems = gravitable.verify(record).problems
    assert [problem[: len(start)] for problem, start in zip(problems, named, strict=False)] == named


def test_a_game_without_a_seed_is_fair_and_never_the_same_twice() -> None:
    games = [gravitable.new("superstar", players=2) for _ in range(3)]
    assert all(not gravitable.verify(game.record()).problems for game in games)
    assert len({game.commitment for game in games}) == 3
    assert len({game.position() for game in games}) == 3


def test_the_commitment_is_shown_from_the_start_and_the_secret_is_in_no_view() -> None:
    game = game_of()
    secret = game.record()["secret"]
    for viewer in (0, 1, 2, None):
        assert game.view(viewer)["commitment"] == game.commitment
        assert secret not in json.dumps(game.view(viewer))


def test_a_record_never_makes_the_reader_look_into_a_folder(tmp_path: Path) -> None:
    record = gravitable.new("superstar", players=2, seed=1).record()
    record["options"]["tiles"] = str(tmp_path)
    with pytest.raises(gravitable.DamagedRecord, match="stored in full") as caught:
        gravitable.replay(record)
    assert caught.value.place == "options"


@pytest.mark.parametrize("until", ["x", -1, True, 1.5])
def test_how_far_to_replay_is_a_number_of_entries(until: Any) -> None:
    record = gravitable.new("superstar", players=2, seed=1).record()
    with pytest.raises(gravitable.BadOption):
        gravitable.replay(record, until=until)


def test_events_are_told_to_seats_that_exist() -> None:
    with pytest.raises(gravitable.BadSeat):
        gravitable.new("superstar", players=2, seed=1).events(7)
