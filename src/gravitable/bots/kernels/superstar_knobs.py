"""The tuned numbers of Gravity Superstar's search; the arena tuned them, docs/bots.md tells how.

They are apart from the levels, since whatever stands in a file that kernels import compiles all of them anew.
"""

from __future__ import annotations

BY_HAND = {
    "exploration": 0.25,
    "playout": 8.0,  # decisions of a playout with two players, before it is evaluated
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
    "widen": 1e9,  # how many actions a place is worth, per root of a visit; here: all of them
    "crowd": 8.0,  # the same with three players or more
}

LEARNED = {
    **BY_HAND,  # those of the evaluation by hand have no effect
    "exploration": 0.1,
    "playout": 0.0,
    "crowd": 4.0,
    "widen": 0.8,
}
