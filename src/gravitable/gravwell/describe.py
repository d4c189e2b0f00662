"""A state told as JSON-able data: the one source of drawings, views, bots' eyes and the browser's table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from gravitable.core.chance import States
from gravitable.core.contract import Json
from gravitable.core.jit import kernel
from gravitable.core.pieces import Description, Piece, json_text, list_text, object_text
from gravitable.gravwell import data
from gravitable.gravwell.events import letters, pull_detail
from gravitable.gravwell.legal import to_act
from gravitable.gravwell.moves import surroundings
from gravitable.gravwell.state import STATE
from gravitable.gravwell.turn import n_movers, n_rounds, winners
from gravitable.gravwell.view import drafted_up, hidden_in_stack, n_revealed, unseen_cards

FACTS = np.dtype(
    (
        np.record,
        [
            ("to_act", "i8"),
            ("winners", "i8"),
            ("n_movers", "i8"),
            ("n_rounds", "i8"),
            ("n_revealed", "i8"),
            ("unseen", "i8"),
            ("drafted_up", "i8", (data.MAX_PLAYERS,)),
            ("hidden_in_stack", "i8", (data.MAX_STACKS,)),
            ("surroundings", "i8", (data.N_SHIPS,)),
            ("revealed", "i2", (data.MAX_PLAYERS, data.N_MOVEMENTS)),  # cards turned up, -1: none
        ],
    )
)
"""What the rules say about a state beyond its own fields."""


@kernel
def _work_out(states: States, facts: Any) -> None:
    """Ask the rules everything at once: many small calls would cost far more than the answers."""
    s, f = states[0], facts[0]
    f.to_act = to_act(s)
    f.winners = winners(s)
    f.n_movers = n_movers(s)
    f.n_rounds = n_rounds(s)
    f.n_revealed = n_revealed(s)
    f.unseen = unseen_cards(s)
    for seat in range(data.MAX_PLAYERS):
        f.drafted_up[seat] = drafted_up(s, seat)
        for movement in range(data.N_MOVEMENTS):
            is_up = movement < f.n_revealed
            f.revealed[seat, movement] = s.played[seat, movement] if is_up else data.NONE
    for stack in range(data.MAX_STACKS):
        f.hidden_in_stack[stack] = hidden_in_stack(s, stack)
    for ship in range(data.N_SHIPS):
        f.surroundings[ship] = surroundings(s, ship)


def _plain(records: Any) -> dict[str, Any]:
    return {name: records[name][0].tolist() for name in records.dtype.names}


def _facts(states: States) -> Any:
    facts = np.zeros(1, FACTS)
    _work_out(states, facts)
    return facts


def _table(states: States) -> SimpleNamespace:
    """Return the state and the facts about it as plain numbers and lists."""
    return SimpleNamespace(**_plain(states), **_plain(_facts(states)))


def card(letter: int) -> Json:
    """Return what is printed on a fuel card.

    >>> card(0)
    {'letter': 'A', 'element': 'Argon', 'value': 1, 'kind': 'standard'}
    """
    return {
        "letter": data.LETTERS[letter],
        "element": data.ELEMENTS[letter],
        "value": int(data.VALUE[letter]),
        "kind": data.CARD_KINDS[int(data.KIND[letter])],
    }


CARDS = [card(letter) for letter in range(data.N_CARDS)]
"""All fuel cards, for whoever draws them."""


def _letter(number: int) -> str | None:
    return data.LETTERS[number] if number >= 0 else None


def _is_ghost(t: SimpleNamespace, ship: int) -> bool:
    return bool(t.players == 1 and ship == data.GHOST)


def _ship_id(t: SimpleNamespace, ship: int) -> str:
    return data.SHIP_IDS[data.GHOST_CODE if _is_ghost(t, ship) else ship]


def _ship(ship: int, is_ghost: bool, position: int, around: int) -> Json:
    return {
        "id": data.SHIP_IDS[data.GHOST_CODE if is_ghost else ship],
        "seat": None if is_ghost else ship,
        "kind": "ghost" if is_ghost else "player",
        "position": position,
        "in_singularity": position == data.SINGULARITY,
        "passed": position == data.GATE,
        "pull": pull_detail(around) if position < data.GATE else None,
    }


@lru_cache(16_384)
def _ship_text(*facts: int) -> str:
    return json_text(_ship(*facts))  # type: ignore[arg-type]


def _each_ship(t: SimpleNamespace) -> list[tuple[int, bool, int, int]]:
    """Return what each ship is described by: the arguments of ``_ship``."""
    return [(ship, _is_ghost(t, ship), t.position[ship], t.surroundings[ship]) for ship in range(t.n_movers)]


def _ships(t: SimpleNamespace) -> Json:
    return {"ships": [_ship(*facts) for facts in _each_ship(t)]}


def _ships_text(t: SimpleNamespace) -> str:
    return list_text("ships", [_ship_text(*facts) for facts in _each_ship(t)])


def _derelict(t: SimpleNamespace, ship: int) -> Json:
    position = t.position[ship]
    return {
        "id": _ship_id(t, ship),
        "start": data.DERELICT_STARTS[ship - data.DERELICT],
        "position": position if position < data.GATE else None,
        "in_singularity": position == data.SINGULARITY,
    }


def _derelicts(t: SimpleNamespace) -> Json:
    ships = range(data.DERELICT, data.N_SHIPS)
    return {"derelicts": [_derelict(t, ship) for ship in ships if t.position[ship] != data.ABSENT]}


def _owner(t: SimpleNamespace, seat: int) -> int | str | None:
    if seat == data.NONE:
        return None
    return "ghost" if _is_ghost(t, seat) else seat


def _stack(t: SimpleNamespace, stack: int) -> Json:
    return {
        "number": stack + 1,
        "up": letters(t.stack_up[stack]),
        "down": letters(t.stack_down[stack]),
        "down_count": t.stack_down[stack].bit_count() + t.hidden_in_stack[stack],
        "taken_by": _owner(t, t.taken_by[stack]),
    }


def _stacks(t: SimpleNamespace) -> Json:
    n_stacks = 0 if t.phase == data.DEAL else int(data.N_STACKS[t.players])
    return {"stacks": [_stack(t, stack) for stack in range(n_stacks)]}


def _cards_of(hand: int, hand_size: int, drafted_up: int, revealed: Sequence[int]) -> Json:
    return {
        "hand": letters(hand),
        "hand_count": hand_size,
        "known": letters(drafted_up & hand),
        "drafted_up": letters(drafted_up),
        "played": [data.LETTERS[letter] for letter in revealed if letter >= 0],
    }


def _seat(seat: int, stop: int, pick: int, *cards: Any) -> Json:
    return {
        "seat": seat,
        **_cards_of(*cards),
        "stop_available": bool(stop),
        "picked": pick != data.NONE,
        "pick": _letter(pick),
    }


@lru_cache(16_384)
def _seat_text(*facts: Any) -> str:
    return json_text(_seat(*facts))


def _each_seat(t: SimpleNamespace) -> Iterator[tuple[Any, ...]]:
    """Return what each seat is described by: the arguments of ``_seat``."""
    for seat in range(t.players):
        played = t.played[seat]
        pick = played[t.movement - 1] if t.movement else data.NONE
        cards = (t.hand[seat], t.hand_size[seat], t.drafted_up[seat], tuple(played[: t.n_revealed]))
        yield seat, t.stop[seat], pick, *cards


def _seats(t: SimpleNamespace) -> Json:
    return {"seats": [_seat(*facts) for facts in _each_seat(t)]}


def _seats_text(t: SimpleNamespace) -> str:
    return list_text("seats", [_seat_text(*facts) for facts in _each_seat(t)])


def _ghost(t: SimpleNamespace) -> Json | None:
    """Return the Ghost's cards; ``pile`` is their order, hidden from all but the authority."""
    if t.players > 1:
        return None
    ghost = data.GHOST
    played = t.played[ghost]
    pile = [_letter(number) for number in played[t.n_revealed :] if number != data.NONE]
    known = _cards_of(t.hand[ghost], t.hand_size[ghost], t.drafted_up[ghost], played[: t.n_revealed])
    return {**known, "pile": pile}


