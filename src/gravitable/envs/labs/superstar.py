"""Gravity Superstar for the environments."""

from __future__ import annotations

from gravitable.core.chance import States
from gravitable.core.contract import Json
from gravitable.envs.kernels.common import Deal
from gravitable.envs.labs import Described, Lab
from gravitable.envs.raster import draw_superstar
from gravitable.superstar import data, host


def _parts(players: int) -> tuple[Described, ...]:
    shape = data.SHAPE_OF_PLAYERS[players]
    board = (int(data.ROWS[shape]), int(data.COLUMNS[shape]))
    own_cards = data.CARDS[: data.N_OWN_CARDS]
    return (
        (
            "board",
            board,
            (
                *(f"{colour} star" for colour in data.COLOURS),
                *("star symbol", "replay symbol"),
                *(f"platform {side}" for side in data.DIRECTIONS),
                *("door", "open door", "own pawn", "rival pawn"),
            ),
            "each space, row by row from a1; a platform counts 2 on a space whose own tile shows it, else 1",
        ),
        (
            "seats",
            (players,),
            (
                *("on board", "row", "column"),
                *(f"feet {side}" for side in data.DIRECTIONS),
                *(f"holds {card}" for card in data.CARDS),
                *(f"{card} face up" for card in own_cards),
                *(f"{card} face down" for card in own_cards),
                "unknown cards face down",
                *(f"{colour} stars" for colour in data.COLOURS),
                *("tokens", "points", "to act", "began the game", "to be stolen from"),
            ),
            "each player; cards in hand and face down as far as the observer can know them",
        ),
        (
            "doors",
            (int(data.N_PLACES[shape]),),
            (*(f"floor {side}" for side in data.DIRECTIONS), "open"),
            "the door of each tile place, clockwise",
        ),
        (
            "turn",
            (),
            (
                *("action", "steal", "replay", "second action", "last round", "expert"),
                *(f"{goodie} in play" for goodie in data.GOODIE_NAMES),
                *("round", "rounds left (255: no limit)", "stars on board", "tokens in supply"),
                *(f"{colour} in bag" for colour in data.COLOURS),
            ),
            "what is to be decided, and the course of the game",
        ),
    )


def _deal(start: States, options: Json) -> Deal:
    tiles = host.tile_set(options["tiles"])
    return Deal(start, tiles.faces(), host.picks(options, tiles))


LAB = Lab(data.N_ACTIONS, _parts, "gravitable.envs.kernels.superstar_step", _deal, draw_superstar)
