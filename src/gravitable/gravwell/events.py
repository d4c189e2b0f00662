"""The kinds of event of Gravwell as the kernel writes them: rows of kind, seat (or ship), place and value.

event_types.py says what people are told of each, words.py how it reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gravitable.core.events import EventRow
from gravitable.core.lists import must_be_numbered
from gravitable.gravwell.data import LETTERS

KINDS: Final = (
    "round",  # seat: number of players, place: round, value: draft order, two bits a seat
    "stack",  # place: stack, value: its face-up cards
    "take",  # place: stack, value: its face-up cards
    "get",  # place: stack, value: its face-down cards; only for the seat that took it
    "ghost",  # the Ghost's pile is shuffled
    "chaos",  # chance picks everybody's card
    "pick",  # place: letter, value: 1 when sealed
    "reveal",  # place: letter, value: movement
    "stop",  # place: letter
    "idle",  # place: letter; its ship is through the gate
    "pull",  # place: letter, direction + 1, position; value: surroundings, see pulls.py
    "tractor",  # place: letter, value: position
    "move",  # place: from, value: to, spaces slid, distance (6 bits each)
    "pass",  # through the Warp Gate
    "round-end",  # place: round
    "over",  # place: winners, value: ending
)
(
    ROUND,
    STACK,
    TAKE,
    GET,
    GHOST,
    CHAOS,
    PICK,
    REVEAL,
    STOP,
    IDLE,
    PULL,
    TRACTOR,
    MOVE,
    PASS,
    ROUND_END,
    OVER,
) = range(len(KINDS))
must_be_numbered(KINDS, globals())


def letters(cards: int) -> list[str]:
    """Return a set of cards as letters, A to Z.

    >>> letters(0b101)
    ['A', 'C']
    """
    return list(_letters(cards))


@lru_cache(16_384)
def _letters(cards: int) -> tuple[str, ...]:
    return tuple(letter for bit, letter in enumerate(LETTERS) if cards >> bit & 1)


def end_of_turn(rows: Sequence[EventRow]) -> int:
    """Return how many of the rows belong to the turn in which they begin: all, since every choice is a turn."""
    return len(rows)