def _on_table(t: SimpleNamespace, movement: int) -> list[tuple[int, int]]:
    """Return (letter, seat) of a movement's revealed cards, A to Z."""
    return sorted(
        (t.revealed[seat][movement], seat) for seat in range(t.n_movers) if t.revealed[seat][movement] >= 0
    )


def _is_done(t: SimpleNamespace, letter: int) -> bool:
    """Say whether a card of the current movement has been resolved."""
    return bool(letter < t.current or (letter == t.current and t.phase != data.STOP))


def _resolving(t: SimpleNamespace) -> Json:
    if t.current == data.NONE:
        return {"resolving": None}
    order = [
        {"ship": _ship_id(t, seat), "letter": data.LETTERS[letter], "done": _is_done(t, letter)}
        for letter, seat in _on_table(t, t.movement - 1)
    ]
    return {"resolving": {"order": order, "current": _letter(t.current)}}


def _discards(t: SimpleNamespace) -> Json:
    discards = [
        {"letter": data.LETTERS[letter], "ship": _ship_id(t, seat), "movement": movement + 1}
        for movement in range(t.n_revealed)
        for letter, seat in _on_table(t, movement)
        if movement < t.movement - 1 or _is_done(t, letter)
    ]
    return {"discards": discards}


def _possible(t: SimpleNamespace) -> Json:
    return {"possible": letters(t.unseen)}


