"""The games that are installed, found through the entry points of the group ``gravitable.games``."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from gravitable.core.chance import generator
from gravitable.core.contract import SPECTATOR, Rules, Types
from gravitable.core.errors import UnknownGame, UnknownRulesVersion, suggest
from gravitable.core.events import clear, event_buffer, read, stored
from gravitable.core.jit import compile_once, is_compiled
from gravitable.core.jit import package_of as folder_of
from gravitable.core.package import GamePackage

GROUP: Final = "gravitable.games"
_LOG: Final = logging.getLogger("gravitable.games")


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


def game_names() -> tuple[str, ...]:
    """Return the names of all games whose rules can be loaded."""
    return tuple(name for name in packages() if _loads(name))


@cache
def _loads(name: str) -> bool:
    try:
        plain_rules_of(name)
    except Exception as error:  # as above
        _LOG.warning("the rules of the game %r do not load: %s", name, error)
        return False
    return True


def package_of(name: str) -> GamePackage:
    """Return what a game announces about itself; raises UnknownGame."""
    if not isinstance(name, str) or name not in packages():
        raise UnknownGame(f"there is no game {name!r}; {suggest(str(name), packages())}")
    return packages()[name]


def rules_of(name: str, version: int | None = None) -> Rules:
    """Return the rules of a game, the newest unless told otherwise; raises UnknownGame or UnknownRulesVersion."""
    package = package_of(name)
    wanted = package.version if version is None else version
    if wanted not in package.versions:
        known = ", ".join(map(str, package.versions))
        raise UnknownRulesVersion(
            f"rules: this game needs version {wanted} of {name}; this program knows {known}: "
            "install a newer gravitable"
        )
    return _compiled(name, wanted)


def plain_rules_of(name: str, version: int | None = None) -> Rules:
    """Return the rules of a game without compiling anything: for who only wants to know about them."""
    package = package_of(name)
    rules: Rules = package.load(package.rules)(package.version if version is None else version)
    return rules


def types_of(name: str) -> Types:
    """Return the types of what a game tells."""
    return plain_rules_of(name).types


@cache
def _compiled(name: str, version: int) -> Rules:
    rules = plain_rules_of(name, version)
    compile_once(*_what_compiles(name, rules), lambda: _use_everything(rules))
    return rules


def _what_compiles(name: str, rules: Rules) -> tuple[str, str]:
    return folder_of(package_of(name).rules), f"the rules of {rules.title}"


def rules_are_compiled(name: str) -> bool:
    """Say whether a game can begin at once on this machine."""
    return is_compiled(*_what_compiles(name, plain_rules_of(name)))


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
