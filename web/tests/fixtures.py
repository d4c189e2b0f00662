"""Write the games that the client's own tests replay: ``python web/tests/fixtures.py``. Always the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gravitable
from gravitable.core.game import Game
from gravitable.gravwell.describe import CARDS

HERE = Path(__file__).resolve().parent


def _step(game: Game, turn: int) -> tuple[int, str]:
    seat = game.to_act[0]
    legal = game.legal(seat)
    return seat, legal[(turn * 7919) % len(legal)]


def superstar() -> dict[str, Any]:
    """Play a game with all goodies, so that tiles turn and pawns teleport."""
    game = gravitable.new("superstar", players=3, seed=11, goodies=["tile", "double", "teleport"])
    start = before = game.state()
    frames = []
    for turn in range(70):
        if game.over:
            break
        seen = len(game.log)
        game.play(*_step(game, turn))
        after = game.state()
        frames.append({"events": _told(game, seen), **_changes(before, after)})
        before = after
    return {"start": start, "frames": frames}


def _told(game: Game, since: int) -> list[dict[str, Any]]:
    """Return events without their English sentences, which the client does not use."""
    events = (event.to_json() for event in game.events(since=since))
    return [{key: value for key, value in event.items() if key != "text"} for event in events]


def _changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return what is new in a view: whole entries, but of the spaces only those that changed."""
    spaces = [new for old, new in zip(before["spaces"], after["spaces"], strict=True) if old != new]
    rest = {key: value for key, value in after.items() if key != "spaces" and value != before[key]}
    return {"spaces": spaces, "rest": rest}


def gravwell() -> dict[str, Any]:
    """Play a whole game and keep what happened."""
    game = gravitable.new("gravwell", players=2, seed=5)
    turn = 0
    while not game.over:
        game.play(*_step(game, turn))
        turn += 1
    return {"cards": CARDS, "events": _told(game, 0)}


if __name__ == "__main__":
    for name, make in (("superstar", superstar), ("gravwell", gravwell)):
        (HERE / f"{name}-game.json").write_text(json.dumps(make(), separators=(",", ":")))
