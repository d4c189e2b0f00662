"""The rules of the games that are installed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from typing import Final

from gravitable.core.chance import generator
from gravitable.core.contract import SPECTATOR, Rules, Types
from gravitable.core.errors import UnknownGame, UnknownRulesVersion
from gravitable.core.events import clear, event_buffer, read, stored
from gravitable.core.jit import compile_once
from gravitable.core.package import package_of, packages
from gravitable.core.ready import what_rules_compile

__all__ = [
    "game_names",
    "package_of",
    "packages",
    "plain_rules_of",
    "rules_of",
    "types_of",
    "works",
]

_LOG: Final = logging.getLogger("gravitable.games")


_FAILED: Final[set[str]] = set()
"""Games whose rules did not work when they were tried."""


def game_names() -> tuple[str, ...]:
    """Return the names of all games whose rules can be loaded."""
    return tuple(name for name in packages() if name not in _FAILED and _loads(name))


def works(name: str, use: Callable[[str], object]) -> bool:
    """Say whether a game can be used, by using it; one that fails is told in the log and left out from now on."""
    try:
        use(name)
    except Exception as error:
        _LOG.error("the game %r does not work and is left out: %r", name, error, exc_info=error)
        _FAILED.add(name)
        return False
    return True


@cache
def _loads(name: str) -> bool:
    try:
        plain_rules_of(name)
    except Exception as error:  # somebody else's package, as in ``packages``
        _LOG.warning("the rules of the game %r do not load: %s", name, error)
        return False
    return True


def rules_of(name: str, version: int | None = None) -> Rules:
    """Return the rules of a game, the newest unless told otherwise; raises UnknownGame or UnknownRulesVersion."""
    package = package_of(name)
    if name in _FAILED:
        raise UnknownGame(f"the game {name!r} is installed, but its rules do not work here")
    wanted = package.version if version is None else version
    if wanted not in package.versions:
        known = ", ".join(map(str, package.versions))
        raise UnknownRulesVersion(
            f"rules: this game needs version {wanted} of {name}; this program knows {known}: "
            "install a newer gravitable"
        )
    return _compiled(name, wanted)


def plain_rules_of(name: str, version: int | None = None) -> Rules:
    """Return the rules of a game without compiling: enough to list games and options."""
    package = package_of(name)
    rules: Rules = package.load(package.rules)(package.version if version is None else version)
    return rules


def types_of(name: str) -> Types:
    """Return the types of what a game tells."""
    return plain_rules_of(name).types


@cache
def _compiled(name: str, version: int) -> Rules:
    rules = plain_rules_of(name, version)
    compile_once(*what_rules_compile(package_of(name)), lambda: _use_everything(rules))
    return rules


def _use_everything(rules: Rules) -> None:
    """Play the beginning of a game, so that everything a game needs is compiled."""
    options = rules.settle(rules.min_players, {})
    states, events, rng = rules.start(rules.min_players, options), event_buffer(), generator(1)
    for _ in range(12):
        while rules.chance_kind(states) is not None:
            rules.chance(states, options, rng, events)
        for seat in rules.to_act(states):
            action = rules.legal(states, seat)[0]
            rules.preview(states, seat, action)
            if rules.is_legal(states, seat, action):
                rules.apply(states, seat, action, events)
    rules.events(states, read(stored(events)))
    clear(events)
    rules.view(rules.determinize(rules.mask(states, SPECTATOR), rng))
