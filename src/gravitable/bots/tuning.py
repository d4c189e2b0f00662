"""The numbers that the arena tuned; docs/bots.md tells how."""

from __future__ import annotations

import numpy as np

SUPERSTAR = {
    "exploration": 0.5,
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
    "drift": 7.0,  # spaces that a ship gains in a round
    "extra_rounds": 0.0,
}

KNOBS = {
    "gravwell": np.array(list(GRAVWELL.values())),
    "superstar": np.array(list(SUPERSTAR.values())),
}
