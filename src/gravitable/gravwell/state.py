"""The whole state of a game of Gravwell: one NumPy record of fixed size.

Copying a state is one assignment, a batch of games is an array, and compiled code works on it without the
GIL. A set of cards is a set of bits, bit 0 for A. The cards that a deal leaves unused stand nowhere: they are
what is missing.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gravitable.core.copies import plain_reader
from gravitable.core.state import Numbers, States, number, numbers, record_of
from gravitable.gravwell import data


class State:
    """The fields of the record; kernels take it as ``s``."""

    # the table
    rules: int = number("i2")  # the version of the rules; a ruling that changed asks it
    players: int = number("i2")
    variants: Numbers = numbers("i2", len(data.VARIANTS))  # 1: played with it
    # the course of play
    phase: int = number("i2")
    round_number: int = number("i2")  # from 1; plain "round" is a method of every NumPy record
    movement: int = number("i2")  # 1 to 6; 0 until the draft is done
    waiting: int = number("i2")  # the seats that must choose now, as bits
    current: int = number("i2")  # the letter that resolves or resolved last, -1: no card is revealed yet
    ending: int = number("i2")
    draft_order: Numbers = numbers("i2", data.MAX_PLAYERS)  # -1 behind the last player
    drafted: int = number("i2")  # stacks taken
    # the ships
    position: Numbers = numbers("i2", data.N_SHIPS)  # 54: through the Warp Gate, -1: not in this game
    stop: Numbers = numbers("i2", data.MAX_PLAYERS)  # 1: the seat may still stop
    # the cards
    hand_size: Numbers = numbers("i2", data.MAX_PLAYERS)
    hand: Numbers = numbers("i4", data.MAX_PLAYERS)  # a card leaves the hand when it is revealed
    stack_up: Numbers = numbers("i4", data.MAX_STACKS)  # kept when the stack is taken: everybody saw it
    stack_down: Numbers = numbers("i4", data.MAX_STACKS)
    taken_by: Numbers = numbers("i2", data.MAX_STACKS)
    # Each seat's card of each movement, -1: none yet. The Ghost's pile is all there, top card first.
    played: Numbers = numbers("i2", data.MAX_PLAYERS, data.N_MOVEMENTS)


STATE: Final = record_of(State)


def new_states(count: int = 1) -> States:
    """Return blank states, to be filled by ``setup.start``."""
    return np.zeros(count, STATE)


plain: Final = plain_reader(STATE)
"""Returns the fields of the first state as Python numbers and small arrays, quick to read one by one."""
