"""Gravity Superstar for the environments."""

from __future__ import annotations

from gravitable.core.contract import Json
from gravitable.core.state import States
from gravitable.envs.kernels import superstar_observe as observe
from gravitable.envs.kernels.common import Deal
from gravitable.envs.labs import Described, Lab
from gravitable.envs.labs.superstar_picture import draw
from gravitable.superstar import data, host


def _parts(players: int) -> tuple[Described, ...]:
    shape = data.SHAPE_OF_PLAYERS[players]
    board = (int(data.ROWS[shape]), int(data.COLUMNS[shape]))
    return (
        (
            "board",
            board,
            observe.SPACE,
            "each space, row by row from a1; a platform counts 2 on a space whose own tile shows it, else 1",
        ),
        (
            "seats",
            (players,),
            observe.SEAT,
            "each player; cards in hand and face down as far as the observer can know them",
        ),
        ("doors", (int(data.N_PLACES[shape]),), observe.DOORWAY, "the door of each tile place, clockwise"),
        ("turn", (), observe.TURN, "what is to be decided, and the course of the game"),
    )


def _deal(start: States, options: Json) -> Deal:
    tiles = host.tile_set(options["tiles"])
    return Deal(start, tiles.faces(), host.picks(options, tiles))


LAB = Lab(
    n_actions=data.N_ACTIONS,
    parts=_parts,
    kernels="gravitable.envs.kernels.superstar_step",
    bots="gravitable.envs.kernels.superstar_bots",
    deal=_deal,
    picture=draw,
)
