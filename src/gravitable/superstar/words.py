"""What happens in Gravity Superstar, in words: one sentence per kind of event.

A gap such as ``{feet}`` is filled with the event's field of that name; ``WORDS`` says how some fields read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gravitable.core.lists import must_agree
from gravitable.superstar.data import CARDS, COLOURS, DIRECTIONS

SENTENCES: Final = {
    "turn": "Round {round}: it is the turn of seat {seat}.",
    "enter": "Seat {seat} enters at {space}, feet to the {feet}.",
    "card": "Seat {seat} plays {card}{acts_as} {face_down}.",
    "pass": "{card} goes from seat {from} to seat {seat}.",
    "refresh": "Seat {seat} has an empty hand and takes all cards back.",
    "complete": "Seat {seat} completes the hand.",
    "step": "Seat {seat} moves {direction} to {space}.",
    "fall": "Seat {seat} falls {direction} to {space}.",
    "land": "Seat {seat} lands on {space}.",
    "rotate": "Seat {seat} turns the feet to the {feet}.",
    "turn-tile": "Seat {seat} turns the tile by {quarters} degrees clockwise.",
    "carried": "The tile carries seat {seat} to {space}, feet to the {feet}.",
    "teleport": "Seat {seat} teleports to {space}.",
    "eject": "Seat {seat} is thrown out at {space} by seat {by}.",
    "star": "Seat {seat} takes {colour} star at {space}.",
    "token": "Seat {seat} takes a replay token at {space}.",
    "open-door": "The Open Door moves to {space}.",
    "steal": "Seat {seat} steals {what} from seat {from}.",
    "replay": "Seat {seat} pays a replay token for a second action.",
    "last-round": "Seat {seat} has {points} points: this round is the last.",
    "round-end": "Round {round} is over.",
    "over": "The game is over: {reason}.",
}

_COMPASS: Final = dict(zip(DIRECTIONS, ("north", "east", "south", "west"), strict=True))

CARD_TEXTS: Final = {
    "long": ("Long Jump", "Long jump", "two spaces sideways"),
    "high": ("High Jump", "High jump", "one up, one sideways"),
    "drop": ("Drop", "Drop", "through the platform under your feet"),
    "rotate": ("Rotate", "Rotate", "turn in place"),
    "wild": ("Wild", "Wild", "as any of the four"),
    "tile": ("Rotate a Planet Tile", "Turn tile", ""),
    "double": ("Double Jump", "Double jump", "sideways, fall, sideways, fall"),
    "teleport": ("Teleport", "Teleport", "to the Open Door"),
}
"""The cards: title, name for drawings with little room, and what each does where the title does not say it."""
must_agree("cards and their texts", CARD_TEXTS, CARDS)
CARD_NAMES: Final = {card: name for card, (_, name, _) in CARD_TEXTS.items()}

_ENDINGS: Final = {
    "few-stars": "few stars are left on the board",
    "points-reached": "somebody reached the points",
    "no-stars": "no star is left on the board",
    "round-limit": "the limit of rounds is reached; the game was cut short",
}

_A_COLOUR: Final = {colour: f"{'an' if colour[0] in 'aeiou' else 'a'} {colour}" for colour in COLOURS}

WORDS: Final[dict[str, Mapping[Any, str]]] = {
    "acts_as": {None: "", **{card: f" as {title}" for card, (title, _, _) in CARD_TEXTS.items()}},
    "card": {None: "a card", **{card: title for card, (title, _, _) in CARD_TEXTS.items()}},
    "colour": _A_COLOUR,
    "direction": _COMPASS,
    "face_down": {False: "face up", True: "face down"},
    "feet": _COMPASS,
    "quarters": {quarters: f"{90 * quarters}" for quarters in range(4)},
    "reason": _ENDINGS,
    "what": {
        **{colour: f"{a_colour} star" for colour, a_colour in _A_COLOUR.items()},
        "token": "a replay token",
    },
}


def sentence(kind: str, fields: Mapping[str, Any]) -> str:
    """Return the sentence of an event, given as its kind and its fields.

    >>> sentence("step", {"seat": 2, "space": "c5", "direction": "s"})
    'Seat 2 moves south to c5.'
    """
    read = {name: WORDS[name][value] if name in WORDS else value for name, value in fields.items()}
    return SENTENCES[kind].format(**read)
