"""Gravwell for the bots: its levels and the versions of its search."""

from __future__ import annotations

from gravitable.bots.kernels.gravwell_knobs import BY_HAND, LEARNED
from gravitable.bots.minds import WEIGHTS, Mind

MIND = Mind(
    kernels="gravitable.bots.kernels.gravwell",
    levels=("glance:1", "glance:3", "greedy", "search:12", "search:1000ms"),
    knobs={1: BY_HAND, 2: LEARNED},
    network=WEIGHTS / "gravwell.npz",
    curious="exploration=1",
)
