"""Gravwell for the environments."""

from __future__ import annotations

import numpy as np

from gravitable.core.chance import States
from gravitable.core.contract import Json
from gravitable.envs.kernels.common import Deal
from gravitable.envs.kernels.gravwell_observe import UNKNOWN_CARD
from gravitable.envs.labs import Described, Lab
from gravitable.envs.raster import draw_gravwell
from gravitable.gravwell import data


def _parts(_players: int) -> tuple[Described, ...]:
    letters = tuple(data.LETTERS)
    seats = tuple(f"player {i}" for i in range(data.MAX_PLAYERS))
    return (
        (
            "ships",
            (data.N_SHIPS,),
            (
                "in play",
                "position",
                "in the Singularity",
                "through the gate",
                "may stop",
                "cards in hand",
                "to act",
            ),
            "the observer, the others as they sit (in Solo the Ghost), then the derelicts of 26 and 36",
        ),
        (
            "cards",
            (data.N_CARDS,),
            (*(f"known in hand of {seat}" for seat in seats), "played", "unseen", "resolving"),
            "each fuel card, A to Z, as far as the observer can know",
        ),
        (
            "stacks",
            (data.MAX_STACKS,),
            (
                *(f"shows {x}" for x in letters),
                "hidden cards",
                "free",
                *(f"taken by {seat}" for seat in seats),
            ),
            "each stack of the draft",
        ),
        (
            "played",
            (data.MAX_PLAYERS,),
            tuple(f"movement {i + 1}" for i in range(data.N_MOVEMENTS)),
            f"each player's card of each movement: 0 none yet, 1 to 26 for A to Z, {UNKNOWN_CARD} sealed",
        ),
        (
            "turn",
            (),
            (
                *(
                    "draft",
                    "pick",
                    "stop or go",
                    "round",
                    "rounds left",
                    "movement",
                    "resolving letter (1 is A)",
                ),
                *("stacks taken", *data.VARIANTS),
                *(f"draft place {i + 1} (player + 1)" for i in range(data.MAX_PLAYERS)),
            ),
            "what is to be decided, and the course of the game",
        ),
    )


def _deal(start: States, _options: Json) -> Deal:
    return Deal(start, np.zeros(0), np.zeros((0, 0), np.int64))


LAB = Lab(data.N_ACTIONS, _parts, "gravitable.envs.kernels.gravwell_step", _deal, draw_gravwell)
