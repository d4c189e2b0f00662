"""Puzzles: positions from bots' own games with one question each, and an answer that was proved or searched deeply.

>>> from gravitable import puzzles
>>> one = puzzles.shelf("gravwell")[0]
>>> puzzles.attempt(one, one.answer).judgement.solved
True
"""

from gravitable.puzzles.contract import Attempt, Judgement, Kind, Posed
from gravitable.puzzles.puzzle import BadPuzzle, Puzzle, UnknownPuzzle, found, shelf
from gravitable.puzzles.solving import attempt, begin, kind_of, kinds, prove

__all__ = [
    "Attempt",
    "BadPuzzle",
    "Judgement",
    "Kind",
    "Posed",
    "Puzzle",
    "UnknownPuzzle",
    "attempt",
    "begin",
    "found",
    "kind_of",
    "kinds",
    "prove",
    "shelf",
]
