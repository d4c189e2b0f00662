"""How events read for people: their details and a sentence each, as JSON text written by a kernel.

The words stand in the tables below; ``{name}`` in them is a gap, and ``_fill`` says what goes into it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gravitable.core.chance import States
from gravitable.core.jit import door, kernel
from gravitable.core.phrases import phrases, rows_of, told
from gravitable.core.texts import Out, Pages, begin, end, end_number, end_word, erase, raw_words, words
from gravitable.core.viewers import SPECTATOR
from gravitable.superstar import data
from gravitable.superstar.board import FIRST_NAME, SPACE_NAMES
from gravitable.superstar.events import KINDS
from gravitable.superstar.view import hides_card

_ON_SPACE: Final = '"space":"{space}"'
_DETAILS: Final = {
    "turn": '"round":{place}',
    "enter": _ON_SPACE + ',"feet":"{direction}"',
    "card": '"card":{card},"face_down":{face_down}',
    "pass": '"card":{card},"from":{value}',
    "step": _ON_SPACE + ',"direction":"{direction}"',
    "fall": _ON_SPACE + ',"direction":"{direction}"',
    "land": _ON_SPACE + ',"fallen":{value}',
    "rotate": _ON_SPACE + ',"feet":"{direction}"',
    "turn-tile": '"place":{place},"quarters":{value}',
    "carried": _ON_SPACE + ',"feet":"{direction}"',
    "teleport": _ON_SPACE,
    "eject": _ON_SPACE + ',"by":{value}',
    "star": _ON_SPACE + ',"colour":"{colour}"',
    "token": _ON_SPACE,
    "open-door": _ON_SPACE + ',"place":{value}',
    "steal": '"from":{place},"what":"{what}"',
    "last-round": '"points":{value}',
    "round-end": '"round":{place}',
    "over": '"reason":{reason}',
}
"""What an event says beyond its kind and seat."""

_SENTENCES: Final = {
    "turn": "Round {place}: it is the turn of seat {seat}.",
    "enter": "Seat {seat} enters at {space}, feet to the {compass}.",
    "card": "Seat {seat} plays {title} {side}.",
    "pass": "{title} goes from seat {value} to seat {seat}.",
    "refresh": "Seat {seat} has an empty hand and takes all cards back.",
    "complete": "Seat {seat} completes the hand.",
    "step": "Seat {seat} moves {compass} to {space}.",
    "fall": "Seat {seat} falls {compass} to {space}.",
    "land": "Seat {seat} lands on {space}.",
    "rotate": "Seat {seat} turns the feet to the {compass}.",
    "turn-tile": "Seat {seat} turns the tile by {degrees} degrees clockwise.",
    "carried": "The tile carries seat {seat} to {space}, feet to the {compass}.",
    "teleport": "Seat {seat} teleports to {space}.",
    "eject": "Seat {seat} is thrown out at {space} by seat {value}.",
    "star": "Seat {seat} takes a {colour} star at {space}.",
    "token": "Seat {seat} takes a replay token at {space}.",
    "open-door": "The Open Door moves to {space}.",
    "steal": "Seat {seat} steals a {loot} from seat {place}.",
    "replay": "Seat {seat} pays a replay token for a second action.",
    "last-round": "Seat {seat} has {value} points: this round is the last.",
    "round-end": "Round {place} is over.",
    "over": "The game is over: {why}.",
}

_CARD_TITLES: Final = (
    "Long Jump",
    "High Jump",
    "Drop",
    "Rotate",
    "Wild",
    "Rotate a Planet Tile",
    "Double Jump",
    "Teleport",
    "a card",
)
_SECRET: Final = len(data.CARDS)
_ENDINGS: Final = {
    None: "",
    "few-stars": "few stars are left on the board",
    "points-reached": "somebody reached the points",
    "no-stars": "no star is left on the board",
    "round-limit": "the limit of rounds is reached; the game was cut short",
}

_GAPS: Final = (
    "seat place value space direction compass colour card title face_down side degrees loot what reason why"
)
(
    SEAT,
    PLACE,
    VALUE,
    SPACE,
    DIRECTION,
    COMPASS,
    COLOUR,
    CARD,
    TITLE,
    FACE_DOWN,
    SIDE,
    DEGREES,
    LOOT,
    WHAT,
    REASON,
    WHY,
) = range(len(_GAPS.split()))


def _phrase(kind: str) -> str:
    details = f",{_DETAILS[kind]}" if kind in _DETAILS else ""
    return f'{{{{"event":"{kind}","seat":{{seat}}{details},"text":"{_SENTENCES[kind]}"}}}}'


_STARTS, _PARTS, _PIECES = phrases([_phrase(kind) for kind in KINDS], _GAPS.split())
_SPACES: Final = raw_words(*(name for names in SPACE_NAMES for name in names))
_DIRECTIONS: Final = raw_words(*data.DIRECTIONS)
_COMPASS: Final = raw_words("north", "east", "south", "west")
_COLOURS: Final = raw_words(*data.COLOURS)
_LOOT: Final = raw_words(*(f"{colour} star" for colour in data.COLOURS), "replay token")
_WHAT: Final = raw_words(*data.COLOURS, "token")
_CARDS: Final = words(*data.CARDS, None)
_TITLES: Final = raw_words(*_CARD_TITLES)
_FLAGS: Final = raw_words("false", "true")
_SIDES: Final = raw_words("face up", "face down")
_REASONS: Final = words(*data.ENDINGS)
_WHY: Final = raw_words(*_ENDINGS.values())


@kernel
def _fill_with_number(gap: int, seat: int, place: int, value: int, out: Out) -> None:
    if gap == SEAT and seat < 0:
        end(out, b"null")
    elif gap == SEAT:
        end_number(out, seat)
    elif gap == PLACE:
        end_number(out, place)
    else:
        end_number(out, 90 * value if gap == DEGREES else value)


@kernel
def _fill_with_card(gap: int, card: int, is_down: int, out: Out) -> None:
    if gap == CARD:
        end_word(out, _CARDS, card)
    elif gap == TITLE:
        end_word(out, _TITLES, card)
    elif gap == FACE_DOWN:
        end_word(out, _FLAGS, is_down)
    else:
        end_word(out, _SIDES, is_down)


@kernel
def _fill_with_word(gap: int, value: int, out: Out) -> None:
    if gap == DIRECTION:
        end_word(out, _DIRECTIONS, value)
    elif gap == COMPASS:
        end_word(out, _COMPASS, value)
    elif gap == COLOUR:
        end_word(out, _COLOURS, value)
    elif gap == LOOT:
        end_word(out, _LOOT, value)
    elif gap == WHAT:
        end_word(out, _WHAT, value)
    elif gap == REASON:
        end_word(out, _REASONS, value)
    else:
        end_word(out, _WHY, value)


@kernel
def _fill(gap: int, row: NDArray[np.int32], shape: int, is_secret: bool, out: Out) -> None:
    seat, place, value = row[1], row[2], row[3]
    if gap == SPACE:
        end_word(out, _SPACES, FIRST_NAME[shape] + place)
    elif gap in (SEAT, PLACE, VALUE, DEGREES):
        _fill_with_number(gap, seat, place, value, out)
    elif gap in (CARD, TITLE, FACE_DOWN, SIDE):
        _fill_with_card(gap, _SECRET if is_secret else place, value, out)
    else:
        _fill_with_word(gap, value, out)


@door
def _tell(states: States, rows: Any, viewer: int, pages: Pages) -> int:
    erase(pages)
    out = pages[0]
    for number in range(rows.shape[0]):
        row = rows[number]
        is_secret = hides_card(row, viewer)
        begin(out, b"")
        for at in range(_STARTS[row[0]], _STARTS[row[0] + 1]):
            if _PARTS[at] >= 0:
                end_word(out, _PIECES, _PARTS[at])
            else:
                _fill(-1 - _PARTS[at], row, states[0].shape_index, is_secret, out)
    return out.taken


@door
def _has_secrets(rows: Any) -> bool:
    is_secret = False
    for number in range(rows.shape[0]):
        is_secret = is_secret or hides_card(rows[number], SPECTATOR)
    return is_secret


def event_text(states: States, happened: bytes, viewer: int) -> str:
    """Return what ``viewer`` may see of stored events: members of a JSON list."""
    return told(_tell, states, happened, viewer)


def has_secrets(happened: bytes) -> bool:
    """Say whether a spectator, who sees least, may not see all of stored events."""
    return bool(_has_secrets(rows_of(happened)))
