"""Write the games that the client's own tests replay: ``python web/tests/fixtures.py``. Always the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

import gravitable
from gravitable.core.contract import EVERYTHING
from gravitable.core.game import Game

HERE = Path(__file__).resolve().parent


def _step(game: Game, turn: int) -> tuple[int, str]:
    seat = game.to_act[0]
    legal = game.legal(seat)
    return seat, legal[(turn * 7919) % len(legal)]


def superstar() -> dict[str, Any]:
    """Play a game with all goodies, so that tiles turn and pawns teleport. Frames are like those of a replay."""
    game = gravitable.new("superstar", players=3, seed=11, goodies=["tile", "double", "teleport"])
    board, view = _board(game), _view(game)
    start = {"view": view, "board": board}
    frames = []
    for turn in range(70):
        if game.over:
            break
        seen = len(game.log)
        game.play(*_step(game, turn))
        frames.append({"events": _told(game, seen), "view": _view(game), "board": _new(_board(game), board)})
        board = _board(game)
    return {"start": start, "frames": frames}


def _view(game: Game) -> Any:
    return msgspec.to_builtins(game.rules.view(game.rules.mask(game.states, EVERYTHING)))


def _board(game: Game) -> Any:
    return msgspec.to_builtins(game.board())


def _new(board: Any, before: Any) -> Any:
    """Return a board only when it changed, as the server tells it."""
    return None if board == before else board


def _told(game: Game, since: int) -> list[Any]:
    return [msgspec.to_builtins(event) for event in game.events(since=since)]


def gravwell() -> dict[str, Any]:
    """Play a whole game and keep what happened."""
    game = gravitable.new("gravwell", players=2, seed=5)
    turn = 0
    while not game.over:
        game.play(*_step(game, turn))
        turn += 1
    return {"board": _board(game), "events": _told(game, 0)}


if __name__ == "__main__":
    for name, make in (("superstar", superstar), ("gravwell", gravwell)):
        (HERE / f"{name}-game.json").write_text(json.dumps(make(), separators=(",", ":")))
