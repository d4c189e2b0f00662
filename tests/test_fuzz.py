"""Made-up input: whatever comes in, only our own errors come out, and what is valid reads back equal."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import gravitable
from checker import Setting, all_actions, play_randomly
from gravitable import GravitableError
from gravitable.core.registry import rules_of

Json = dict[str, Any]

QUICK = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
SETTINGS = [
    Setting("superstar", 2, {"rounds": 6}),
    Setting("superstar", 4, {"goodies": ["tile", "double", "teleport"], "expert": True, "rounds": 6}),
    Setting("gravwell", 3, {}),
]


@cache
def games() -> tuple[tuple[str, Json], ...]:
    """Return positions and records from the course of some games."""
    found = []
    for setting in SETTINGS:
        for step, game in enumerate(play_randomly(setting, seed=8)):
            if step % 9 == 0 or game.over:
                found.append((game.position(), game.record()))
    return tuple(found)


def positions() -> st.SearchStrategy[str]:
    return st.sampled_from([position for position, _ in games()])


# Positions

PIECES_OF_TEXT = st.one_of(
    st.text(max_size=6),
    st.sampled_from(
        [
            *"+-|*rv<>^() \n\t;:",
            "---",
            "none",
            "0",
            "99",
            "-1",
            "off",
            "a1 s",
            "tile",
            "steal",
            "over",
            "seat 1:",
            "²",
        ]
    ),
)


@st.composite
def mutated_positions(draw: st.DrawFn) -> str:
    """Return a real position with a piece cut out, put in or replaced, once or twice."""
    text = draw(positions())
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 8))
        text = text[:at] + draw(PIECES_OF_TEXT) + text[at + cut :]
    return text


@QUICK
@given(text=mutated_positions())
def test_a_mutated_position_is_refused_or_makes_a_game_that_reads_back(text: str) -> None:
    try:
        game: gravitable.Game | None = gravitable.position(text)
    except gravitable.BadPosition as error:
        place = (error.line, error.column)
        game = None
    if game is None:
        assert 1 <= place[0] <= text.count("\n") + 1
        assert place[1] >= 1
        return
    again = gravitable.position(game.position())
    assert again.position() == game.position()
    assert again.states.tobytes() == game.states.tobytes()
    assert game.over or game.to_act
    json.dumps(game.record())
    for seat in game.to_act:
        for action in game.legal(seat):
            game.copy().play(seat, action)


@QUICK
@given(text=st.text(max_size=200))
@example("gravitable position: superstar 1\nplayers: 2\n" * 3)
@example("gravitable position: superstar 1\nplayers: \u0663")
@example("\x00")
def test_any_text_is_refused_as_a_position(text: str) -> None:
    with pytest.raises(gravitable.BadPosition):
        gravitable.position(text)


@QUICK
@given(number=st.integers(0, 10_000))
def test_a_valid_position_reads_back_equal(number: int) -> None:
    text, _ = games()[number % len(games())]
    assert gravitable.position(text).position() == text
    # Blank lines and blanks at the ends of lines do not matter.
    loose = "\n\n".join(line + "  " for line in text.split("\n\n"))
    assert gravitable.position(loose).position() == text


@pytest.mark.parametrize("junk", [None, 7, b"gravitable position: superstar 1", ["x"]])
def test_what_is_no_text_is_no_position(junk: Any) -> None:
    with pytest.raises(gravitable.BadPosition, match="a position is a text"):
        gravitable.position(junk)


def test_a_tile_set_with_a_name_that_is_no_proper_text_still_has_a_record() -> None:
    """Directories can have such names; their bytes come as lone surrogates."""
    text = gravitable.new("superstar", players=2, seed=1, board=["Harp a 0", "Canyon a 0"]).position()
    game = gravitable.position(text.replace("standard-1", "my\udcff: Harp, Canyon"))
    record = json.dumps(game.record())
    assert gravitable.replay(record).position() == game.position()
    assert not gravitable.verify(record).problems


# Records

JUNK = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**20), 10**20),
        st.floats(allow_nan=False),
        st.text(max_size=8),
        st.sampled_from(["drop", "setup", "deal", "superstar", "gravwell", "0" * 16, "0" * 64, "standard-1"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=6,
)


@st.composite
def mutated_records(draw: st.DrawFn) -> Json:
    """Return a real record with one thing anywhere in it replaced, taken away or doubled."""
    record: Json = json.loads(json.dumps(draw(st.sampled_from([record for _, record in games()]))))
    inner: Any = record
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        assume(keys)
        key = draw(st.sampled_from(keys))
        if isinstance(inner[key], (dict, list)) and inner[key] and draw(st.booleans()):
            inner = inner[key]
            continue
        deed = draw(st.sampled_from(["replace", "delete", "double"]))
        if deed == "replace":
            inner[key] = draw(JUNK)
        elif deed == "delete":
            del inner[key]
        elif isinstance(inner, list):
            inner.insert(key, inner[key])
        return record


@QUICK
@given(record=mutated_records())
def test_a_mutated_record_replays_or_raises_only_our_errors(record: Json) -> None:
    try:
        game = gravitable.replay(json.dumps(record))
    except GravitableError:
        assert gravitable_verify_finds(record)
        return
    assert gravitable.replay(game.record()).position() == game.position()


def gravitable_verify_finds(record: Json) -> bool:
    """Say whether verify finds something, or refuses the record itself with one of our errors."""
    try:
        return bool(gravitable.verify(json.dumps(record)).problems)
    except GravitableError:
        return True


@QUICK
@given(text=st.one_of(st.text(max_size=80), st.binary(max_size=80), JUNK))
@example("[" * 100_000)
@example('{"format": ' + "1" * 5000 + "}")
@example("NaN")
@example("\ufeff{}")
def test_junk_is_a_damaged_record(text: Any) -> None:
    with pytest.raises(gravitable.DamagedRecord):
        gravitable.replay(text)
    with pytest.raises(gravitable.DamagedRecord):
        gravitable.verify(text)


# Action texts


@pytest.mark.parametrize("name", ["superstar", "gravwell"])
def test_action_texts_parse_and_print_back(name: str) -> None:
    rules = rules_of(name)
    for number, text in enumerate(all_actions(name)):
        assert rules.action_number(text) == number
        assert rules.action_text(number) == text
    assert len(set(all_actions(name))) == len(all_actions(name))


@pytest.mark.parametrize("name", ["superstar", "gravwell"])
@QUICK
@given(
    text=st.one_of(
        st.text(max_size=20), st.from_regex(r"\A(wild:|simple:|fuel:|stack:)?[a-zA-Z0-9-]{0,12}\Z"), JUNK
    )
)
@example("drop\n")
@example("DROP")
@example(" complete")
@example("stack:01")
@example("stack:\uff11")
@example("fuel:a")
def test_junk_is_an_unknown_action(name: str, text: Any) -> None:
    rules = rules_of(name)
    assume(not isinstance(text, str) or text not in all_actions(name))
    with pytest.raises(gravitable.UnknownAction):
        rules.action_number(text)


@QUICK
@given(seat=JUNK, action=JUNK)
def test_playing_junk_raises_only_our_errors_and_changes_nothing(seat: Any, action: Any) -> None:
    game = gravitable.new("superstar", players=2, seed=1)
    before = game.states.tobytes()
    assume(action not in game.legal(game.to_act[0]))
    with pytest.raises(GravitableError):
        game.play(seat, action)
    assert game.states.tobytes() == before


@QUICK
@given(name=JUNK, players=JUNK, options=st.dictionaries(st.text(min_size=1, max_size=8), JUNK, max_size=3))
def test_making_a_game_of_junk_raises_only_our_errors(name: Any, players: Any, options: Json) -> None:
    assume(not {"game", "players", "seed"} & set(options))
    try:
        game = gravitable.new(name, players=players, **options)
    except GravitableError:
        return
    assert name in gravitable.games()  # it happened to make sense
    assert game.players == players


@QUICK
@given(
    option=st.sampled_from(["goodies", "expert", "rounds", "tiles", "board", "door", "seed"]),
    value=JUNK,
)
@example(option="tiles", value={"name": "x", "text": 7})
@example(option="tiles", value={"name": "x", "text": ""})
@example(option="tiles", value="\x00")
@example(option="tiles", value="x" * 5000)
@example(option="goodies", value=[[]])
@example(option="goodies", value=[{}])
@example(option="board", value=["", None])
@example(option="board", value=["a b 3", None])
@example(option="board", value=["3", "3"])
def test_junk_as_an_option_makes_a_game_or_a_bad_option(option: str, value: Any) -> None:
    try:
        game = gravitable.new("superstar", players=2, **{option: value})
    except gravitable.BadOption:
        return
    json.dumps(game.record())
