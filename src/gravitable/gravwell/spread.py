"""The spread of a movement: some ships have their card, all other choices are left to chance.

Unlike an outlook it hides nothing: it is for analyses, where all cards lie open. Cards are picked each as likely as the
others, and a ship stops one time in six, as in an outlook. Plain Python: a thousand movements take a moment.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from gravitable.core.chance import Rng, below
from gravitable.core.errors import BadOption
from gravitable.core.events import NO_EVENTS
from gravitable.core.spread import SAMPLES, Scatter, row_of
from gravitable.core.state import States
from gravitable.gravwell import data, entry


def spread(states: States, rng: Rng, samples: int = SAMPLES) -> Scatter:
    """Return where all ships may stand when this movement is over; raises BadOption when nothing is about to move."""
    if int(states["phase"][0]) not in (data.PICK, data.STOP):
        raise BadOption("there is a spread only while cards are picked or an Emergency Stop is offered")
    places: list[Counter[int]] = [Counter() for _ in range(data.N_SHIPS)]
    for _ in range(samples):
        ended = _played_out(states, rng)
        for ship, place in enumerate(ended["position"][0].tolist()):
            if place != data.ABSENT:
                places[ship][place] += 1
    players = int(states["players"][0])
    rows = [
        row_of(_name(ship, players), ship if ship < players else None, counts)
        for ship, counts in enumerate(places)
        if counts
    ]
    return Scatter(samples, _seats(states), rows)


def _name(ship: int, players: int) -> str:
    return data.SHIP_IDS[data.GHOST_CODE if players == 1 and ship == data.GHOST else ship]


def _seats(states: States) -> list[int]:
    bits = int(entry.to_act(states))
    return [seat for seat in range(data.MAX_PLAYERS) if bits >> seat & 1]


def _movement(states: States) -> tuple[int, int, bool]:
    now = states[0]
    return int(now["round_number"]), int(now["movement"]), int(now["phase"]) == data.OVER


def _played_out(states: States, rng: Rng) -> States:
    """Return a state at the end of its movement, with everything that is still open chosen at random."""
    work, begun = states.copy(), _movement(states)
    out = np.empty(data.N_ACTIONS, np.int64)
    while _movement(work) == begun:
        for seat in _seats(work):
            legal = out[: entry.legal(work, seat, out)].tolist()
            entry.apply(work, seat, _chosen(legal, rng), NO_EVENTS)
    return work


def _chosen(legal: list[int], rng: Rng) -> int:
    if data.ACT_STOP in legal:
        return data.ACT_STOP if below(rng, data.N_MOVEMENTS) == 0 else data.ACT_GO
    return legal[below(rng, len(legal))]
