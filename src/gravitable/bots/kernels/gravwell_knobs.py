"""The tuned numbers of Gravwell's search; the arena tuned them, docs/bots.md tells how.

They are apart from the levels, since whatever stands in a file that kernels import compiles all of them anew.
"""

from __future__ import annotations

BY_HAND = {
    "exploration": 0.5,
    "slips": 0.2,  # share of playout decisions made at random
    "noise": 3.0,
    "spread": 4.0,  # how unsure a lead is, per root of a round left
    "spread_end": 1.0,
    "bias": 0.01,
    "drift": 7.0,  # Solo: spaces that a ship gains in a round
    "extra_rounds": 0.0,
    "net": 0.0,  # 1: a network judges the end of a round, 0: by hand
}

LEARNED = {**BY_HAND, "net": 1.0}
