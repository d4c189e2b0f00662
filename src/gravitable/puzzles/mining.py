"""Mining: bots play games of their own, and every position is asked whether a puzzle is in it.

The results are kept in a file, one game a line, so that nothing is lost when somebody stops it: the next run goes on
with the next game. The same seed makes the same puzzles.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

import gravitable
from gravitable import bots
from gravitable.core.errors import BadOption
from gravitable.core.game import Game
from gravitable.puzzles.contract import Kind, Posed
from gravitable.puzzles.puzzle import EASIEST, HARDEST, BadPuzzle, Puzzle, identity, read
from gravitable.puzzles.solving import quiz_of

FORMAT: Final = 1
_FROM_ONE_GAME: Final = 4
_APART: Final = 5
"""The most puzzles from one game, and how many entries of its log lie between two: neighbours are much alike."""
_LARGEST_PART: Final = 0.4
"""The largest share of all puzzles that one kind may have."""
_HARDER_THAN: Final = (0.4, 0.15, 0.05, 0.015)
"""Shares of right answers: for each of these that a puzzle stays below, it is a step harder."""
_LONGEST_GAME: Final = 400

Json = dict[str, Any]


@dataclass
class Quarry:
    """A file of mined puzzles."""

    path: Path
    game: str
    seed: int
    games: int = 0
    """Games that were looked through."""
    puzzles: list[Puzzle] = field(default_factory=list)

    @classmethod
    def begin(cls, path: Path, game: str, seed: int) -> Quarry:
        """Begin a file; raises BadOption when there is one already."""
        if path.exists():
            raise BadOption(f"{path} is there already; go on with it by --resume, or name another by --out")
        quarry = cls(path, game, seed)
        quarry._write({"gravitable-puzzles": FORMAT, "game": game, "seed": seed})
        return quarry

    @classmethod
    def resume(cls, path: Path, game: str, seed: int) -> Quarry:
        """Go on with a file; raises BadOption or BadPuzzle when it is no such file."""
        quarry = cls(path, game, seed)
        head, *lines = _whole_lines(path)
        wanted = {"gravitable-puzzles": FORMAT, "game": game, "seed": seed}
        if head != wanted:
            raise BadOption(f"{path} holds something else: {head!r}, not {wanted!r}; name another by --out")
        quarry.games = len(lines)
        quarry.puzzles = [
            read(json.dumps(puzzle), f"{path}, line {number}")
            for number, line in enumerate(lines, 2)
            for puzzle in line["found"]
        ]
        return quarry

    def add(self, found: list[Puzzle]) -> None:
        """Note what a game brought; it is safe when this returns."""
        self._write({"number": self.games, "found": [msgspec.to_builtins(puzzle) for puzzle in found]})
        self.games += 1
        self.puzzles += found

    def _write(self, line: Json) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadOption(
                f"cannot write to {self.path}: {error.strerror}; name another by --out"
            ) from error


def _whole_lines(path: Path) -> list[Json]:
    """Return the lines of a file, and cut off one that was not finished."""
    try:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        os.truncate(path, len(whole))
        lines: list[Json] = [json.loads(line) for line in whole.splitlines()]
    except OSError as error:
        raise BadOption(f"cannot read {path}: {error.strerror}; begin without --resume") from error
    except ValueError as error:
        raise BadPuzzle(f"{path} is damaged: {error}") from error
    if not lines:
        raise BadPuzzle(f"{path} is empty; begin without --resume")
    return lines


def mine(quarry: Quarry, wanted: int) -> Iterator[list[Puzzle]]:
    """Look through game after game until there are so many puzzles; returns what each brought."""
    known = {puzzle.position for puzzle in quarry.puzzles}
    counts = Counter(puzzle.kind for puzzle in quarry.puzzles)
    while len(quarry.puzzles) < wanted:
        most = max(1, round(wanted * _LARGEST_PART))
        kinds = [kind for kind in quiz_of(quarry.game).kinds if counts[kind.name] < most]
        kinds.sort(key=lambda kind: counts[kind.name])
        found = look_through(quarry.game, quarry.seed, quarry.games, kinds, known)
        found = found[: wanted - len(quarry.puzzles)]
        known |= {puzzle.position for puzzle in found}
        counts.update(puzzle.kind for puzzle in found)
        quarry.add(found)
        yield found


def look_through(game: str, seed: int, number: int, kinds: list[Kind], known: set[str]) -> list[Puzzle]:
    """Let bots play a game and return the puzzles in it; the first of the kinds that fits takes a position."""
    found: list[Puzzle] = []
    next_look = 0
    for running in played(game, seed, number):
        if running.n_entries < next_look or (text := running.position()) in known:
            continue
        asked = (_asked(running, text, seat, kinds) for seat in running.to_act)
        puzzle = next((one for one in asked if one is not None), None)
        if puzzle is None:
            continue
        origin = f"seed {seed}, game {number}, entry {running.n_entries}"
        found.append(msgspec.structs.replace(puzzle, source=origin))
        if len(found) == _FROM_ONE_GAME:
            break
        kinds = sorted(kinds, key=lambda kind: kind.name == found[-1].kind)  # something else first
        next_look = running.n_entries + _APART
    return found


def played(game: str, seed: int, number: int) -> Iterator[Game]:
    """Let bots play a game and return it before each choice."""
    quiz = quiz_of(game)
    players = quiz.tables[number % len(quiz.tables)]
    running = gravitable.new(game, players=players, seed=seed * 1_000_003 + number)
    minds = [bots.make(quiz.bot, game, seed=number * 10 + seat) for seat in range(players)]
    while not running.over and running.n_entries < _LONGEST_GAME:
        yield running
        seat = running.to_act[0]
        running.advance(seat, bots.choose_action(minds[seat], running, seat))


def _asked(game: Game, text: str, seat: int, kinds: list[Kind]) -> Puzzle | None:
    """Return the puzzle in a position, of the first kind that fits."""
    for kind in kinds:
        posed = kind.pose(game, seat)
        if posed is not None:
            return Puzzle(
                id=identity(game.name, kind.name, text),
                game=game.name,
                kind=kind.name,
                difficulty=difficulty(posed),
                players=game.players,
                seat=seat,
                goal=posed.goal,
                answer=posed.answer,
                chances=posed.chances,
                source="",
                position=text,
            )
    return None


def difficulty(posed: Posed) -> int:
    """Return how hard a puzzle seems, from 1 to 5: how many answers are right, and is the obvious one wrong."""
    steps = sum(posed.share < bound for bound in _HARDER_THAN)
    return min(HARDEST, EASIEST + steps + 2 * posed.is_deceptive)
