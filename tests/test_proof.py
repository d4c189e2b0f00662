"""The proof of a fair game against forgers: the lazy one, and the careful one who makes every hash fit again.

A careful forger has the secret (it is shown at the end), so a record alone can always be made to fit itself. What he
cannot change is what the players saw: the commitment at the start and the heads after the moves.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gravitable
from gravitable.core import proof
from gravitable.core import record as records
from gravitable.core.game import Game, Table

Json = dict[str, Any]
GAMES: list[tuple[str, int, Json]] = [
    ("superstar", 2, {"rounds": 4}),
    ("superstar", 3, {"rounds": 3, "goodies": ["tile", "teleport"]}),
    ("gravwell", 2, {}),
    ("gravwell", 3, {"chaos": True}),
]
FOLDER = Path(__file__).parent
FORMAT_1 = sorted(FOLDER.glob("*/records/*.json"))


@cache
def finished(which: int, seed: int) -> tuple[Json, tuple[str, ...]]:
    """Return an honest record, and the heads that were shown: at the start and after each entry of the log."""
    name, players, options = GAMES[which]
    game, rng = gravitable.new(name, players=players, seed=seed, **options), random.Random(seed)
    play_on(game, rng)
    record = game.record()
    heads = proof.heads(bytes.fromhex(record["secret"]), record["commitment"], record["log"])
    assert heads[-1] == record["head"] == game.head
    return record, tuple(heads)


def play_on(game: Game, rng: random.Random) -> None:
    while not game.over:
        seat = rng.choice(game.to_act)
        game.advance(seat, rng.choice(game.legal(seat)))


def honest(which: int = 0, seed: int = 1) -> Json:
    return deepcopy(finished(which, seed)[0])


def game_of(record: Json) -> Game:
    """Play a record's log, whatever its hashes say; raises where a line is against the rules."""
    game = records._start(record)
    for line in record["log"]:
        records.replay_line(game, line, "forged")
    return game


def resealed(record: Json) -> Json:
    """Return a record with everything computed anew that follows from the log: the careful forger's work."""
    game, form = game_of(record), records.form_of(record)
    head = None
    if form > 1:
        chain = proof.heads(bytes.fromhex(record["secret"]), record["commitment"], record["log"])
        head = record["head"] = chain[-1]
    record["final"] = proof.final(form, head, game.position())
    record["result"] = game.result
    return record


def replays(record: Json) -> bool:
    try:
        return game_of(record).over
    except gravitable.GravitableError:
        return False


def word(record: Json, **seen: str) -> str:
    return gravitable.verify(json.dumps(record), **seen).word


# Honest games


@pytest.mark.parametrize("which", range(len(GAMES)))
def test_an_honest_game_is_fair_against_everything_that_was_seen(which: int) -> None:
    record, heads = finished(which, 1)
    assert word(record) == "fair"
    for number in (0, 1, len(heads) // 2, len(heads) - 1):
        verdict = gravitable.verify(record, commitment=record["commitment"], head=heads[number])
        assert (verdict.word, verdict.problems) == ("fair", ())
        assert f"entry {number} " in verdict.notes[-1]
        assert (verdict.commitment, verdict.head) == (record["commitment"], record["head"])
    assert word(record, commitment=f" {record['commitment'].upper()}\n") == "fair", "as people copy it"


@pytest.mark.parametrize("text", ["", "5f16", "g" * 64, "0" * 63, "0" * 65])
def test_what_is_no_hash_is_refused(text: str) -> None:
    for name in ("commitment", "head"):
        with pytest.raises(gravitable.BadOption, match="64 hexadecimal digits"):
            gravitable.verify(honest(), **{name: text})


def test_the_head_can_be_asked_for_at_any_time_and_by_any_copy() -> None:
    record, heads = finished(2, 1)
    game = gravitable.replay(record, until=0)
    for number, line in enumerate(record["log"]):
        assert game.copy().head == heads[number]
        records.replay_line(game, line, "")
        if number % 3 == 0:
            assert game.head == heads[number + 1]
    assert game.head == heads[-1]


# 18: how the game began


def with_given_start(which: int, seed: int) -> Json:
    """Return an honest game's record with a doctored position in place of the setup, played to its end."""
    record, rng = honest(which, seed), random.Random(seed)
    table = game_of(record).table
    other = gravitable.new(table.rules.name, players=table.players, seed=seed + 50, **GAMES[which][2])
    for _ in range(6):
        seat = rng.choice(other.to_act)
        other.advance(seat, rng.choice(other.legal(seat)))
    text = other.position()
    _, options, states = table.rules.read_position(text)
    forged = Game.resume(Table(table.rules, table.players, options, table.secret, text), states)
    play_on(forged, rng)
    return forged.record()


POSITION_FORGERIES = [(which, seed) for which in range(len(GAMES)) for seed in (1, 2, 3)]


@pytest.mark.parametrize(("which", "seed"), POSITION_FORGERIES)
def test_a_doctored_start_is_never_fair(which: int, seed: int) -> None:
    commitment, forged = honest(which, seed)["commitment"], with_given_start(which, seed)
    assert forged["secret"] == honest(which, seed)["secret"]
    assert word(forged) == "given"
    assert word(forged, commitment=commitment) == "not-fair"
    verdict = gravitable.verify(resealed({**forged, "commitment": commitment}), commitment=commitment)
    assert verdict.word == "not-fair"
    assert verdict.problems[0].startswith("commitment: ")


def test_a_start_from_a_position_is_told_in_words_in_format_1_too() -> None:
    forged = with_given_start(0, 1)
    old = {**forged, "format": proof.FORMATS[1], "commitment": commitment_1(forged)}
    for record in (forged, resealed(old)):
        verdict = gravitable.verify(record)
        assert (verdict.word, verdict.problems) == ("given", ())
        assert any("given, not dealt" in note for note in verdict.notes)


def commitment_1(record: Json) -> str:
    return proof.commitment(1, bytes.fromhex(record["secret"]), proof.Agreement("", 0, 0, {}, None))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 3),
        ("rules", 2),
        ("game", "gravwell"),
        ("options", {"rounds": 5}),
        ("options", {"expert": True}),
        ("options", {"goodies": ["tile"]}),
        ("position", "a text"),
        ("secret", "1" * 64),
    ],
)
def test_the_commitment_covers_everything_that_was_agreed(field: str, value: Any) -> None:
    record = honest()
    record[field] = {**record[field], **value} if isinstance(value, dict) else value
    assert gravitable.verify(record).problems[0].startswith("commitment: ")


