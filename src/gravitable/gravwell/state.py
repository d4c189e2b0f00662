"""The whole state of a game of Gravwell: one NumPy record of fixed size.

Copying a state is one assignment, a batch of games is an array, and compiled code works on it without the
GIL. A set of cards is a set of bits, bit 0 for A. The cards that a deal leaves unused stand nowhere: they are
what is missing.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gravitable.core.chance import States
from gravitable.core.copies import plain_reader
from gravitable.gravwell import data

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
            ("no_secrets", "i2"),
            ("hardcore", "i2"),
            ("warp_gate", "i2"),
            ("chaos", "i2"),
            # the course of play
            ("phase", "i2"),
            ("round_number", "i2"),  # from 1; plain "round" is a method of every NumPy record
            ("movement", "i2"),  # 1 to 6; 0 until the draft is done
            ("waiting", "i2"),  # the seats that must choose now, as bits
            (
                "current",
                "i2",
            ),  # the letter that resolves or resolved last, -1: no card is revealed yet
            ("ending", "i2"),
            ("draft_order", "i2", (data.MAX_PLAYERS,)),  # -1 behind the last player
            ("drafted", "i2"),  # stacks taken
            # the ships
            ("position", "i2", (data.N_SHIPS,)),  # 54: through the Warp Gate, -1: not in this game
            ("stop", "i2", (data.MAX_PLAYERS,)),  # 1: the seat may still stop
            # the cards
            ("hand_size", "i2", (data.MAX_PLAYERS,)),
            ("hand", "i4", (data.MAX_PLAYERS,)),  # a card leaves the hand when it is revealed
            ("stack_up", "i4", (data.MAX_STACKS,)),  # kept when the stack is taken: everybody saw it
            ("stack_down", "i4", (data.MAX_STACKS,)),
            ("taken_by", "i2", (data.MAX_STACKS,)),
            # Each seat's card of each movement, -1: none yet. The Ghost's pile is all there, top card first.
            ("played", "i2", (data.MAX_PLAYERS, data.N_MOVEMENTS)),
        ],
    )
)


def new_states(count: int = 1) -> States:
    """Return blank states, to be filled by ``setup.start``."""
    return np.zeros(count, STATE)


plain: Final = plain_reader(STATE)
"""Returns the fields of the first state as Python numbers and small arrays, quick to read one by one."""
