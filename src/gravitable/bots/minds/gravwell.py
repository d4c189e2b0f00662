"""Gravwell for the bots; the arena tuned the numbers, docs/bots.md tells how."""

from __future__ import annotations

from gravitable.bots.minds import WEIGHTS, Mind

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

MIND = Mind(
    kernels="gravitable.bots.kernels.gravwell",
    levels=("glance:1", "glance:3", "greedy", "search:20", "search:1000ms"),
    knobs={1: BY_HAND, 2: LEARNED},
    network=WEIGHTS / "gravwell.npz",
    curious="exploration=1",
)
