"""What is sent is made as text, piece by piece; it says the same as the data that everybody else reads.

What the data themselves must say is held by the golden files (tests/views) and the rules' own tests.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import gravitable
from gravitable.core.contract import SPECTATOR
from gravitable.core.game import Game
from gravitable.core.texts import (
    CAPACITY,
    PAGE,
    Out,
    Pages,
    begin,
    end,
    erase,
    put_flag,
    put_number,
    put_word,
    put_words,
    words,
    written,
)
from gravitable.gravwell.data import ACTIONS as GRAVWELL_ACTIONS
from gravitable.superstar.data import ACTIONS as SUPERSTAR_ACTIONS

ACTIONS = {"superstar": SUPERSTAR_ACTIONS, "gravwell": GRAVWELL_ACTIONS}

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("superstar", 2, {}),
    ("superstar", 4, {"goodies": ["tile", "double", "teleport"], "expert": True}),
    ("gravwell", 1, {}),
    ("gravwell", 2, {}),
    ("gravwell", 4, {"chaos": True, "no_secrets": True}),
]


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_texts_say_what_the_data_say(name: str, players: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        game, rng = gravitable.new(name, players=players, seed=seed, **options), random.Random(seed)
        compare(game, 0)
        while not game.over:
            before = len(game.log)
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal(seat)))
            compare(game, before)


def compare(game: Game, since: int) -> None:
    """Compare what all viewers are sent; two games in turn would show a text remembered by too little."""
    public = [event.to_json() for event in game.events(None, since=since)]
    for viewer in (None, *range(game.players)):
        assert json.loads(game.view_text(viewer)) == json.loads(json.dumps(game.view(viewer)))
        eyes = SPECTATOR if viewer is None else viewer
        happened = b"".join(entry.kept for entry in game.log[since:])
        told = json.loads(f"[{game.rules.event_text(game.states, happened, eyes)}]")
        assert told == [event.to_json() for event in game.events(viewer, since=since)]
        assert game.rules.has_secrets(happened) or told == public
    for seat in range(game.players):
        assert json.loads(game.legal_text(seat)) == game.legal(seat)
        legal = set(game.rules.legal(game.states, seat))
        for action in range(len(ACTIONS[game.name])):
            assert game.rules.is_legal(game.states, seat, action) == (action in legal)


@pytest.mark.parametrize(("name", "players"), [("superstar", 6), ("gravwell", 4), ("gravwell", 1)])
def test_the_longest_view_fits_its_page_twice(name: str, players: int) -> None:
    game, rng = gravitable.new(name, players=players, seed=1), random.Random(1)
    while not game.over:
        assert 1000 < len(game.view_text(None).encode()) < CAPACITY / 2
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal(seat)))


def test_commas_come_by_themselves() -> None:
    assert json.loads(written(write_all_kinds)) == {
        "none": None,
        "digits": [0, 9, 10, 99, 100, 32767, 2**40],
        "flags": {"yes": True, "no": False},
        "words": ["naïve", 'say "no"', None],
        "chosen": ["naïve", 7],
        "empty": [],
    }


def write_all_kinds(pages: Pages) -> int:
    erase(pages)
    out, choices = pages[0], words("naïve", 'say "no"', 7)
    put_number(out, b'{"none":', -1)
    begin(out, b'"digits":[')
    for number in (0, 9, 10, 99, 100, 32767, 2**40):
        put_number(out, b"", number)
    end(out, b"]")
    put_flag(out, b'"flags":{"yes":', True)
    put_flag(out, b'"no":', False)
    end(out, b"}")
    put_word(out, b'"words":[', choices, 0)
    put_word(out, b"", choices, 1)
    put_word(out, b"", choices, -1)
    end(out, b"]")
    put_words(out, b'"chosen":', choices, 0b101)
    put_words(out, b'"empty":', choices, 0)
    end(out, b"}")
    return int(out.taken)


@pytest.mark.parametrize("write", [begin, end])
def test_nothing_is_written_beyond_the_page(write: Callable[[Out, bytes], None]) -> None:
    pages = np.zeros(2, PAGE)
    pages["taken"] = CAPACITY - 3
    write(pages[0], b"1234")
    put_number(pages[0], b"", 12345)
    put_word(pages[0], b"", words("long enough"), 0)
    assert pages["taken"][0] > CAPACITY
    assert pages["taken"][1] == CAPACITY - 3
    assert not pages["text"][1].any()


def test_a_text_without_room_is_an_error_and_the_next_one_is_whole() -> None:
    def write_too_much(pages: Pages) -> int:
        erase(pages)
        out = pages[0]
        for number in range(CAPACITY):
            put_number(out, b"", number)
        return int(out.taken)

    with pytest.raises(OverflowError, match="room for 32768"):
        written(write_too_much)
    assert written(write_all_kinds).startswith('{"none":null,')


def test_threads_do_not_write_on_each_others_pages() -> None:
    games = [
        gravitable.new(name, players=2, seed=seed) for seed in range(4) for name in ("superstar", "gravwell")
    ]
    expected = [game.view_text(0) for game in games]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(50):
            assert list(threads.map(lambda game: game.view_text(0), games)) == expected
