"""The kinds of event of Gravity Superstar as the kernel writes them: rows of kind, seat, place and value.

event_types.py says what people are told of each, words.py how it reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gravitable.core.events import EventRow
from gravitable.core.lists import must_be_numbered

SECRET: Final = -1
"""Stands for the card of a ``card`` event that the viewer may not know (see ``view.seen``)."""

KINDS: Final = (
    "turn",  # place: round
    "enter",  # place: space, value: feet
    "card",  # place: card, value: 1 when face down
    "pass",  # place: goodie; seat: who receives it, value: who gave it
    "refresh",  # the hand was empty; all cards come back
    "complete",
    "step",  # place: space, value: direction
    "fall",  # place: space, value: direction
    "land",  # place: space, value: spaces fallen
    "rotate",  # place: space, value: feet
    "turn-tile",  # place: tile place, value: quarter turns clockwise
    "carried",  # by a turned tile; place: space, value: feet
    "teleport",  # place: space
    "eject",  # seat: who is thrown out, place: space, value: by whom
    "star",  # place: space, value: colour
    "token",  # place: space
    "open-door",  # place: space of the door, value: tile place
    "steal",  # place: from whom, value: colour, or 6 for a token
    "replay",
    "last-round",  # value: points
    "round-end",  # place: round
    "over",  # value: ending
)
(
    TURN,
    ENTER,
    CARD,
    PASS,
    REFRESH,
    COMPLETE,
    STEP,
    FALL,
    LAND,
    ROTATE,
    TURN_TILE,
    CARRIED,
    TELEPORT,
    EJECT,
    STAR,
    TOKEN,
    OPEN_DOOR,
    STEAL,
    REPLAY,
    LAST_ROUND,
    ROUND_END,
    OVER,
) = range(len(KINDS))
must_be_numbered(KINDS, globals())


def end_of_turn(rows: Sequence[EventRow]) -> int:
    """Return how many of the rows still belong to the turn in which they begin: the rest is the next player's."""
    for number, row in enumerate(rows):
        if row[0] in (TURN, ROUND_END):
            return number
    return len(rows)
