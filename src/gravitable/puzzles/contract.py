"""What a game brings for its puzzles: kinds, each a question that can be posed, proved and judged.

Whatever a kind works out, it works out from what the seat may know: hidden things are either shown to make no
difference or tried in every possible way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import msgspec

from gravitable.core.game import Game
from gravitable.puzzles.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Posed:
    """A question about a position, with its answer: what ``Kind.pose`` found."""

    goal: float
    answer: tuple[str, ...]
    share: float
    """The share of all possible answers that are right: the smaller, the harder."""
    is_deceptive: bool = False
    """What looks best at first sight is wrong."""
    chances: dict[str, float] = field(default_factory=dict)


class Judgement(msgspec.Struct, frozen=True):
    """What became of an answer."""

    done: bool
    """The answer is complete; else more is to be chosen."""
    solved: bool
    got: float | None = None
    """What it reaches, in the measure of the puzzle's goal; None while it is not complete."""
    needed: float | None = None
    """What would have been possible."""


class Attempt(NamedTuple):
    """An answer, played on the real rules."""

    game: Game
    """The game after the answer, and after what others would do then, if that shows why it fails."""
    judgement: Judgement
    replies: int
    """How many entries of the game's log are others' replies."""


class Kind(Protocol):
    """One kind of puzzle."""

    name: str
    text: str
    """The question in English; ``{goal}`` stands for the goal."""
    is_proved: bool
    """Every possibility was tried; else a deep search confirmed it."""

    def pose(self, game: Game, seat: int) -> Posed | None:
        """Return the puzzle that is in a position, None when there is none worth asking; working it out proves it."""

    def judge(self, puzzle: Puzzle, game: Game, actions: tuple[str, ...]) -> Attempt:
        """Play an answer and judge it; raises IllegalAction. The game is the puzzle's, and may be changed."""


class Quiz(NamedTuple):
    """All kinds of a game's puzzles, and the tables they are looked for at."""

    kinds: tuple[Kind, ...]
    tables: tuple[int, ...]
    """Numbers of players, as often as games with so many are played."""
    bot: str = "level:3"
    """Who plays the games in which puzzles are looked for: not weak, and quick."""
