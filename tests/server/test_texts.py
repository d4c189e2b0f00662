"""What is sent is made as text, piece by piece; it says the same as the data that everybody else reads."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import gravitable
from gravitable.core.contract import SPECTATOR
from gravitable.core.game import Game

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
        texts = [game.rules.event_text(game.states, row, eyes) for row in rows]
        told = [json.loads(text) for text in texts if text is not None]
        assert told == [event.to_json() for event in game.events(viewer, since=since)]
