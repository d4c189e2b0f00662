"""The two boards on the first page of the documentation; ``tools/pictures.py`` writes them.

Every picture shows a real position of a real game between players who choose at random, always the same one.
Among the positions looked at, the one with the most telling move wins: much gain, round the board's edge.
"""

import math
import random
from itertools import pairwise
from typing import Any

import gravitable
from gravitable.core.game import Game
from gravitable.gravwell.drawing import draw_svg as draw_gravwell
from gravitable.superstar.drawing import draw_svg as draw_superstar
from gravitable.superstar.drawing import path_from_events

NAMES = ["You", "Mira", "Ace bot", "Juno"]
Candidate = tuple[float, dict[str, Any], dict[str, Any]]  # worth, position, path


def wander(game: Game, choices: int, seed: int) -> Game:
    """Play so many random choices."""
    dice = random.Random(seed)  # noqa: S311 - a picture is no secret
    for _ in range(choices):
        if game.over:
            break
        seat = game.to_act[0]
        game.play(seat, dice.choice(game.legal(seat)))
    return game


def superstar_moves(game: Game) -> list[Candidate]:
    """Give every special move of seat 0 with what it is worth as a picture."""
    before = game.state()
    telling = before["phase"] == "action" and before["to_act"] == [0] and before["stars_on_board"] >= 18
    if not telling or not all(pawn["space"] for pawn in before["pawns"]):
        return []
    special = [action for action in game.legal(0) if not action.startswith(("simple", "complete"))]
    return [superstar_move(game, before, action) for action in special]


def superstar_move(game: Game, before: dict[str, Any], action: str) -> Candidate:
    """Try a move on a copy of the game."""
    trial = game.copy()
    events = [event.to_json() for event in trial.play(0, action)]
    old, new = before["seats"][0], trial.state()["seats"][0]
    gain, pairs = new["points"] - old["points"], new["pairs"] - old["pairs"]
    path = path_from_events(before, 0, events)
    stars = sum(path["takes"].values())
    path["label"] = f"+{gain} · {stars} stars, {pairs} pair{'' if pairs == 1 else 's'}"
    return gain + worth_seeing(path["steps"]) + len({pawn["feet"] for pawn in before["pawns"]}), before, path


def worth_seeing(steps: list[str]) -> float:
    """Rate how a path looks: long, with a bend, and once round the edge of the board."""
    places = [(ord(step[0]), int(step[1:])) for step in steps]
    leaps = [math.dist(*pair) > 1 for pair in pairwise(places)]
    bends = len({column for column, _ in places}) > 1 and len({row for _, row in places}) > 1
    return 0.4 * len(steps) + 3 * (sum(leaps) == 1) + 4 * bends


def superstar() -> str:
    """Draw the board with the best move found."""
    found: list[Candidate] = []
    for seed in range(1, 80):
        for choices in (36, 40, 44, 48):
            found += superstar_moves(wander(gravitable.new("superstar", players=4, seed=seed), choices, seed))
    _, position, path = max(found, key=lambda candidate: candidate[0])
    return draw_superstar(position, names=NAMES, paths=[path])


def gravwell() -> str:
    """Draw a table in the middle of a race, with the move that the next card would make."""
    for seed in range(1, 200):
        game = gravitable.new("gravwell", players=4, seed=seed)
        wander(game, 70, seed)
        for _ in range(12):
            view = game.state()
            moves = gravwell_moves(game) if view["phase"] == "stop" and view["to_act"] == [0] else []
            if moves and sum(ship["position"] > 8 for ship in view["ships"]) >= 3:
                return draw_gravwell(game.view(0), names=NAMES, paths=moves)
            wander(game, 1, seed)
    raise LookupError("no telling Gravwell position among the games looked at")


def gravwell_moves(game: Game) -> list[dict[str, Any]]:
    """Give the move that seat 0 makes if it does not stop, as a path."""
    events = [event.to_json() for event in game.copy().play(0, "go")]
    for event in events:
        if event["event"] == "move" and event["seat"] == 0:
            distance = event["to"] - event["from"]
            return [{"ship": "seat-0", "from": event["from"], "to": event["to"], "label": f"{distance:+}"}]
    return []
