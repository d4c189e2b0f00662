"""The whole state of a game of Gravity Superstar: one NumPy record of fixed size.

Copying a state is one assignment, a batch of games is an array, and compiled code works on it without the GIL.
Cards are bits: bit ``LONG`` of ``hand[seat]`` is set while that seat holds its Long Jump.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gravitable.core.chance import States
from gravitable.core.copies import plain_reader
from gravitable.superstar import data

STATE = np.dtype(
    (
        np.record,
        [
            # the table
            (
                "rules",
                "i2",
            ),  # the version of the rules that the game is played by: a rule that changed asks it
            ("players", "i2"),
            ("goodies", "i2"),  # the goodie cards in play, as bits
            ("expert", "i2"),
            ("round_limit", "i2"),  # 0: none
            ("shape_index", "i2"),  # board shape: an index into data.COLUMNS and data.ROWS
            # the turn
            ("phase", "i2"),
            ("seat", "i2"),  # whose turn it is
            ("first", "i2"),  # who began the game
            ("round_number", "i2"),  # from 1 (a NumPy record already has a method "round")
            ("second_action", "i2"),  # the replay of this turn has been paid for
            ("entering", "i2"),  # the pawn has just entered the board; its action is still to come
            ("last_round", "i2"),  # expert game: somebody has reached the points
            ("ending", "i2"),
            ("n_victims", "i2"),
            ("victims", "i2", (data.MAX_PLAYERS,)),  # ejected this move and not yet stolen from, in order
            # the tiles, by place
            ("tile", "i2", (data.MAX_TILES,)),
            ("face", "i2", (data.MAX_TILES,)),
            ("turned", "i2", (data.MAX_TILES,)),  # quarter turns clockwise from how the tile file draws it
            ("door", "i2", (data.MAX_TILES,)),  # space of each place's door
            ("floor", "i2", (data.MAX_TILES,)),  # direction of each door's floor
            ("open_door", "i2"),  # the place whose door is open
            # the pieces
            ("pawn", "i2", (data.MAX_PLAYERS,)),  # space, -1: off the board
            ("feet", "i2", (data.MAX_PLAYERS,)),  # direction
            ("hand", "i2", (data.MAX_PLAYERS,)),
            ("face_up", "i2", (data.MAX_PLAYERS,)),
            ("face_down", "i2", (data.MAX_PLAYERS,)),
            # Only in a masked state: so many of the seat's cards lie face down, nobody may know which.
            ("hidden", "i2", (data.MAX_PLAYERS,)),
            ("stars", "i2", (data.MAX_PLAYERS, data.N_COLOURS)),
            ("tokens", "i2", (data.MAX_PLAYERS,)),
            ("supply", "i2"),
            ("bag", "i2", (data.N_COLOURS,)),
            ("stars_on_board", "i2"),
            # the spaces
            ("wall", "u1", (data.MAX_SPACES,)),  # as the space's own tile shows them
            ("blocked", "u1", (data.MAX_SPACES,)),  # the same, with what the neighbour tile shows
            ("symbol", "u1", (data.MAX_SPACES,)),
            ("star", "u1", (data.MAX_SPACES,)),  # 0: none, else colour + 1
        ],
    )
)


def new_states(count: int = 1) -> States:
    """Return blank states, to be filled by ``setup.start``."""
    return np.zeros(count, STATE)


plain: Final = plain_reader(STATE)
"""Returns the fields of the first state as Python numbers and small arrays, quick to read one by one."""
