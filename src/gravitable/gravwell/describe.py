"""A state told as JSON-able data: the one source of drawings, views, bots' eyes and the browser's table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from gravitable.core.chance import States
from gravitable.core.contract import Json
from gravitable.core.jit import kernel
from gravitable.gravwell import data
from gravitable.gravwell.events import letters, pull_detail
from gravitable.gravwell.legal import to_act
from gravitable.gravwell.moves import surroundings
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
    for stack in range(data.MAX_STACKS):
        f.hidden_in_stack[stack] = hidden_in_stack(s, stack)
    for ship in range(data.N_SHIPS):
        f.surroundings[ship] = surroundings(s, ship)


def _plain(records: Any) -> dict[str, Any]:
    return {name: records[name][0].tolist() for name in records.dtype.names}


def _table(states: States) -> SimpleNamespace:
    """Return the state and the facts about it as plain numbers and lists."""
    facts = np.zeros(1, FACTS)
    _work_out(states, facts)
    return SimpleNamespace(**_plain(states), **_plain(facts))


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


def _ship(t: SimpleNamespace, ship: int) -> Json:
    position = t.position[ship]
    return {
        "id": _ship_id(t, ship),
        "seat": None if _is_ghost(t, ship) else ship,
        "kind": "ghost" if _is_ghost(t, ship) else "player",
        "position": position,
        "in_singularity": position == data.SINGULARITY,
        "passed": position == data.GATE,
        "pull": pull_detail(t.surroundings[ship]) if position < data.GATE else None,
    }


def _derelict(t: SimpleNamespace, ship: int) -> Json:
    position = t.position[ship]
    return {
        "id": _ship_id(t, ship),
        "start": data.DERELICT_STARTS[ship - data.DERELICT],
        "position": position if position < data.GATE else None,
        "in_singularity": position == data.SINGULARITY,
    }


def _derelicts(t: SimpleNamespace) -> list[Json]:
    ships = range(data.DERELICT, data.N_SHIPS)
    return [_derelict(t, ship) for ship in ships if t.position[ship] != data.ABSENT]


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


def _stacks(t: SimpleNamespace) -> list[Json]:
    if t.phase == data.DEAL:
        return []
    return [_stack(t, stack) for stack in range(int(data.N_STACKS[t.players]))]


def _cards_of(t: SimpleNamespace, seat: int) -> Json:
    revealed = t.played[seat][: t.n_revealed]
    return {
        "hand": letters(t.hand[seat]),
        "hand_count": t.hand_size[seat],
        "known": letters(t.drafted_up[seat] & t.hand[seat]),
        "drafted_up": letters(t.drafted_up[seat]),
        "played": [data.LETTERS[letter] for letter in revealed if letter >= 0],
    }


def _seat(t: SimpleNamespace, seat: int) -> Json:
    pick = t.played[seat][t.movement - 1] if t.movement else data.NONE
    return {
        "seat": seat,
        **_cards_of(t, seat),
        "stop_available": bool(t.stop[seat]),
        "picked": pick != data.NONE,
        "pick": _letter(pick),
    }


def _ghost(t: SimpleNamespace) -> Json | None:
    """Return the Ghost's cards; ``pile`` is their order, hidden from all but the authority."""
    if t.players > 1:
        return None
    pile = [_letter(number) for number in t.played[data.GHOST][t.n_revealed :] if number != data.NONE]
    return {**_cards_of(t, data.GHOST), "pile": pile}


def _on_table(t: SimpleNamespace, movement: int) -> list[tuple[int, int]]:
    """Return (letter, seat) of a movement's revealed cards, A to Z."""
    return sorted(
        (t.played[seat][movement], seat) for seat in range(t.n_movers) if t.played[seat][movement] >= 0
    )


def _is_done(t: SimpleNamespace, letter: int) -> bool:
    """Say whether a card of the current movement has been resolved."""
    return bool(letter < t.current or (letter == t.current and t.phase != data.STOP))


def _resolving(t: SimpleNamespace) -> Json | None:
    if t.current == data.NONE:
        return None
    order = [
        {"ship": _ship_id(t, seat), "letter": data.LETTERS[letter], "done": _is_done(t, letter)}
        for letter, seat in _on_table(t, t.movement - 1)
    ]
    return {"order": order, "current": _letter(t.current)}


def _discards(t: SimpleNamespace) -> list[Json]:
    return [
        {"letter": data.LETTERS[letter], "ship": _ship_id(t, seat), "movement": movement + 1}
        for movement in range(t.n_revealed)
        for letter, seat in _on_table(t, movement)
        if movement < t.movement - 1 or _is_done(t, letter)
    ]


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


def describe(states: States) -> Json:
    """Return the (masked) state as JSON-able data."""
    t = _table(states)
    return {
        "game": "gravwell",
        "players": t.players,
        "options": {name: bool(getattr(t, name)) for name in data.VARIANTS},
        **_course(t),
        "ships": [_ship(t, ship) for ship in range(t.n_movers)],
        "derelicts": _derelicts(t),
        "stacks": _stacks(t),
        "seats": [_seat(t, seat) for seat in range(t.players)],
        "ghost": _ghost(t),
        "resolving": _resolving(t),
        "discards": _discards(t),
        "possible": letters(t.unseen),
        "result": _outcome(t) if t.phase == data.OVER else None,
    }
