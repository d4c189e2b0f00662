"""The golden files of Gravity Superstar; ``python tests/make_golden.py`` writes them.

Playthroughs show games as people read them, records hold a game for every way in which one can end, and perft.txt
counts the tree of play. Playthroughs and counts follow the rules: write them anew only when the rules were meant to
change, and read the difference. Records are for ever: one that exists is never replaced.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import gravitable
from gravitable import Game
from gravitable.core.chance import Rng, below, generator
from gravitable.superstar import playout
from gravitable.superstar.state import new_states

Json = dict[str, Any]

FOLDER = Path(__file__).parent
SEED = 2018
GOODIES = ["tile", "double", "teleport"]
FULL_AT_FIRST, FULL_AT_LAST = 20, 8
DRAW_EVERY = 20


def _table_name(players: int, goodies: bool, expert: bool) -> str:
    return "-".join(
        [f"{players}-players", *(["goodies"] if goodies else []), *(["expert"] if expert else [])]
    )


PLAYTHROUGHS: dict[str, tuple[int, Json]] = {
    _table_name(players, goodies, expert): (
        players,
        {"goodies": GOODIES if goodies else [], "expert": expert},
    )
    for players, goodies, expert in product(range(2, 7), (False, True), (False, True))
}


def play_step(game: Game, rng: Rng) -> tuple[int, str]:
    """Play a random action; return who played what."""
    (seat,) = game.to_act
    legal = game.legal(seat)
    action = legal[int(below(rng, len(legal)))]
    game.play(seat, action)
    return seat, action


def random_game(players: int, options: Json, seed: int) -> Game:
    game = gravitable.new("superstar", players=players, seed=seed, **options)
    rng = generator(seed)
    while not game.over:
        play_step(game, rng)
    return game


# Playthroughs


def playthrough(name: str) -> str:
    """Return a game as text: the beginning and the end in full, the middle move by move."""
    players, options = PLAYTHROUGHS[name]
    decisions = len(random_game(players, options, SEED).log) - 1  # one entry of the log is the setup
    game = gravitable.new("superstar", players=players, seed=SEED, **options)
    rng = generator(SEED)
    lines = [f"Gravity Superstar, {name}, seed {SEED}, {decisions} decisions", *_told(game, 0), ""]
    lines += [game.position()]
    for number in range(decisions):
        in_full = number < FULL_AT_FIRST or number >= decisions - FULL_AT_LAST
        lines += _decision(game, rng, number, in_full=in_full)
        if in_full and number % DRAW_EVERY == DRAW_EVERY - 1:
            lines += ["", game.position()]
    return "\n".join([*lines, "", game.position(), f"result: {json.dumps(game.result)}", ""])


def _decision(game: Game, rng: Rng, number: int, *, in_full: bool) -> list[str]:
    (seat,) = game.to_act
    legal, before = game.legal(seat), len(game.log)
    _, action = play_step(game, rng)
    if not in_full:
        return [f"{number + 1}. seat {seat} of {len(legal)}: {action}"]
    return [
        f"{number + 1}. seat {seat} may: {' '.join(legal)}",
        f"   > {action}",
        *_told(game, before),
        *_compact_state(game),
    ]


def _told(game: Game, since: int) -> list[str]:
    return [f"     {event.sentence}" for event in game.events(since=since)]


def _compact_state(game: Game) -> list[str]:
    """Return one line for the table and one for each seat."""
    state = game.state()
    (door,) = [door["space"] for door in state["doors"] if door["open"]]
    table = f"round {state['round']}, {state['phase']} of seat {state['turn']}, open door {door}, "
    return [
        f"   = {table}{state['stars_on_board']} stars on board, {state['supply']} tokens left",
        *(f"     {_compact_seat(state, seat)}" for seat in range(game.players)),
    ]


def _compact_seat(state: Json, seat: int) -> str:
    has, pawn = state["seats"][seat], state["pawns"][seat]
    where = f"{pawn['space']} {pawn['feet']}" if pawn["space"] else "off"
    stars = "".join(colour[0] * count for colour, count in has["stars"].items())
    played = [*has["face_up"], *(f"({card})" for card in has["face_down"])]
    return (
        f"{seat}: {where}; {' '.join(has['hand'])} | {' '.join(played) or '-'}; stars {stars or '-'}; "
        f"tokens {has['tokens']}; {has['points']} points"
    )


# Records


def _reason(reason: str) -> Callable[[Json], bool]:
    return lambda result: result["reason"] == reason


def _tied(result: Json) -> list[int]:
    return [seat for seat, score in enumerate(result["scores"]) if score == max(result["scores"])]


ENDINGS: dict[str, tuple[int, Json, Callable[[Json], bool]]] = {
    "few-stars": (4, {"goodies": GOODIES}, _reason("few-stars")),
    "points-reached": (3, {"expert": True}, _reason("points-reached")),
    "no-stars": (5, {"expert": True}, _reason("no-stars")),
    "round-limit": (6, {"rounds": 5, "goodies": ["tile"]}, _reason("round-limit")),
    "tie-broken-by-tokens": (
        2,
        {},
        lambda result: len(_tied(result)) > 1 and len(result["winners"]) == 1,
    ),
    "shared-victory": (2, {"goodies": ["double"]}, lambda result: len(result["winners"]) > 1),
}


def find_record(name: str) -> Json:
    """Return the record of the first random game that ends as the name says."""
    players, options, fits = ENDINGS[name]
    for seed in range(100_000):
        game = random_game(players, options, seed)
        if game.result is not None and fits(game.result):
            return game.record()
    raise LookupError(name)


# Counts of the tree of play

PERFT_DEPTH = 4
STARTS = {"start": 0, "middle": 60}


def perft_start(players: int, goodies: bool, decisions: int) -> Game:
    """Return a game after so many random decisions."""
    game = gravitable.new("superstar", players=players, seed=players, goodies=GOODIES if goodies else [])
    rng = generator(players)
    for _ in range(decisions):
        play_step(game, rng)
    return game


def perft(game: Game, depth: int) -> int:
    """Return in how many ways play can go on for ``depth`` decisions."""
    states = new_states(depth)
    states[0] = game.states[0]
    return int(vars(playout)["count_tree"](states, depth, generator(1)))


def perft_text() -> str:
    lines = [
        "# table, where it starts: ways to play on for 1, 2, 3 ... decisions",
        "# start: after the setup with the number of players as seed; middle: after 60 random decisions",
    ]
    for players, goodies, (start, decisions) in product(range(2, 7), (False, True), STARTS.items()):
        game = perft_start(players, goodies, decisions)
        counts = " ".join(str(perft(game, depth)) for depth in range(1, PERFT_DEPTH + 1))
        lines.append(f"{_table_name(players, goodies, expert=False)}, {start}: {counts}")
    return "\n".join(lines) + "\n"


# All files


def golden_files() -> Iterator[tuple[Path, str]]:
    """Return every golden file that follows from the rules, with what should stand in it."""
    for name in PLAYTHROUGHS:
        yield FOLDER / "playthroughs" / f"{name}.txt", playthrough(name)
    yield FOLDER / "perft.txt", perft_text()


def missing_records() -> Iterator[tuple[Path, str]]:
    """Return the records that do not exist yet."""
    for name in ENDINGS:
        path = FOLDER / "records" / f"{name}.json"
        if not path.exists():
            yield path, json.dumps(find_record(name)) + "\n"
