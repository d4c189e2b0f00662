"""The whole state of a game of Gravity Superstar: one NumPy record of fixed size.

Copying a state is one assignment, a batch of games is an array, and compiled code works on it without the GIL.
Cards are bits: bit ``LONG`` of ``hand[seat]`` is set while that seat holds its Long Jump.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gravitable.core.copies import plain_reader
from gravitable.core.state import Numbers, States, number, numbers, record_of
from gravitable.superstar import data


class State:
    """The fields of the record; kernels take it as ``s``."""

    # the table
    rules: int = number("i2")  # the version of the rules; a ruling that changed asks it
    players: int = number("i2")
    goodies: int = number("i2")  # the goodie cards in play, as bits
    expert: int = number("i2")
    round_limit: int = number("i2")  # 0: none
    shape_index: int = number("i2")  # board shape: an index into data.COLUMNS and data.ROWS
    # the turn
    phase: int = number("i2")
    seat: int = number("i2")  # whose turn it is
    first: int = number("i2")  # who began the game
    round_number: int = number("i2")  # from 1 (a NumPy record already has a method "round")
    second_action: int = number("i2")  # the replay of this turn has been paid for
    entering: int = number("i2")  # the pawn has just entered the board; its action is still to come
    last_round: int = number("i2")  # expert game: somebody has reached the points
    ending: int = number("i2")
    n_victims: int = number("i2")
    victims: Numbers = numbers("i2", data.MAX_PLAYERS)  # ejected this move and not yet stolen from, in order
    # the tiles, by place
    tile: Numbers = numbers("i2", data.MAX_TILES)
    face: Numbers = numbers("i2", data.MAX_TILES)
    turned: Numbers = numbers("i2", data.MAX_TILES)  # quarter turns clockwise from how the tile file draws it
    door: Numbers = numbers("i2", data.MAX_TILES)  # space of each place's door
    floor: Numbers = numbers("i2", data.MAX_TILES)  # direction of each door's floor
    open_door: int = number("i2")  # the place whose door is open
    # the pieces
    pawn: Numbers = numbers("i2", data.MAX_PLAYERS)  # space, -1: off the board
    feet: Numbers = numbers("i2", data.MAX_PLAYERS)  # direction
    hand: Numbers = numbers("i2", data.MAX_PLAYERS)
    face_up: Numbers = numbers("i2", data.MAX_PLAYERS)
    face_down: Numbers = numbers("i2", data.MAX_PLAYERS)
    # Only in a masked state: so many of the seat's cards lie face down, nobody may know which.
    hidden: Numbers = numbers("i2", data.MAX_PLAYERS)
    stars: Numbers = numbers("i2", data.MAX_PLAYERS, data.N_COLOURS)
    tokens: Numbers = numbers("i2", data.MAX_PLAYERS)
    supply: int = number("i2")
    bag: Numbers = numbers("i2", data.N_COLOURS)
    stars_on_board: int = number("i2")
    # the spaces
    wall: Numbers = numbers("u1", data.MAX_SPACES)  # as the space's own tile shows them
    blocked: Numbers = numbers("u1", data.MAX_SPACES)  # the same, with what the neighbour tile shows
    symbol: Numbers = numbers("u1", data.MAX_SPACES)
    star: Numbers = numbers("u1", data.MAX_SPACES)  # 0: none, else colour + 1


STATE: Final = record_of(State)


def new_states(count: int = 1) -> States:
    """Return blank states, to be filled by ``setup.start``."""
    return np.zeros(count, STATE)


plain: Final = plain_reader(STATE)
"""Returns the fields of the first state as Python numbers and small arrays, quick to read one by one."""
