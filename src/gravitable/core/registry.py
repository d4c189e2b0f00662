"""The games that Gravitable knows. A new game is one more folder and one more line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from gravitable.core.chance import generator
from gravitable.core.contract import SPECTATOR, Rules, Types
from gravitable.core.errors import UnknownGame, UnknownRulesVersion, suggest
from gravitable.core.events import clear, event_buffer, read, stored
from gravitable.core.jit import compile_once

GAMES = {
    "superstar": "gravitable.superstar.rules",
    "gravwell": "gravitable.gravwell.rules",
}


def rules_of(name: str, version: int | None = None) -> Rules:
    """Return the rules of a game by its name, in a version that a stored game needs.

    Raises UnknownGame, or UnknownRulesVersion: a stored game is never played on under other rules than its own.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; {suggest(str(name), GAMES)}")
    rules = _loaded(name)
    if version is not None and version not in rules.known_versions:
        known = ", ".join(map(str, rules.known_versions))
        raise UnknownRulesVersion(
            f"rules: this game needs version {version} of {name}; this program knows {known}: "
            "install a newer gravitable"
        )
    return rules


def types_of(name: str) -> Types:
    """Return the types of what a game tells; nothing is compiled for that."""
    types: Types = import_module(GAMES[name]).RULES.types
    return types


@cache
def _loaded(name: str) -> Rules:
    rules: Rules = import_module(GAMES[name]).RULES
    compile_once(name, f"the rules of {rules.title}", lambda: _use_everything(rules))
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
