"""Write the golden files of both games, or with ``--check`` only say which ones would change.

    python tests/make_golden.py [--check]

Run it when the rules or the texts were meant to change, and read the difference before you commit it.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gravitable
from gravitable.core.game import Game
from gravwell import make_golden as gravwell
from superstar import make_golden as superstar

VIEWS = Path(__file__).parent / "views" / "fingerprints.txt"
VIEWED: list[tuple[str, int, dict[str, Any]]] = [
    ("superstar", 2, {}),
    ("superstar", 4, {"goodies": ["tile", "double", "teleport"], "expert": True}),
    ("superstar", 6, {"goodies": ["teleport"], "rounds": 12}),
    ("gravwell", 1, {}),
    ("gravwell", 1, {"no_secrets": True, "chaos": True}),
    ("gravwell", 2, {}),
    ("gravwell", 3, {"hardcore": True, "warp_gate": True}),
    ("gravwell", 4, {"chaos": True, "no_secrets": True}),
]
HINT = "if the change is meant, write the golden files anew with: python tests/make_golden.py"


def golden_files() -> Iterator[tuple[Path, str]]:
    """Return every golden file that follows from the rules, with what should stand in it."""
    yield from superstar.golden_files()
    for name in gravwell.PLAYTHROUGHS:
        yield gravwell.FOLDER / "playthroughs" / f"{name}.txt", gravwell.playthrough(name)
    yield gravwell.FOLDER / "perft.txt", "\n".join(gravwell.perft_lines()) + "\n"
    yield VIEWS, "\n".join(view_lines()) + "\n"


def view_lines() -> Iterator[str]:
    """Return, for whole games played at random, the fingerprint of everything that anybody saw on the way."""
    for name, players, options in VIEWED:
        for seed in range(3):
            game, rng = gravitable.new(name, players=players, seed=seed, **options), random.Random(seed)
            digest = hashlib.sha256()
            while not game.over:
                _note_views(game, digest)
                seat = rng.choice(game.to_act)
                game.play(seat, rng.choice(game.legal(seat)))
            _note_views(game, digest)
            yield f"{name} {players} {json.dumps(options)} {seed}: {digest.hexdigest()[:32]}"


def _note_views(game: Game, digest: Any) -> None:
    views = [game.state(), *(game.view(viewer) for viewer in (None, *range(game.players)))]
    digest.update(json.dumps(views, sort_keys=True).encode())


def difference(path: Path, wanted: str) -> str:
    """Return how a golden file differs from what it should be; empty when it does not."""
    name = f"{path.parent.parent.name}/{path.parent.name}/{path.name}"
    if not path.exists():
        return f"the golden file {name} is missing; {HINT}"
    found = path.read_text("utf-8")
    if found == wanted:
        return ""
    lines = difflib.unified_diff(
        found.splitlines(), wanted.splitlines(), f"{name} (golden)", f"{name} (now)", lineterm="", n=2
    )
    return "\n".join([*list(lines)[:40], "...", HINT])


def check() -> int:
    """Say what would change; return the number of files."""
    problems = [problem for path, wanted in golden_files() if (problem := difference(path, wanted))]
    print("\n\n".join(problems) if problems else "all golden files are as they should be")
    return len(problems)


def write() -> None:
    """Write what has changed, and the records that are missing."""
    for path, wanted in [*golden_files(), *superstar.missing_records()]:
        if not path.exists() or path.read_text("utf-8") != wanted:
            path.parent.mkdir(exist_ok=True)
            path.write_text(wanted, "utf-8")
            print(f"wrote {path.parent.parent.name}/{path.parent.name}/{path.name}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the golden files of both games.")
    parser.add_argument("--check", action="store_true", help="change nothing, only say what would change")
    if parser.parse_args().check:
        return min(check(), 1)
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
