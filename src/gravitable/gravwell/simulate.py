"""Many random games in compiled code, counted into a tally."""

from __future__ import annotations

import numpy as np

from gravitable.core.chance import Rng
from gravitable.core.contract import Json
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.core.tally import Tally, note_game
from gravitable.gravwell.data import MAX_PLAYERS
from gravitable.gravwell.playout import finish_randomly
from gravitable.gravwell.rules import RULES
from gravitable.gravwell.turn import winners


@kernel
def _games(states: States, start: States, rng: Rng, games: int, tally: Tally) -> None:
    scores = np.zeros(MAX_PLAYERS, np.int64)
    for _ in range(games):
        states[0] = start[0]
        decisions = finish_randomly(states[0], rng)
        for seat in range(states[0].players):
            scores[seat] = states[0].position[seat]
        note_game(tally[0], decisions, winners(states[0]), scores, states[0].players)


def simulate(players: int, options: Json, rng: Rng, games: int, tally: Tally) -> None:
    """Play whole random games, deals included, with settled options, and count them into ``tally``."""
    start = RULES.start(players, options)
    _games(start.copy(), start, rng, games, tally)
