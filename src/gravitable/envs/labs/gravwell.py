"""Gravwell for the environments."""

from __future__ import annotations

import numpy as np

from gravitable.core.contract import Json
from gravitable.core.state import States
from gravitable.envs.kernels import gravwell_observe as observe
from gravitable.envs.kernels.common import Deal
from gravitable.envs.labs import Described, Lab
from gravitable.envs.labs.gravwell_picture import draw
from gravitable.gravwell import data


def _parts(_players: int) -> tuple[Described, ...]:
    return (
        (
            "ships",
            (data.N_SHIPS,),
            observe.SHIP,
            "the observer, the others as they sit (in Solo the Ghost), then the derelicts of 26 and 36",
        ),
        (
            "cards",
            (data.N_CARDS,),
            observe.CARD,
            "each fuel card, A to Z, as far as the observer can know",
        ),
        ("stacks", (data.MAX_STACKS,), observe.STACK, "each stack of the draft"),
        (
            "played",
            (data.MAX_PLAYERS,),
            tuple(f"movement {i + 1}" for i in range(data.N_MOVEMENTS)),
            f"each player's card of each movement: 0 none yet, 1 to 26 for A to Z, {observe.UNKNOWN_CARD} sealed",
        ),
        ("turn", (), observe.TURN, "what is to be decided, and the course of the game"),
    )


def _deal(start: States, _options: Json) -> Deal:
    return Deal(start, np.zeros(0), np.zeros((0, 0), np.int64))


LAB = Lab(
    n_actions=data.N_ACTIONS,
    parts=_parts,
    kernels="gravitable.envs.kernels.gravwell_step",
    bots="gravitable.envs.kernels.gravwell_bots",
    deal=_deal,
    picture=draw,
    together=True,
)