def _outcome(t: SimpleNamespace) -> Json:
    return {
        "scores": t.position[: t.players],
        "winners": [seat for seat in range(t.players) if t.winners >> seat & 1],
        "reason": data.ENDINGS[t.ending],
    }


def outcome(states: States) -> Json:
    """Return scores (how far each ship came), winners and reason of a game that is over."""
    return _outcome(_table(states))


def _course(t: SimpleNamespace) -> Json:
    return {
        "phase": data.PHASES[t.phase],
        "to_act": [seat for seat in range(t.players) if t.to_act >> seat & 1],
        "round": t.round_number,
        "rounds": t.n_rounds,
        "movement": t.movement,
        "movements": data.N_MOVEMENTS,
        "draft_order": t.draft_order[: t.players],
    }


_SEAT_FIELDS = ("players", "movement", "stop", "hand_size", "hand", "played", "n_revealed", "drafted_up")
_SEATS_AND_SHIPS = Description(
    (
        Piece(_course, "players", "phase", "round_number", "movement", "draft_order", "to_act", "n_rounds"),
        Piece(_ships, "players", "position", "n_movers", "surroundings", write=_ships_text),
        Piece(_derelicts, "players", "position"),
        Piece(_stacks, "players", "phase", "stack_up", "stack_down", "taken_by", "hidden_in_stack"),
        Piece(_seats, *_SEAT_FIELDS, write=_seats_text),
    ),
    STATE,
    FACTS,
)
_CARD_FIELDS = ("players", "phase", "movement", "current", "n_movers", "n_revealed", "revealed")
_CARDS_PLAYED = Description(
    (Piece(_resolving, *_CARD_FIELDS), Piece(_discards, *_CARD_FIELDS), Piece(_possible, "unseen")),
    STATE,
    FACTS,
)


def describe(states: States) -> Json:
    """Return the (masked) state as JSON-able data."""
    t = _table(states)
    return {
        "game": "gravwell",
        "players": t.players,
        "options": {name: bool(getattr(t, name)) for name in data.VARIANTS},
        **_SEATS_AND_SHIPS.data(t),
        "ghost": _ghost(t),
        **_CARDS_PLAYED.data(t),
        "result": _outcome(t) if t.phase == data.OVER else None,
    }


def describe_text(states: States) -> str:
    """Return the same as JSON text, but for the options."""
    facts = _facts(states)
    players, phase = int(states["players"][0]), int(states["phase"][0])
    others: Json = {"game": "gravwell", "players": players, "ghost": None, "result": None}
    if players == 1 or phase == data.OVER:
        t = _table(states)
        others |= {"ghost": _ghost(t), "result": _outcome(t) if phase == data.OVER else None}
    return object_text(
        json_text(others)[1:-1], _SEATS_AND_SHIPS.text(states, facts), _CARDS_PLAYED.text(states, facts)
    )