@pytest.mark.parametrize("junk", [{1: 2, "a": 3}, {"a": object()}, {"a": {3, 4}}])
def test_options_that_are_no_json_are_damage(junk: Any) -> None:
    with pytest.raises(gravitable.DamagedRecord, match="options"):
        gravitable.verify({**honest(), "options": junk})


def test_a_record_that_is_nested_too_deeply_is_damage() -> None:
    text = json.dumps(honest()).replace('"board": null', '"board": ' + "[" * 940 + "]" * 940)
    with pytest.raises(gravitable.DamagedRecord):
        gravitable.replay(text)
    with contextlib.suppress(
        gravitable.DamagedRecord
    ):  # how deep is too deep differs between versions of Python
        assert gravitable.verify(text).word == "not-fair"


def test_the_commitment_is_one_hash_that_anybody_can_compute() -> None:
    """As docs/proof.md tells it; the browser computes the same."""
    agreed = proof.Agreement("superstar", 1, 2, {"b": [1, None], "a": "\u00e9\x7f\U0001f600"}, None)
    assert proof.commitment(2, bytes(range(32)), agreed) == (
        "16d439e7124628b438d508a28d8caf338adb7101eba2f5dd798b1c62532f3bba"
    )


def test_a_game_under_newer_rules_is_not_called_unfair() -> None:
    record = honest()
    agreed = proof.Agreement(record["game"], 99, record["players"], record["options"], None)
    newer = {
        **record,
        "rules": 99,
        "commitment": proof.commitment(2, bytes.fromhex(record["secret"]), agreed),
    }
    with pytest.raises(gravitable.UnknownRulesVersion, match="version 99"):
        gravitable.verify(newer)
    assert word(newer | {"commitment": record["commitment"]}) == "not-fair"


# 19: the whole log


def changed_cards(wanted: int) -> list[tuple[int, int, Json]]:
    """Return records with one card changed and everything after it as it was, still a game by the rules."""
    found: list[tuple[int, int, Json]] = []
    for seed, which in itertools.product(range(1, 30), range(len(GAMES))):
        record, log = honest(which, seed), finished(which, seed)[0]["log"]
        game = records._start(record)
        of_this_game = 0
        for number, line in enumerate(log):
            others = [] if isinstance(line[0], str) else game.legal(line[0])
            for other in others:
                forged = {**record, "log": [*log[:number], [line[0], other], *log[number + 1 :]]}
                if other != line[1] and of_this_game < 6 and _goes_on(game, forged, number):
                    found.append((which, seed, forged))
                    of_this_game += 1
            records.replay_line(game, line, "")
        if len(found) >= wanted:
            break
    return found[:wanted]


def _goes_on(game: Game, record: Json, number: int) -> bool:
    """Say whether the rest of a log still is a game to its end."""
    trial = game.copy()
    try:
        for line in record["log"][number:]:
            records.replay_line(trial, line, "")
    except gravitable.GravitableError:
        return False
    return trial.over


