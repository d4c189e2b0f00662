"""Many random games in compiled code, counted into a tally."""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.core.chance import Rng
from gravitable.core.contract import Json
from gravitable.core.events import UNSEEN
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.core.tally import Tally, note_game
from gravitable.superstar import host, setup
from gravitable.superstar.data import MAX_PLAYERS
from gravitable.superstar.playout import finish_randomly
from gravitable.superstar.rules import RULES
from gravitable.superstar.turn import result


@kernel
def _games(states: States, start: States, faces: Any, picks: Any, rng: Rng, games: int, tally: Tally) -> None:
    scores = np.zeros(MAX_PLAYERS, np.int64)
    for _ in range(games):
        states[0] = start[0]
        setup.chance(states[0], faces, picks, rng, UNSEEN)
        decisions = finish_randomly(states[0], rng)
        note_game(tally[0], decisions, result(states[0], scores), scores, states[0].players)


def simulate(players: int, options: Json, rng: Rng, games: int, tally: Tally) -> None:
    """Play whole random games, setup included, with settled options, and count them into ``tally``."""
    start = RULES.start(players, options)
    tiles = host.tile_set(options["tiles"])
    _games(start.copy(), start, tiles.faces(), host.picks(options, tiles), rng, games, tally)
