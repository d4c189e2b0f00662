"""Gravity Superstar for the bots: its levels and the versions of its search."""

from __future__ import annotations

from gravitable.bots.kernels.superstar_knobs import BY_HAND, LEARNED
from gravitable.bots.minds import WEIGHTS, Mind

MIND = Mind(
    kernels="gravitable.bots.kernels.superstar",
    levels=("search:3,noise=2", "search:40", "search:280", "search:2500", "search:1000ms"),
    knobs={1: BY_HAND, 2: LEARNED},
    network=WEIGHTS / "superstar.npz",
    curious="widen=9,exploration=0.6",
)
