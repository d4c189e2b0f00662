"""Bots for any game, in plain Python: what plays when a game brings no search kernels of its own.

The search fills in at random what the seat cannot see, takes one of its actions, lets everybody play on at random to
the end, and counts who wins. Actions that win more are tried more often (UCB1), and the one tried most is played. It
asks nothing of a game but the ``Rules`` contract, and looks no further than one decision.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Final

from gravitable.bots.base import Bot, UnknownBot, decision_rng
from gravitable.bots.search import Budget
from gravitable.bots.simple import RandomBot
from gravitable.core.chance import Rng, below
from gravitable.core.contract import Json, Rules
from gravitable.core.errors import suggest
from gravitable.core.events import NO_EVENTS
from gravitable.core.registry import rules_of
from gravitable.core.state import States

PLAYS: Final = ("random", "greedy:55", "greedy", "search:400", "search:1000ms")
"""What plays at each level."""

_KNOWN: Final = ("random", "greedy", "search", "search:100ms", "search:400", "level:1")
_DEFAULT_BUDGET: Final = "100ms"
_GREEDY: Final = 10
"""Games that ``greedy`` plays out for each action."""
_EXPLORATION: Final = 0.7
_LONGEST: Final = 5000
"""Decisions after which a game played out counts as won by nobody."""


@dataclass(slots=True)
class Prospect:
    """How an action fared in the games that were played out."""

    action: int
    visits: int = 0
    wins: float = 0.0
    score: float = 0.0

    def promise(self, total: int) -> float:
        """Return how much the action deserves another try."""
        if not self.visits:
            return inf
        return self.wins / self.visits + _EXPLORATION * sqrt(log(total) / self.visits)


class GenericBot:
    """Plays many games out at random and takes what won most; ``slips`` of a hundred decisions are made at random."""

    def __init__(self, spec: str, game: str, seed: int, budget: Budget | None = None, slips: int = 0) -> None:
        self.spec = spec
        self.game = game
        self._seed = seed
        self._budget = budget
        self._slips = slips
        self._rules = rules_of(game)

    def choose(self, masked: States, seat: int) -> int:
        """Return the action that was tried most."""
        rng, actions = decision_rng(self._seed, masked, seat), self._rules.legal(masked, seat)
        if len(actions) == 1 or (self._slips and below(rng, 100) < self._slips):
            return actions[int(below(rng, len(actions)))]
        budget = self._budget or Budget(iterations=_GREEDY * len(actions))
        return explore(self._rules, masked, seat, budget, rng)[0].action


def explore(rules: Rules, masked: States, seat: int, budget: Budget, rng: Rng) -> list[Prospect]:
    """Return all actions of a seat with how they fared, the best first."""
    prospects = [Prospect(action) for action in rules.legal(masked, seat)]
    for total in _iterations(budget):
        tried = max(prospects, key=lambda prospect: prospect.promise(total))
        states = rules.determinize(masked, rng)
        rules.apply(states, seat, tried.action, NO_EVENTS)
        wins, score = _play_out(rules, states, seat, rng)
        tried.visits += 1
        tried.wins += wins
        tried.score += score
    return sorted(prospects, key=lambda prospect: (-prospect.visits, -prospect.wins, -prospect.score))


def _iterations(budget: Budget) -> Iterator[int]:
    """Count from 1 until the budget is spent."""
    number, end = 1, budget.clock() + budget.milliseconds / 1000
    while number <= budget.iterations if budget.iterations else number == 1 or budget.clock() < end:
        yield number
        number += 1


def _play_out(rules: Rules, states: States, seat: int, rng: Rng) -> tuple[float, float]:
    """Play a game to its end at random; return the seat's share of the win, and its score."""
    result = _random_end(rules, states, rng)
    if result is None:
        return 0.0, 0.0
    winners, scores = result["winners"], result["scores"]
    return (1 / len(winners) if seat in winners else 0.0), float(scores[seat])


def shares_of(rules: Rules, states: States, players: int, rng: Rng) -> list[float]:
    """Play a game to its end at random; return everybody's share of the win."""
    result = _random_end(rules, states, rng)
    winners = result["winners"] if result else ()
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def _random_end(rules: Rules, states: States, rng: Rng) -> Json | None:
    """Play a game to its end at random; return its result, None when it does not end."""
    options = rules.settle(rules.min_players, {})  # chance asks for them only before the first decision
    for _ in range(_LONGEST):
        while rules.chance_kind(states) is not None:
            rules.chance(states, options, rng, NO_EVENTS)
        if rules.over(states):
            return rules.result(states)
        mover = rules.to_act(states)[0]
        legal = rules.legal(states, mover)
        rules.apply(states, mover, legal[int(below(rng, len(legal)))], NO_EVENTS)
    return None


def make(spec: str, game: str, seed: int | None = None) -> Bot:
    """Return a bot; ``spec`` as in ``gravitable.bots.make``. Raises UnknownBot."""
    number = int.from_bytes(os.urandom(8), "big") if seed is None else seed
    name, colon, detail = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    if name == "level":
        return make(_of_level(detail), game, number)
    if spec == "random":
        return RandomBot(game, number)
    if name == "search":
        return GenericBot(spec, game, number, Budget.read(detail if colon else _DEFAULT_BUDGET))
    if spec == "greedy" or (name == "greedy" and re.fullmatch(r"[1-9]\d?", detail)):
        return GenericBot(spec, game, number, slips=int(detail or 0))
    raise UnknownBot(f"there is no bot {spec!r} for {rules_of(game).title}; {suggest(str(spec), _KNOWN)}")


def _of_level(number: str) -> str:
    if number not in map(str, range(1, len(PLAYS) + 1)):
        raise UnknownBot(f"there is no level {number!r}; levels go from 1 to {len(PLAYS)}, as in 'level:3'")
    return PLAYS[int(number) - 1]
