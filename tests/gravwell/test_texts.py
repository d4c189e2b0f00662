"""Action and position texts: they read back, and broken ones raise our errors and nothing else."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gravitable
from gravitable.core.chance import generator
from gravitable.core.contract import Json
from gravitable.core.state import States
from gravitable.gravwell import data, notation
from gravitable.gravwell.rules import RULES

from .playing import all_tables, random_states, step

# --- actions ---


def test_actions_print_and_parse_back() -> None:
    texts = [notation.text(action) for action in range(data.N_ACTIONS)]
    assert len(set(texts)) == 40
    assert [notation.number(text) for text in texts] == list(range(data.N_ACTIONS))
    assert {"stack:1", "stack:12", "fuel:A", "fuel:Z", "stop", "go"} <= set(texts)


@given(st.text(max_size=12) | st.sampled_from(data.ACTIONS).map(lambda text: text[:-1] + "?"))
def test_any_other_text_is_an_unknown_action(text: str) -> None:
    if text in data.ACTIONS:
        assert data.ACTIONS[notation.number(text)] == text
    else:
        with pytest.raises(gravitable.UnknownAction, match="known: "):
            notation.number(text)


@pytest.mark.parametrize("thing", [None, 7, ["stop"], b"stop"])
def test_what_is_no_text_is_an_unknown_action(thing: object) -> None:
    with pytest.raises(gravitable.UnknownAction):
        notation.number(thing)  # type: ignore[arg-type]


# --- positions ---


def _some_positions() -> list[str]:
    texts = []
    for number, (players, options) in enumerate(itertools.islice(all_tables(), 0, None, 3)):
        for place, states in enumerate(random_states(players, options, number, near_gate=number % 2 == 1)):
            if place % 17 == 3 or RULES.over(states):
                texts.append(RULES.position_text(states, options))
    return texts


POSITIONS = _some_positions()
WORDS = sorted({word for text in POSITIONS for word in text.replace(";", " ; ").split()})


@st.composite
def broken_positions(draw: st.DrawFn) -> str:
    """Positions with up to three words or lines exchanged, doubled, dropped or garbled."""
    text = draw(st.sampled_from(POSITIONS))
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        words = lines[at].split(" ")
        place = draw(st.integers(0, len(words) - 1))
        kind = draw(st.integers(0, 5))
        if kind == 0:
            words[place] = draw(st.sampled_from(WORDS))
        elif kind == 1:
            words.insert(place, draw(st.sampled_from(WORDS)))
        elif kind == 2:
            del words[place]
        elif kind == 3:
            words[place] = draw(st.text(max_size=4))
        elif kind == 4:
            words = lines[draw(st.integers(0, len(lines) - 1))].split(" ")
        lines[at : at + 1] = [] if kind == 5 else [" ".join(words)]
        text = "\n".join(lines)
    return text


@settings(max_examples=1500, deadline=None)
@given(broken_positions())
def test_a_broken_position_raises_our_error_or_plays_to_an_end(text: str) -> None:
    try:
        _, options, states = RULES.read_position(text)
    except gravitable.BadPosition as error:
        place = error.line, error.column
    else:
        check_playable(options, states)
        return
    assert 1 <= place[0] <= text.count("\n") + 2
    assert place[1] >= 1


def check_playable(options: Json, states: States) -> None:
    assert RULES.read_position(RULES.position_text(states, options))[2].tobytes() == states.tobytes()
    rng = generator(1)
    for _ in range(400):
        if RULES.over(states):
            break
        step(states, options, rng)
    assert RULES.over(states)


@given(st.text(max_size=200))
def test_any_text_is_a_bad_position(text: str) -> None:
    with pytest.raises(gravitable.BadPosition):
        RULES.read_position(text)


BASE = """gravitable position: gravwell 1
players: 2
variants: none
round: 2
phase: pick
movement: 5
resolving: none
ended by: nothing
draft order: 1 0
ships: 33 30
derelicts: 27
stack 1: S taken 0
stack 2: C taken 1
stack 3: H taken 1
stack 4: B taken 0
stack 5: Q taken 1
stack 6: A taken 0
seat 0: stop no; hand A B; played O P S Z; pick A
seat 1: stop no; hand C G; played H K Q R; pick none
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("gravwell 1", "gravwell 9", 1, "should be one of gravwell 1"),
        ("players: 2", "players: 5", 2, "from 1 to 4"),
        ("variants: none", "variants: solo", 3, "no_secrets, hardcore, warp_gate, chaos"),
        ("round: 2", "round: 7", 4, "from 1 to 6"),
        ("phase: pick", "phase: resolving", 5, "resolve by themselves"),
        ("phase: pick", "phase: chaos", 5, "never comes to this phase"),
        ("phase: pick", "phase: draft", 6, "should be 0 to 0"),
        ("movement: 5", "movement: 6", 6, "should be 1 to 5"),
        ("resolving: none", "resolving: A", 7, "else 'none'"),
        ("ended by: nothing", "ended by: gate", 8, "unless the phase is 'over'"),
        ("draft order: 1 0", "draft order: 1 1", 9, "every seat once"),
        ("ships: 33 30", "ships: 33", 10, "should be 2 numbers"),
        ("ships: 33 30", "ships: 33 33", 10, "only the Singularity"),
        ("ships: 33 30", "ships: 54 30", 10, "the game should be over"),
        ("ships: 33 30", "ships: 33 55", 10, "from 0 to 54"),
        ("derelicts: 27", "derelicts: 27 28", 11, "there should be 1"),
        ("stack 1: S taken 0", "stack 1: S over D", 5, "should be 'draft'"),
        ("stack 1: S taken 0", "stack 1: S T taken 0", 12, "should show 1 card"),
        ("stack 1: S taken 0", "stack 1: S taken 1", 18, "should have taken 3 stacks"),
        ("stack 1: S taken 0", "stack 1: E taken 0", 18, "should be in hand or played"),
        ("hand A B", "hand A", 18, "should have 6 cards"),
        ("played O P S Z", "played O P S C", 19, "'C' stands somewhere else already"),
        ("hand A B", "hand A A", 18, "stands here twice"),
        (
            "hand A B; played O P S Z",
            "hand A B Z; played O P S",
            18,
            "should have played 4 cards by now, not 3",
        ),
        (
            "hand A B; played O P S Z",
            "hand A; played B O P S Z",
            18,
            "should have played 4 cards by now, not 5",
        ),
        ("pick A", "pick O", 18, "should be a card of the hand"),
        ("pick A", "pick A B", 18, "one pick at most"),
        ("pick none", "pick G", 5, "everybody has picked"),
        ("stop no; hand A", "hand A", 18, "should be 'stop ...; hand"),
        ("hand C G;", "hand;", 19, "is missing"),
    ],
)
def test_an_error_says_where_and_what_would_be_right(old: str, new: str, line: int, message: str) -> None:
    assert old in BASE
    with pytest.raises(gravitable.BadPosition, match=message) as caught:
        gravitable.position(BASE.replace(old, new, 1))
    assert caught.value.line == line


def test_the_base_of_those_errors_is_fine() -> None:
    assert gravitable.position(BASE).to_act == (1,)