def swapped_picks(wanted: int) -> list[tuple[int, int, Json]]:
    """Return records with two neighbouring lines of different seats swapped, still a game by the rules."""
    found = []
    for seed, which in itertools.product(range(1, 30), (2, 3)):
        log = finished(which, seed)[0]["log"]
        for number in range(len(log) - 1):
            one, two = log[number], log[number + 1]
            if isinstance(one[0], int) and isinstance(two[0], int) and one[0] != two[0]:
                forged = {**honest(which, seed), "log": [*log[:number], two, one, *log[number + 2 :]]}
                if replays(forged):
                    found.append((which, seed, forged))
        if len(found) >= wanted:
            break
    return found[:wanted]


@pytest.mark.parametrize(("forge", "wanted"), [(changed_cards, 87), (swapped_picks, 89)])
def test_a_changed_or_swapped_choice_is_found(forge: Any, wanted: int) -> None:
    forgeries = forge(wanted)
    assert len(forgeries) == wanted
    for which, seed, forged in forgeries:
        heads = finished(which, seed)[1]
        assert word(forged) == "not-fair", "the lazy forger"
        careful = resealed(forged)
        assert word(careful, head=heads[-1]) == "not-fair", (
            "the careful one, against the last head that was seen"
        )
        assert word(careful, commitment=careful["commitment"]) == "fair", "what a record alone cannot prove"


def test_a_head_from_before_the_change_proves_nothing_about_what_came_after() -> None:
    which, seed, forged = swapped_picks(1)[0]
    record, heads = finished(which, seed)
    same = next(n for n, line in enumerate(record["log"]) if line != forged["log"][n])
    careful = resealed(forged)
    assert word(careful, head=heads[same]) == "fair"
    assert (
        f"the last {len(record['log']) - same} came after it"
        in gravitable.verify(careful, head=heads[same]).notes[-1]
    )
    assert all(word(careful, head=head) == "not-fair" for head in heads[same + 1 :])


@pytest.mark.parametrize("which", range(len(GAMES)))
def test_a_game_cut_short_is_called_unfinished_and_never_fair(which: int) -> None:
    record, heads = finished(which, 1)
    for length in {1, 2, len(record["log"]) // 2, len(record["log"]) - 1}:
        cut = {**record, "log": record["log"][:length]}
        assert word(cut) == "not-fair", "the lazy forger"
        verdict = gravitable.verify(resealed(cut))
        assert verdict.word == "unfinished"
        assert any("unfinished" in note for note in verdict.notes)
        assert word(cut, head=heads[-1]) == "not-fair"
        assert word(cut, head=heads[length + 1]) == "not-fair"
        assert word(cut, head=heads[length]) == "unfinished", "true: up to there it is what was seen"


@pytest.mark.parametrize("path", FORMAT_1, ids=lambda path: path.stem)
def test_records_of_format_1_stay_what_they_were(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    assert record["format"] == "gravitable-record-1"
    verdict = gravitable.verify(record, commitment=record["commitment"])
    assert (verdict.word, verdict.problems, verdict.head) == ("fair", (), None)
    assert any("format 1" in note for note in verdict.notes)
    assert word(record, head="0" * 64) == "not-fair"
    record["log"].pop()
    assert word(resealed(record)) == "unfinished"


def test_a_forger_cannot_go_back_to_format_1_unseen() -> None:
    _, seed, forged = swapped_picks(1)[0]
    seen = honest(2, seed)["commitment"]
    forged |= {"format": proof.FORMATS[1], "commitment": commitment_1(forged)}
    forged = resealed(forged)
    assert word(forged, commitment=seen) == "not-fair"


def test_what_a_server_says_about_the_outcome_must_be_the_result() -> None:
    record = honest()
    record["table"] = {"outcome": deepcopy(record["result"])}
    assert word(record) == "fair"
    record["table"]["outcome"]["winners"] = [1 - record["result"]["winners"][0]]
    assert word(record) == "not-fair"
    record["table"]["outcome"]["resigned"] = [0]
    assert word(record) == "fair", "who resigned is no part of the log"


# What is shown during a game betrays nothing


def test_a_head_says_nothing_without_the_secret() -> None:
    """The same log gives another head with every secret, and no view holds the key that derives from it."""
    record = honest(2)
    secrets = [bytes.fromhex(record["secret"]), b"\1" * 32]
    told = {proof.heads(secret, record["commitment"], record["log"][:2])[-1] for secret in secrets}
    assert len(told) == 2
    game = gravitable.replay(record, until=3)
    key = proof.log_key(game.table.secret)
    for viewer in (None, 0, 1):
        assert key.hex() not in json.dumps(game.view(viewer))


# Kept for ever


@pytest.mark.parametrize("path", sorted((FOLDER / "records-2").glob("*.json")), ids=lambda path: path.stem)
def test_records_of_format_2_replay_for_ever(path: Path) -> None:
    text = path.read_text("utf-8")
    assert json.dumps(gravitable.replay(text).record()) + "\n" == text
    assert word(json.loads(text)) == path.stem.split("-", 1)[1]
