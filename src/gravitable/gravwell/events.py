"""The kinds of event of Gravwell, and how each reads for people.

Every movement comes with its reason: a ``pull`` event tells what is nearest ahead and behind, how far, and
how many ships are on each side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from gravitable.core.events import Event
from gravitable.gravwell import pulls
from gravitable.gravwell.data import (
    CARD_KINDS,
    ELEMENTS,
    ENDINGS,
    GATE,
    KIND,
    LETTERS,
    MAX_PLAYERS,
    SHIP_IDS,
    SINGULARITY,
    VALUE,
)

Detail = dict[str, Any]

KINDS: Final = (
    "round",  # seat: number of players, place: round, value: draft order, two bits a seat
    "stack",  # place: stack, value: its face-up cards
    "take",  # place: stack, value: its face-up cards
    "get",  # place: stack, value: its face-down cards; only for who took it
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

_ENDINGS: Final = {
    "gate": "a ship has passed the Warp Gate",
    "rounds": "all rounds are played and the ship nearest to the Warp Gate wins",
    "gate-activated": "the round in which the Warp Gate was opened is over",
    "ghost-escaped": "the Ghost has passed the Warp Gate first",
    "out-of-time": "the rounds are over and you are still in the Gravwell",
}


def letters(cards: int) -> list[str]:
    """Return a set of cards as letters, A to Z.

    >>> letters(0b101)
    ['A', 'C']
    """
    return list(_letters(cards))


@lru_cache(16_384)
def _letters(cards: int) -> tuple[str, ...]:
    return tuple(letter for bit, letter in enumerate(LETTERS) if cards >> bit & 1)


def ship_name(ship: str) -> str:
    """Return how sentences call a ship.

    >>> ship_name("seat-2"), ship_name("derelict-26")
    ('Seat 2', 'the derelict from 26')
    """
    word, _, number = ship.partition("-")
    return {"seat": f"Seat {number}", "derelict": f"the derelict from {number}"}.get(word, "the Ghost")


# --- the reasons of a movement ---


def _side(distance: int, ship: int) -> Detail | None:
    return {"ship": SHIP_IDS[ship], "distance": distance} if distance else None


def pull_detail(around: int) -> Detail:
    """Return packed surroundings as data: direction and reason."""
    distances, ships, counts = (
        pulls.ahead_and_behind(around),
        pulls.nearest_ships(around),
        pulls.ship_counts(around),
    )
    return {
        "direction": pulls.DIRECTIONS[pulls.direction_of(around) + 1],
        "reason": pulls.REASONS[pulls.reason_of(around)],
        "ahead": _side(distances[0], ships[0]),
        "behind": _side(distances[1], ships[1]),
        "ships_ahead": counts[0],
        "ships_behind": counts[1],
    }


def pull_sentence(pull: Detail) -> str:
    """Return the reason of a pull in words, such as ``nearest: Seat 2, 1 behind``."""
    ahead, behind = pull["ahead"], pull["behind"]
    if pull["reason"] == "alone":
        return "no ship pulls"
    if pull["reason"] == "nearest":
        is_ahead = pull["direction"] == "forward"
        near, where = (ahead, "ahead") if is_ahead else (behind, "behind")
        return f"nearest: {ship_name(near['ship'])}, {near['distance']} {where}"
    return (
        f"equally near: {ship_name(ahead['ship'])} ahead and {ship_name(behind['ship'])} behind, both at "
        f"{ahead['distance']}; {pull['ships_ahead']} ahead, {pull['ships_behind']} behind"
    )


def _pull(place: int, value: int) -> Detail:
    letter, direction, position = place & 31, (place >> 5 & 3) - 1, place >> 7
    pull = pull_detail(value)
    reason = pull["reason"]
    if position == SINGULARITY:
        reason = "leaves-singularity" if direction else "held-in-singularity"
    return {**_card(letter), "direction": pulls.DIRECTIONS[direction + 1], "reason": reason, "pull": pull}


def _pull_sentence(ship: str, detail: Detail) -> str:
    who = f"{ship}'s {detail['element']} ({detail['letter']}, {_face(detail)})"
    if detail["reason"] == "leaves-singularity":
        return f"{who}: out of the Singularity, forward."
    if detail["reason"] == "held-in-singularity":
        return f"{who}: a repulsor does nothing in the Singularity."
    why = pull_sentence(detail["pull"])
    if detail["direction"] == "none":
        return f"{who}: {why}: no move."
    away = "away, " if detail["kind_of_card"] == "repulsor" else ""
    return f"{who}: {why}: {away}{detail['direction']}."


def _face(detail: Detail) -> str:
    kind = detail["kind_of_card"]
    return f"{detail['value']}" if kind == "standard" else f"{kind} {detail['value']}"


# --- details and sentences ---


def _card(letter: int) -> Detail:
    return {
        "letter": LETTERS[letter],
        "element": ELEMENTS[letter],
        "value": int(VALUE[letter]),
        "kind_of_card": CARD_KINDS[int(KIND[letter])],
    }


def _move(place: int, value: int) -> Detail:
    return {"from": place, "to": value & 63, "slid": value >> 6 & 63, "distance": value >> 12}


def _round(players: int, place: int, value: int) -> Detail:
    return {"round": place, "draft_order": [value >> 2 * i & 3 for i in range(players)]}


def _stack(kind: str, place: int, value: int) -> Detail:
    return {"stack": place + 1, "down" if kind == "get" else "up": letters(value)}


def _over(place: int, value: int) -> Detail:
    return {"winners": [i for i in range(MAX_PLAYERS) if place >> i & 1], "reason": ENDINGS[value]}


_DETAILS: Final[dict[str, Callable[[str, int, int, int], Detail]]] = {
    "round": lambda _, seat, place, value: _round(seat, place, value),
    "stack": lambda kind, _, place, value: _stack(kind, place, value),
    "take": lambda kind, _, place, value: _stack(kind, place, value),
    "get": lambda kind, _, place, value: _stack(kind, place, value),
    "ghost": lambda *_: {},
    "chaos": lambda *_: {},
    "pick": lambda _, __, place, value: {**_card(place), "sealed": bool(value)},
    "reveal": lambda _, __, place, value: {**_card(place), "movement": value},
    "stop": lambda _, __, place, ___: _card(place),
    "idle": lambda _, __, place, ___: _card(place),
    "pull": lambda _, __, place, value: _pull(place, value),
    "tractor": lambda _, __, place, value: {**_card(place), "position": value},
    "move": lambda _, __, place, value: _move(place, value),
    "pass": lambda *_: {},
    "round-end": lambda _, __, place, ___: {"round": place},
    "over": lambda _, __, place, value: _over(place, value),
}
"""What an event says beyond its kind and ship, from kind, seat, place and value."""

_SENTENCES: Final[dict[str, str]] = {
    "round": "Round {round} begins; the draft goes {draft_order}.",
    "stack": "Stack {stack} shows {up}.",
    "take": "{ship} takes stack {stack} with {up}.",
    "get": "{ship} finds {down} face down in it.",
    "ghost": "The Ghost's pile is shuffled.",
    "chaos": "Chaos: chance picks everybody's card.",
    "reveal": "{ship} reveals {letter} ({element}).",
    "stop": "{ship} pulls the Emergency Stop: {letter} does nothing.",
    "idle": "{letter} of {ship} does nothing: the ship has left through the Warp Gate.",
    "pass": "{ship} goes through the Warp Gate!",
    "round-end": "Round {round} is over.",
    "over": "The game is over: {why}. {who}",
}


def _where(position: int) -> str:
    return {SINGULARITY: "into the Singularity", GATE: "through the Warp Gate"}.get(
        position, f"to {position}"
    )


def _move_sentence(ship: str, detail: Detail) -> str:
    start = "out of the Singularity" if detail["from"] == SINGULARITY else f"from {detail['from']}"
    slide = f", sliding {detail['slid']} further" if detail["slid"] else ""
    return f"{ship} moves {start} {_where(detail['to'])}{slide}."


def _winners_sentence(winners: list[int]) -> str:
    if not winners:
        return "Nobody wins."
    seats = " and ".join(str(seat) for seat in winners)
    return f"Seat {seats} wins." if len(winners) == 1 else f"Seats {seats} share the win."


def _pick_sentence(ship: str, detail: Detail) -> str:
    what = f"{detail['letter']} ({detail['element']})" if detail["letter"] else "a card"
    return f"{ship} picks {what}{', sealed' if detail['sealed'] else ''}."


def _sentence(kind: str, ship: str, detail: Detail) -> str:
    if kind == "pull":
        return _pull_sentence(ship, detail)
    if kind == "move":
        return _move_sentence(ship, detail)
    if kind == "pick":
        return _pick_sentence(ship, detail)
    if kind == "tractor":
        return f"{ship}'s {detail['element']} ({detail['letter']}, {_face(detail)}) pulls everybody closer."
    words = dict(detail, ship=ship)
    for name in ("up", "down", "draft_order"):
        if name in detail:
            words[name] = ", ".join(map(str, detail[name]))
    if kind == "over":
        words |= {"why": _ENDINGS[detail["reason"]], "who": _winners_sentence(detail["winners"])}
    return _SENTENCES[kind].format(**words)


_SECRET_CARD: Final = {"letter": None, "element": None, "value": None, "kind_of_card": None}


def readable(row: Sequence[int], *, scrubbed: bool = False) -> Event:
    """Return a kernel event for people; a scrubbed one does not say which card it is about."""
    number, seat, place, value = row
    kind = KINDS[number]
    detail = _DETAILS[kind](kind, seat, place, value)
    if scrubbed:
        detail |= _SECRET_CARD
    has_ship = kind != "round" and seat >= 0
    ship = SHIP_IDS[seat] if has_ship else None
    name = ship_name(ship) if ship else ""
    sentence = _sentence(kind, name[:1].upper() + name[1:], detail)
    is_seat = has_ship and seat < MAX_PLAYERS
    return Event(kind, seat if is_seat else None, ({"ship": ship} if ship else {}) | detail, sentence)
