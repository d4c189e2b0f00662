"""Many random games of any game, played in Python: for games that bring no compiled ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gravitable.core.chance import Rng, below
from gravitable.core.contract import Json, Rules
from gravitable.core.events import NO_EVENTS
from gravitable.core.tally import Tally, note_game

Simulate = Callable[[int, Json, Rng, int, Tally], None]


def play_in_python(rules: Rules) -> Simulate:
    """Return a function that plays whole random games and counts them into a tally."""

    def simulate(players: int, options: Json, rng: Rng, games: int, tally: Tally) -> None:
        for _ in range(games):
            decisions, result = _play(rules, players, options, rng)
            winners = sum(1 << seat for seat in result["winners"])
            note_game(tally[0], decisions, winners, np.array(result["scores"], np.int64), players)

    return simulate


def _play(rules: Rules, players: int, options: Json, rng: Rng) -> tuple[int, Json]:
    """Play one game at random; return the number of decisions and the result."""
    states, decisions = rules.start(players, options), 0
    while not rules.over(states):
        if rules.chance_kind(states) is not None:
            rules.chance(states, options, rng, NO_EVENTS)
            continue
        seat = rules.to_act(states)[0]
        legal = rules.legal(states, seat)
        rules.apply(states, seat, legal[int(below(rng, len(legal)))], NO_EVENTS)
        decisions += 1
    return decisions, rules.result(states)
