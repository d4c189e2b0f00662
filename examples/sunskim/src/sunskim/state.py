"""The whole state of a game: one NumPy record."""

from __future__ import annotations

from typing import Final, cast

import numpy as np

from gravitable.core.state import Numbers, States, number, numbers, record_of
from sunskim.data import MAX_PLAYERS, PULLS


class State:
    """The fields of the record."""

    rules: int = number("i2")  # the version of the rules; a ruling that changed asks it
    players: int = number("i2")
    turns: int = number("i2")
    turn: int = number("i2")  # from 1; above ``turns`` the game is over
    pull: int = number("i2")  # the last one, 0 before the first
    pulls: Numbers = numbers("i2", len(PULLS))  # how many of each are left
    height: Numbers = numbers("i2", MAX_PLAYERS)
    score: Numbers = numbers("i2", MAX_PLAYERS)
    hand: Numbers = numbers("i2", MAX_PLAYERS)  # cards as bits
    chosen: Numbers = numbers("i2", MAX_PLAYERS)  # a card, NONE or HIDDEN


RECORD: Final = record_of(State)


def new_states() -> States:
    """Return an array with one empty record."""
    return np.zeros(1, RECORD)


def first(states: States) -> State:
    """Return the one record of an array, to be read and changed in place."""
    return cast(State, states[0])
