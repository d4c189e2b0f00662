"""The kernel against the slow reference, decision by decision, in random games of every kind."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import gravitable
from gravitable import Game
from gravitable.core.chance import Rng, below, generator

from .positions import Seat, table
from .reference import GOODIES, Reference
from .reference_board import name_of

Json = dict[str, Any]


def reference_state(reference: Reference) -> Json:
    """Return what the reference knows in the form of ``Game.state()``."""
    return {
        "phase": reference.phase,
        "turn": reference.turn,
        "round": reference.round,
        "steals": reference.victims,
        "last_round": reference.phase != "setup" and reference.why_over() is not None,
        "supply": reference.supply,
        "pawns": [(name_of(p.space), p.feet) if p.space else (None, None) for p in reference.players],
        "hands": [(p.hand, p.up, p.down) for p in reference.players],
        "stars": [+p.stars for p in reference.players],
        "tokens": [p.tokens for p in reference.players],
        "points": [p.points() for p in reference.players],
        "doors": [
            (name_of(space), floor, place == reference.open_place)
            for place, (space, floor) in enumerate(reference.doors)
        ],
        "spaces": {
            name_of(space): (walls, reference.board.symbols[space], reference.board.stars[space])
            for space, walls in reference.board.walls.items()
        },
        "reason": reference.reason,
    }


def kernel_state(game: Game) -> Json:
    state = game.state()
    seats = state["seats"]
    return {
        **{key: state[key] for key in ("phase", "turn", "round", "steals", "last_round", "supply")},
        "pawns": [(pawn["space"], pawn["feet"]) for pawn in state["pawns"]],
        "hands": [(set(s["hand"]), set(s["face_up"]), set(s["face_down"])) for s in seats],
        "stars": [{colour: count for colour, count in seat["stars"].items() if count} for seat in seats],
        "tokens": [seat["tokens"] for seat in seats],
        "points": [seat["points"] for seat in seats],
        "doors": [(door["space"], door["floor"], door["open"]) for door in state["doors"]],
        "spaces": {s["space"]: (set(s["walls"]), s["symbol"], s["star"]) for s in state["spaces"]},
        "reason": state["result"]["reason"] if state["result"] else None,
    }


def choose(legal: list[str], rng: Rng) -> str:
    """Choose at random, but rather a goodie when there is one: they make the rarest situations."""
    rare = [action for action in legal if action.startswith(("tile-", "double-", "teleport"))]
    among = rare if rare and below(rng, 3) == 0 else legal
    return among[int(below(rng, len(among)))]


def play_both(game: Game, seed: int) -> None:
    """Play a game to its end in the kernel and the reference, and compare after every decision."""
    reference, rng = Reference.of(game.state()), generator(seed)
    while True:
        assert reference_state(reference) == kernel_state(game)
        if game.over:
            return
        (seat,) = game.to_act
        legal = game.legal(seat)
        assert set(legal) == reference.legal()
        action = choose(legal, rng)
        game.play(seat, action)
        reference.play(action)


@pytest.mark.parametrize(
    ("players", "goodies", "expert"), list(product(range(2, 7), (False, True), (False, True)))
)
def test_the_kernel_plays_as_the_rules_say(players: int, goodies: bool, expert: bool) -> None:
    options = {"goodies": list(GOODIES) if goodies else [], "expert": expert}
    for seed in range(3 if players < 5 else 1):
        play_both(gravitable.new("superstar", players=players, seed=seed, **options), seed)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_kernel_plays_as_the_rules_say_on_crowded_boards(players: int) -> None:
    """Few platforms, so that pawns fall far, through each other and all around the board."""
    for seed in range(12):
        rng = generator(seed)
        columns, rows = {2: (12, 6), 4: (12, 12), 6: (18, 12)}[players]
        spaces = [
            f"{chr(97 + x)}{y + 1}" for x in range(columns) for y in range(rows) if (x % 6, y % 6) != (5, 5)
        ]
        walls = [f"{space}{'nesw'[int(below(rng, 4))]}" for space in spaces if below(rng, 4) == 0]
        signs = ["*", "r", "r", "*b", "*y", "rp", "rw", "*g"]
        cells = {space: signs[int(below(rng, 8))] for space in spaces if below(rng, 7) == 0}
        game = table(
            players=players,
            walls=" ".join(walls),
            cells=cells,
            pawns={0: "f6 s"},
            seats={0: Seat(goodies="tile"), 1: Seat(goodies="double teleport")},
            expert=True,  # so that few stars do not end it at once
            limit=12,
        )
        play_both(game, seed)
