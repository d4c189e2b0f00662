"""The bots of a tournament: ours by their names, and other people's as ``module:factory``."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

from gravitable import bots
from gravitable.bots import Bot, UnknownBot

_OUR_NAMES = ("random", "glance", "greedy", "search", "level")
_FOREIGN = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")


def make_entrant(spec: str, game: str, seed: int) -> Bot:
    """Return a bot for a tournament; raises UnknownBot.

    ``my_bots.best:make`` is the function ``make(game, seed)`` of the module ``my_bots.best``, which returns an
    object with ``choose(masked, seat) -> int``. Only here: nothing that a stranger types on a server is imported.
    """
    foreign = _FOREIGN.fullmatch(spec)
    if not foreign or foreign[1] in _OUR_NAMES:
        return bots.make(spec, game, seed)
    if str(Path.cwd()) not in sys.path:  # the command's own folder is there instead
        sys.path.insert(0, str(Path.cwd()))
    try:
        factory = getattr(import_module(foreign[1]), foreign[2])
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"cannot load the bot {spec!r}: {error}") from error
    bot: Bot = factory(game, seed)
    return bot
