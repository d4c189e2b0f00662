"""What is sent is made as text, piece by piece; it says the same as the data that everybody else reads.

What the data themselves must say is held by the golden files (tests/views) and the rules' own tests.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import gravitable
from gravitable.core import tokens
from gravitable.core.contract import SPECTATOR
from gravitable.core.game import Game
from gravitable.core.tokens import CAPACITY, Tokens, Words, put, token_buffer

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
    for viewer in (None, *range(game.players)):
        assert json.loads(game.view_text(viewer)) == json.loads(json.dumps(game.view(viewer)))
        eyes = SPECTATOR if viewer is None else viewer
        rows = [row for entry in game.log[since:] for row in entry.rows]
        told = [json.loads(text) for text in game.rules.event_texts(game.states, rows, eyes)]
        assert told == [event.to_json() for event in game.events(viewer, since=since)]


@pytest.mark.parametrize(("name", "players"), [("superstar", 6), ("gravwell", 4), ("gravwell", 1)])
def test_the_longest_view_fits_its_buffer_twice(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    text = Words.text

    def measured(words: Words, out: Tokens) -> str:
        sizes.append(int(out[0]))
        return text(words, out)

    monkeypatch.setattr(Words, "text", measured)
    game, rng = gravitable.new(name, players=players, seed=1), random.Random(1)
    while not game.over:
        game.view_text(None)
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal(seat)))
    assert 20 < max(sizes) < CAPACITY / 2


def test_texts_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_REMEMBERED", 10)
    words, out = Words({0: str}), token_buffer()
    for number in range(25):
        put(out, 0, number)
    assert words.text(out) == ",".join(map(str, range(25)))
    assert len(words) <= 10
