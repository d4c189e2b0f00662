"""Solving puzzles: the position as the solver may see it, and what becomes of an answer."""

from __future__ import annotations

from collections.abc import Sequence

import gravitable
from gravitable.core.chance import generator
from gravitable.core.errors import BadOption, suggest
from gravitable.core.game import Game, Table
from gravitable.core.package import package_of
from gravitable.puzzles.contract import Attempt, Kind, Posed, Quiz
from gravitable.puzzles.puzzle import Puzzle, UnknownPuzzle

LONGEST_ANSWER = 12
"""The most actions that an answer may have; a turn has far fewer."""


def quiz_of(game: str) -> Quiz:
    """Return the kinds of puzzles that a game has; raises UnknownGame or UnknownPuzzle."""
    package = package_of(game)
    if package.puzzles is None:
        raise UnknownPuzzle(f"there are no puzzles for {package.title}")
    quiz: Quiz = package.load(package.puzzles)
    return quiz


def kinds(game: str) -> dict[str, Kind]:
    """Return the kinds of a game's puzzles by name."""
    return {kind.name: kind for kind in quiz_of(game).kinds}


def kind_of(game: str, name: str) -> Kind:
    """Return a kind; raises UnknownPuzzle."""
    known = kinds(game)
    if name not in known:
        raise UnknownPuzzle(f"there is no kind of puzzle {name!r} for {game}; {suggest(name, known)}")
    return known[name]


def as_seen(game: Game, seat: int) -> Game:
    """Return a game at the same position in which everything that the seat cannot see is made up.

    Puzzles are judged on it, so nothing that a solver is told can depend on what is hidden.
    """
    rules = game.rules
    states = rules.determinize(rules.mask(game.states, seat), generator(0))
    return Game(Table(rules, game.players, game.options, bytes(32), game.position()), states)


def begin(puzzle: Puzzle) -> Game:
    """Return the game to solve a puzzle in."""
    return as_seen(gravitable.position(puzzle.position, seed=0), puzzle.seat)


def attempt(puzzle: Puzzle, actions: Sequence[str]) -> Attempt:
    """Play an answer, or the beginning of one, and judge it; raises IllegalAction, UnknownAction or BadOption."""
    if len(actions) > LONGEST_ANSWER:
        raise BadOption(f"an answer has at most {LONGEST_ANSWER} actions, not {len(actions)}")
    return kind_of(puzzle.game, puzzle.kind).judge(puzzle, begin(puzzle), tuple(actions))


def prove(puzzle: Puzzle) -> Posed | None:
    """Work a puzzle out anew from its position; None when it is none."""
    game = gravitable.position(puzzle.position, seed=0)
    return kind_of(puzzle.game, puzzle.kind).pose(game, puzzle.seat)
