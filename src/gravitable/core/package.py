"""What a game announces about itself, so that the rest of Gravitable need not know it by name.

A game is an installed Python package with an entry point in the group ``gravitable.games`` that leads to a
``GamePackage``; ours are no exception. Whatever a game brings beyond its rules is named here as text, such as
``"gravitable.superstar.simulate:simulate"``, and imported only when somebody uses it. What is None has a substitute
that fits every game, or is not offered.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from gravitable.core.errors import UnknownGame, suggest

GROUP: Final = "gravitable.games"
NAME: Final = re.compile(r"[a-z][a-z0-9]{1,19}")
_LOG: Final = logging.getLogger("gravitable.games")


class Command(NamedTuple):
    """A command that a game adds to ``gravitable``."""

    name: str
    text: str
    """Its line in ``gravitable --help``."""
    app: str
    """A Typer application."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePackage:
    """A game that is installed."""

    name: str
    """Letters and digits, such as ``superstar``: in commands, records and addresses."""
    title: str
    text: str = ""
    """One sentence about it, in English, for lists of games."""
    rules: str
    """A function that takes a version and returns the ``Rules``."""
    versions: tuple[int, ...] = (1,)
    """All versions of its rules that it can play, the newest last."""
    place: int = 100
    """Where it stands in lists: games with a small number come first."""
    doors: str | None = None
    """A module with ``to_act``, ``legal`` and ``apply`` for loops in Python that want no checks."""
    simulate: str | None = None
    """Plays many random games in compiled code; else they are played in Python."""
    terminal: str | None = None
    """A ``Touch``: how choices, story and end read in the terminal."""
    stage: str | None = None
    """A ``Stage``: board, previews and animation on the terminal's full screen; else the text drawing is shown."""
    bots: str | None = None
    """A ``Mind``: search kernels, levels and tuned numbers; else a search in Python plays."""
    ahead: str | None = None
    """An ``Ahead``: questions that a player may answer before they are asked."""
    outlook: str | None = None
    """A function behind ``gravitable.outlook``, for games in which an action's effect is uncertain."""
    spread: str | None = None
    """A function behind the spread of an analysis, for games in which several choose at once: see ``core.spread``."""
    daily: str | None = None
    """A ``Daily``: its challenge of the day, see docs/daily.md."""
    puzzles: str | None = None
    """A ``Quiz``: kinds of puzzles, each with its proof."""
    shelf: str | None = None
    """The file with the puzzles that ship, such as ``"gravitable.puzzles:data/superstar.jsonl.xz"``: a Python package
    and a path inside it."""
    moves: str | None = None
    """A function that draws a view with the move taken and the better one, see ``core.gains.DrawnMove``."""
    gains: str | None = None
    """A ``GainTable``: what one action has over another, for reviews; else they only tell chances."""
    training: str | None = None
    """A ``School``: compiled games for ``gravitable train``."""
    environments: str | None = None
    """A ``Lab``: observations and kernels for the environments."""
    openspiel: str | None = None
    """A module that registers the game with OpenSpiel when it is imported."""
    commands: tuple[Command, ...] = ()
    scores: str | None = None
    """A function that reads from a view how everybody stands in the middle of a game, by seat: for lists of tables."""
    compared: str | None = None
    """A function that reads from a result what each seat is compared by with the same seat of other tables that had the
    same deals: by seat a tuple of numbers, the larger the better. Only for games whose n-th chance event is of the same
    kind at every table; without it, the game is not offered for contests."""
    lessons: str | None = None
    """The Python package whose folder ``lessons`` holds its lessons, see docs/lessons.md."""
    client: str | None = None
    """The folder of its own board in the browser client (``web/src``); else the browser shows a generic one: the SVG
    drawing, the legal actions as buttons, the events as sentences."""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(f"a game's name is 2 to 20 small letters and digits, not {self.name!r}")

    @property
    def version(self) -> int:
        """The version of the rules that new games are played by."""
        return self.versions[-1]

    def load(self, what: str) -> Any:
        """Return what one of the fields names: a module, or something in a module."""
        module, _, name = what.partition(":")
        return getattr(import_module(module), name) if name else import_module(module)

    def file(self, what: str) -> Path:
        """Return the file that one of the fields names: a Python package and a path inside it."""
        package, _, path = what.partition(":")
        return Path(str(files(package))) / path


@cache
def packages() -> dict[str, GamePackage]:
    """Return all games that are installed, by name."""
    found = []
    for point in entry_points(group=GROUP):
        try:
            package = point.load()
        except Exception as error:  # somebody else's package: the other games must not suffer
            _LOG.warning("the game %r is installed, but does not load: %s", point.name, error)
            continue
        if not isinstance(package, GamePackage) or package.name != point.name:
            _LOG.warning("the entry point %r does not lead to a GamePackage of that name", point.name)
            continue
        found.append(package)
    return {package.name: package for package in sorted(found, key=lambda one: (one.place, one.name))}


def package_of(name: str) -> GamePackage:
    """Return what a game announces about itself; raises UnknownGame."""
    if not isinstance(name, str) or name not in packages():
        raise UnknownGame(f"there is no game {name!r}; {suggest(str(name), packages())}")
    return packages()[name]
