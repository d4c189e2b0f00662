"""Gravitable: two board games about gravity, with exact rules and a very fast engine.

>>> import gravitable
>>> game = gravitable.new("superstar", players=3, seed=42, goodies=["teleport"])
>>> len(game.to_act)
1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gravitable._version import __version__
from gravitable.core.errors import (
    BadLesson,
    BadOption,
    BadPosition,
    BadSeat,
    DamagedRecord,
    GameOver,
    GravitableError,
    IllegalAction,
    NotYourTurn,
    UnknownAction,
    UnknownGame,
    UnknownLesson,
    UnknownRulesVersion,
    WrongPlayerCount,
)

if TYPE_CHECKING:
    from gravitable import arena, bots
    from gravitable.api import Verdict, games, new, options_of, outlook, position, replay, verify
    from gravitable.bots.analysis import Analysis, analyse
    from gravitable.core.events import Event
    from gravitable.core.game import Game
    from gravitable.reviews.steps import review
    from gravitable.reviews.types import Review

# Loaded on first use: Numba takes a third of a second to import, and `import gravitable` should not.
_LAZY = {
    "Analysis": "gravitable.bots.analysis",
    "Event": "gravitable.core.events",
    "Game": "gravitable.core.game",
    "Review": "gravitable.reviews.types",
    "Verdict": "gravitable.core.verify",
    "analyse": "gravitable.bots.analysis",
    "games": "gravitable.api",
    "new": "gravitable.api",
    "options_of": "gravitable.api",
    "outlook": "gravitable.api",
    "position": "gravitable.api",
    "replay": "gravitable.api",
    "review": "gravitable.reviews.steps",
    "verify": "gravitable.api",
}

__all__ = [
    "Analysis",
    "BadLesson",
    "BadOption",
    "BadPosition",
    "BadSeat",
    "DamagedRecord",
    "Event",
    "Game",
    "GameOver",
    "GravitableError",
    "IllegalAction",
    "NotYourTurn",
    "Review",
    "UnknownAction",
    "UnknownGame",
    "UnknownLesson",
    "UnknownRulesVersion",
    "Verdict",
    "WrongPlayerCount",
    "__version__",
    "analyse",
    "arena",
    "bots",
    "games",
    "new",
    "options_of",
    "outlook",
    "position",
    "replay",
    "review",
    "verify",
]
_PACKAGES = ("arena", "bots")


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    if name in _PACKAGES:
        return import_module(f"gravitable.{name}")
    raise AttributeError(f"module 'gravitable' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
