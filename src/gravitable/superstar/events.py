"""The kinds of event of Gravity Superstar, and how each reads for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gravitable.core.events import Event
from gravitable.superstar.board import space_name
from gravitable.superstar.data import CARDS, COLOURS, DIRECTIONS, ENDINGS, N_COLOURS

Detail = dict[str, Any]

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

CARD_TITLES: Final = (
    "Long Jump",
    "High Jump",
    "Drop",
    "Rotate",
    "Wild",
    "Rotate a Planet Tile",
    "Double Jump",
    "Teleport",
)
_COMPASS: Final = ("north", "east", "south", "west")
_ENDINGS: Final = {
    "few-stars": "few stars are left on the board",
    "points-reached": "somebody reached the points",
    "no-stars": "no star is left on the board",
    "round-limit": "the limit of rounds is reached; the game was cut short",
}


def _loot(value: int) -> str:
    return "replay token" if value == N_COLOURS else f"{COLOURS[value]} star"


def _space(place: int, shape: int) -> Detail:
    return {"space": space_name(place, shape)}


def _details(kind: str, place: int, value: int, shape: int) -> Detail:
    """Return what an event says beyond its kind and seat."""
    if kind in ("star", "token", "teleport"):
        colour = {"colour": COLOURS[value]} if kind == "star" else {}
        return _space(place, shape) | colour
    if kind in ("step", "fall"):
        return _space(place, shape) | {"direction": DIRECTIONS[value]}
    if kind in ("enter", "rotate", "carried"):
        return _space(place, shape) | {"feet": DIRECTIONS[value]}
    simple: dict[str, Detail] = {
        "turn": {"round": place},
        "round-end": {"round": place},
        "land": {"fallen": value},
        "eject": {"by": value},
        "last-round": {"points": value},
    }
    if kind in ("land", "eject"):
        return _space(place, shape) | simple[kind]
    return simple.get(kind) or _card_details(kind, place, value, shape)


def _card_details(kind: str, place: int, value: int, shape: int) -> Detail:
    if kind == "card":
        return {"card": CARDS[place], "face_down": bool(value)}
    if kind == "pass":
        return {"card": CARDS[place], "from": value}
    if kind == "turn-tile":
        return {"place": place, "quarters": value}
    if kind == "open-door":
        return _space(place, shape) | {"place": value}
    if kind == "steal":
        return {"from": place, "what": "token" if value == N_COLOURS else COLOURS[value]}
    if kind == "over":
        return {"reason": ENDINGS[value]}
    return {}


_SENTENCES: Final[dict[str, str]] = {
    "turn": "Round {round}: it is the turn of seat {seat}.",
    "enter": "Seat {seat} enters at {space}, feet to the {feet_name}.",
    "refresh": "Seat {seat} has an empty hand and takes all cards back.",
    "complete": "Seat {seat} completes the hand.",
    "pass": "{title} goes from seat {from} to seat {seat}.",
    "step": "Seat {seat} moves {direction_name} to {space}.",
    "fall": "Seat {seat} falls {direction_name} to {space}.",
    "land": "Seat {seat} lands on {space}.",
    "rotate": "Seat {seat} turns the feet to the {feet_name}.",
    "turn-tile": "Seat {seat} turns the tile by {degrees} degrees clockwise.",
    "carried": "The tile carries seat {seat} to {space}, feet to the {feet_name}.",
    "teleport": "Seat {seat} teleports to {space}.",
    "eject": "Seat {seat} is thrown out at {space} by seat {by}.",
    "star": "Seat {seat} takes a {colour} star at {space}.",
    "token": "Seat {seat} takes a replay token at {space}.",
    "open-door": "The Open Door moves to {space}.",
    "steal": "Seat {seat} steals a {loot} from seat {from}.",
    "replay": "Seat {seat} pays a replay token for a second action.",
    "last-round": "Seat {seat} has {points} points: this round is the last.",
    "round-end": "Round {round} is over.",
    "over": "The game is over: {why}.",
}


def _sentence(kind: str, seat: int, detail: Detail, value: int) -> str:
    if kind == "card":
        title = CARD_TITLES[CARDS.index(detail["card"])] if detail["card"] else "a card"
        return f"Seat {seat} plays {title} {'face down' if detail['face_down'] else 'face up'}."
    words = dict(detail, seat=seat)
    if "direction" in detail:
        words["direction_name"] = _COMPASS[value]
    if "feet" in detail:
        words["feet_name"] = _COMPASS[value]
    if kind == "pass":
        words["title"] = CARD_TITLES[CARDS.index(detail["card"])]
    if kind == "turn-tile":
        words["degrees"] = 90 * value
    if kind == "steal":
        words["loot"] = _loot(value)
    if kind == "over":
        words["why"] = _ENDINGS[detail["reason"]]
    return _SENTENCES[kind].format(**words)


def readable(row: Sequence[int], shape: int, *, scrubbed: bool = False) -> Event:
    """Return a kernel event for people; a scrubbed one does not say which card it is about."""
    number, seat, place, value = row
    kind = KINDS[number]
    detail = _details(kind, place, value, shape)
    if scrubbed:
        detail = detail | {"card": None}
    return Event(kind, seat if seat >= 0 else None, detail, _sentence(kind, seat, detail, value))
