"""The numbers that the arena tuned; docs/bots.md tells how."""

from __future__ import annotations

from math import isfinite

import numpy as np
from numpy.typing import NDArray

from gravitable.bots.base import UnknownBot
from gravitable.core.errors import suggest

SUPERSTAR = {
    "exploration": 0.25,
    "playout": 8.0,  # decisions of a playout before it is evaluated
    "slips": 0.1,  # share of playout decisions made at random
    "noise": 0.5,
    "hand": 0.1,  # worth of a card in hand, in points
    "next_gain": 0.3,  # how much of what could be taken next counts already
    "spread": 0.8,  # how unsure a lead is, per root of a star left
    "spread_end": 0.8,
    "bias": 0.1,
    "replay_gain": 1.0,
    "turn": 0.3,
    "off_board": 0.0,
}

GRAVWELL = {
    "exploration": 0.5,
    "slips": 0.2,  # share of playout decisions made at random
    "noise": 3.0,
    "spread": 4.0,  # how unsure a lead is, per root of a round left
    "spread_end": 1.0,
    "bias": 0.01,
    "drift": 7.0,  # Solo: spaces that a ship gains in a round
    "extra_rounds": 0.0,
}

SUPERSTAR_LEARNED = {
    **SUPERSTAR,  # those of the old evaluation have no effect
    "exploration": 0.1,
    "playout": 0.0,
    "widen": 0.8,  # how many actions a place is worth, per root of a visit
}

GRAVWELL_LEARNED = {
    **GRAVWELL,
    "net": 1.0,  # 0: the old guess at the end of a round
}

TUNED = {
    1: {"superstar": SUPERSTAR, "gravwell": GRAVWELL},
    2: {"superstar": SUPERSTAR_LEARNED, "gravwell": GRAVWELL_LEARNED},
}
"""By version of the search, and by game; in the order in which the kernels take them."""

VERSIONS = tuple(TUNED)


def turned(game: str, version: int, settings: list[str]) -> NDArray[np.float64]:
    """Return the knobs with some turned, as in ``exploration=0.25``; raises UnknownBot."""
    knobs = dict(TUNED[version][game])
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in knobs:
            raise UnknownBot(f"the search of {game} has no knob {name!r}; {suggest(name, knobs)}")
        try:
            knobs[name] = float(value)
        except ValueError:
            raise UnknownBot(f"knob {name!r} takes a number, not {value!r}; it is {knobs[name]}") from None
        if not isfinite(knobs[name]) or knobs[name] < 0:
            raise UnknownBot(f"knob {name!r} takes a number from 0 up, not {value!r}")
    return np.array(list(knobs.values()))
