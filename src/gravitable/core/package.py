"""What a game announces about itself, so that the rest of Gravitable need not know it by name.

A game is an installed Python package with an entry point in the group ``gravitable.games`` that leads to a
``GamePackage``; ours are no exception. Whatever a game brings beyond its rules is named here as text, such as
``"gravitable.superstar.simulate:simulate"``, and imported only when somebody uses it. What is None has a substitute
that fits every game, or is not offered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

NAME: Final = re.compile(r"[a-z][a-z0-9]{1,19}")


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
    bots: str | None = None
    """The beginning of the names of the modules with search kernels; else a search in Python plays."""
    environments: str | None = None
    """A ``Lab``: observations and kernels for the environments."""
    scores: str | None = None
    """A function that reads from a view how everybody stands in the middle of a game, by seat: for lists of tables."""
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
