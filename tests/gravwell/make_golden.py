"""Makes the golden files of Gravwell: ``python -m tests.gravwell.make_golden``.

Playthroughs show whole games, readable; records hold a game for every way in which one can end; perft.txt counts
the tree of play. Run it only when the rules were meant to change, and read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gravitable
from gravitable.core.chance import generator
from gravitable.core.contract import Json
from gravitable.core.events import NO_EVENTS
from gravitable.core.game import Game
from gravitable.gravwell import playout
from gravitable.gravwell.data import VARIANTS
from gravitable.gravwell.rules import RULES
from gravitable.gravwell.state import new_states

from .playing import choose, table_name

FOLDER = Path(__file__).parent
PLAYTHROUGHS: dict[str, tuple[int, Json]] = {
    "solo": (1, {}),
    "solo-no-secrets-chaos": (1, {"no_secrets": True, "chaos": True}),
    "2-players": (2, {}),
    "3-players": (3, {}),
    "4-players": (4, {}),
    "2-players-no-secrets": (2, {"no_secrets": True}),
    "2-players-hardcore": (2, {"hardcore": True}),
    "2-players-warp-gate": (2, {"warp_gate": True}),
    "2-players-chaos": (2, {"chaos": True}),
    "3-players-all-variants": (3, dict.fromkeys(("no_secrets", "hardcore", "warp_gate", "chaos"), True)),
}


def _solo(winners: list[int], reason: str) -> Callable[[Json], bool]:
    return lambda result: result["winners"] == winners and result["reason"] == reason


ENDINGS: dict[str, tuple[int, Json, Callable[[Json], bool]]] = {
    "gate": (4, {}, lambda result: result["reason"] == "gate"),
    "rounds": (3, {}, lambda result: result["reason"] == "rounds"),
    "gate-activated-alone": (2, {"warp_gate": True}, _solo([0], "gate-activated")),
    "gate-activated-shared": (
        4,
        {"warp_gate": True, "hardcore": True},
        lambda result: result["reason"] == "gate-activated" and len(result["winners"]) > 1,
    ),
    "solo-won": (1, {}, _solo([0], "gate")),
    "solo-ghost-escaped": (1, {}, _solo([], "ghost-escaped")),
    "solo-out-of-time": (1, {}, _solo([], "out-of-time")),
}


def play_step(game: Game, rng: Any) -> tuple[int, str]:
    """Play a random action and return who played what."""
    seat = choose(list(game.to_act), rng)
    action: str = choose(game.legal(seat), rng)
    game.play(seat, action)
    return seat, action


def playthrough(name: str) -> str:
    """Return a whole game as text: each position of a draft, who may do what, what happened."""
    players, options = PLAYTHROUGHS[name]
    game = gravitable.new("gravwell", players=players, seed=2024, **options)
    rng = generator(2024)
    lines = [f"Gravwell, {name}, seed 2024", f"commitment {game.commitment}", *_told(game, 0)]
    shown_round = 0
    while not game.over:
        if game.state()["round"] != shown_round:
            shown_round = game.state()["round"]
            lines += ["", game.position(), ""]
        legal = {seat: " ".join(game.legal(seat)) for seat in game.to_act}
        before = len(game.log)
        seat, action = play_step(game, rng)
        lines.append(f"[{'; '.join(f'{who}: {what}' for who, what in legal.items())}]")
        lines += [f"seat {seat} > {action}", *_told(game, before)]
    return "\n".join([*lines, "", game.position(), f"result {game.result}", ""])


def _told(game: Game, since: int) -> list[str]:
    return [f"  {event.sentence}" for event in game.events(since=since)]


def find_record(name: str) -> Json:
    """Return the record of the first random game that ends as the name says."""
    players, options, fits = ENDINGS[name]
    for seed in range(100_000):
        game = gravitable.new("gravwell", players=players, seed=seed, **options)
        rng = generator(seed)
        while not game.over:
            play_step(game, rng)
        if game.result is not None and fits(game.result):
            return game.record()
    raise LookupError(name)


PERFT_TABLES: list[tuple[int, Json]] = [
    *((players, {}) for players in (1, 2, 3, 4)),
    *((2, {name: True}) for name in VARIANTS),
    (1, {"no_secrets": True, "chaos": True}),
    (3, {"warp_gate": True, "chaos": True}),
]
PERFT_DEPTH = {"draft": 5, "movements": 9, "gate": 9}


def perft_lines() -> list[str]:
    """Return the counts of the tree of play, one line per table and start."""
    lines = [
        "# table, where it starts: ways to play on for 1, 2, 3 ... decisions (chance always with seed 1)",
        "# draft: the first deal; movements: after a draft in order; gate: the same with ships at 44, 47, ...",
    ]
    for players, chosen in PERFT_TABLES:
        options = RULES.settle(players, chosen)
        for start, depth in PERFT_DEPTH.items():
            counts = " ".join(str(perft(players, options, start, n)) for n in range(1, depth + 1))
            lines.append(f"{table_name(players, options)}, {start}: {counts}")
    return lines


def perft(players: int, options: Json, start: str, depth: int) -> int:
    """Return in how many ways play can go on from one of the three starts."""
    states = new_states(depth)
    states[0] = RULES.start(players, options)[0]
    one = states[:1]
    if start == "gate":
        states[0].position[: max(2, players)] = [44 + 3 * ship for ship in range(max(2, players))]
    while start != "draft" and int(states[0].movement) == 0:
        if RULES.chance_kind(one):
            RULES.chance(one, options, generator(1), NO_EVENTS)
        else:
            seat = RULES.to_act(one)[0]
            RULES.apply(one, seat, RULES.legal(one, seat)[0], NO_EVENTS)
    return int(vars(playout)["count_tree"](states, depth, generator(1)))


def main() -> None:
    """Write all golden files."""
    for folder in ("playthroughs", "records"):
        (FOLDER / folder).mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        (FOLDER / "playthroughs" / f"{name}.txt").write_text(playthrough(name))
    for name in ENDINGS:
        (FOLDER / "records" / f"{name}.json").write_text(json.dumps(find_record(name)) + "\n")
    (FOLDER / "perft.txt").write_text("\n".join(perft_lines()) + "\n")


if __name__ == "__main__":
    main()
