"""A state told as JSON-able data: the one source of drawings, views, bots' eyes and the browser's table."""

from __future__ import annotations

from typing import Any

from gravitable.core.contract import Json
from gravitable.gravwell import data, legal, turn, view
from gravitable.gravwell.events import letters, pull_detail
from gravitable.gravwell.moves import ship_code, surroundings

State = Any


def ship_id(s: State, ship: int) -> str:
    """Return the name of a ship, such as ``seat-0``, ``ghost`` or ``derelict-26``."""
    return data.SHIP_IDS[int(ship_code(s, ship))]


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


def _pull(s: State, ship: int) -> Json | None:
    on_track = 0 <= int(s.position[ship]) < data.GATE
    return pull_detail(int(surroundings(s, ship))) if on_track else None


def _ship(s: State, ship: int) -> Json:
    is_ghost = ship_id(s, ship) == "ghost"
    position = int(s.position[ship])
    return {
        "id": ship_id(s, ship),
        "seat": None if is_ghost else ship,
        "kind": "ghost" if is_ghost else "player",
        "position": position,
        "in_singularity": position == data.SINGULARITY,
        "passed": position == data.GATE,
        "pull": _pull(s, ship),
    }


def _derelict(s: State, ship: int) -> Json:
    position = int(s.position[ship])
    return {
        "id": ship_id(s, ship),
        "start": data.DERELICT_STARTS[ship - data.DERELICT],
        "position": position if position < data.GATE else None,
        "in_singularity": position == data.SINGULARITY,
    }


def _derelicts(s: State) -> list[Json]:
    ships = range(data.DERELICT, data.N_SHIPS)
    return [_derelict(s, ship) for ship in ships if int(s.position[ship]) != data.ABSENT]


def _owner(s: State, seat: int) -> int | str | None:
    if seat == data.NONE:
        return None
    return "ghost" if ship_id(s, seat) == "ghost" else seat


def _stack(s: State, stack: int) -> Json:
    return {
        "number": stack + 1,
        "up": letters(int(s.stack_up[stack])),
        "down": letters(int(s.stack_down[stack])),
        "down_count": int(s.stack_down[stack]).bit_count() + int(view.hidden_in_stack(s, stack)),
        "taken_by": _owner(s, int(s.taken_by[stack])),
    }


def _stacks(s: State) -> list[Json]:
    if int(s.phase) == data.DEAL:
        return []
    return [_stack(s, stack) for stack in range(int(data.N_STACKS[int(s.players)]))]


def _played(s: State, seat: int) -> list[str]:
    """Return a seat's revealed cards, movement by movement."""
    row = s.played[seat].tolist()
    return [data.LETTERS[row[m]] for m in range(data.N_MOVEMENTS) if row[m] >= 0 and view.is_revealed(s, m)]


def _cards_of(s: State, seat: int) -> Json:
    shown = int(view.drafted_up(s, seat))
    return {
        "hand": letters(int(s.hand[seat])),
        "hand_count": int(s.hand_size[seat]),
        "known": letters(shown & int(s.hand[seat])),
        "drafted_up": letters(shown),
        "played": _played(s, seat),
    }


def _seat(s: State, seat: int) -> Json:
    movement = int(s.movement)
    pick = int(s.played[seat, movement - 1]) if movement else data.NONE
    return {
        "seat": seat,
        **_cards_of(s, seat),
        "stop_available": bool(s.stop[seat]),
        "picked": pick != data.NONE,
        "pick": _letter(pick),
    }


def _ghost(s: State) -> Json | None:
    """Return the Ghost's cards; ``pile`` is their order, hidden from all but the authority."""
    if int(s.players) > 1:
        return None
    row = s.played[data.GHOST].tolist()
    pile = [_letter(row[m]) for m in range(data.N_MOVEMENTS) if row[m] != -1 and not view.is_revealed(s, m)]
    return {**_cards_of(s, data.GHOST), "pile": pile}


def _cards_on_table(s: State, movement: int) -> list[tuple[int, int]]:
    """Return (letter, seat) of a movement's revealed cards, A to Z."""
    if not view.is_revealed(s, movement):
        return []
    cards = [(int(s.played[seat, movement]), seat) for seat in range(int(turn.n_movers(s)))]
    return sorted(pair for pair in cards if pair[0] >= 0)


def _resolving(s: State) -> Json | None:
    cards = _cards_on_table(s, int(s.movement) - 1) if int(s.movement) else []
    if not cards:
        return None
    current = int(s.current)
    waits = int(s.phase) == data.STOP
    order = [
        {
            "ship": ship_id(s, seat),
            "letter": data.LETTERS[letter],
            "done": letter < current or (letter == current and not waits),
        }
        for letter, seat in cards
    ]
    return {"order": order, "current": _letter(current)}


def _discards(s: State) -> list[Json]:
    waits, current, now = int(s.phase) == data.STOP, int(s.current), int(s.movement) - 1
    return [
        {"letter": data.LETTERS[letter], "ship": ship_id(s, seat), "movement": movement + 1}
        for movement in range(data.N_MOVEMENTS)
        for letter, seat in _cards_on_table(s, movement)
        if movement < now or letter < current or (letter == current and not waits)
    ]


def outcome(s: State) -> Json:
    """Return scores (how far each ship came), winners and reason of a game that is over."""
    players = int(s.players)
    winners = int(turn.winners(s))
    return {
        "scores": s.position[:players].tolist(),
        "winners": [seat for seat in range(players) if winners >> seat & 1],
        "reason": data.ENDINGS[int(s.ending)],
    }


def _course(s: State) -> Json:
    players = int(s.players)
    waiting = int(legal.to_act(s))
    return {
        "phase": data.PHASES[int(s.phase)],
        "to_act": [seat for seat in range(players) if waiting >> seat & 1],
        "round": int(s.round_number),
        "rounds": int(turn.n_rounds(s)),
        "movement": int(s.movement),
        "movements": data.N_MOVEMENTS,
        "draft_order": s.draft_order[:players].tolist(),
    }


def describe(s: State) -> Json:
    """Return the (masked) state as JSON-able data."""
    players = int(s.players)
    return {
        "game": "gravwell",
        "players": players,
        "options": {name: bool(s[name]) for name in data.VARIANTS},
        **_course(s),
        "ships": [_ship(s, ship) for ship in range(int(turn.n_movers(s)))],
        "derelicts": _derelicts(s),
        "stacks": _stacks(s),
        "seats": [_seat(s, seat) for seat in range(players)],
        "ghost": _ghost(s),
        "resolving": _resolving(s),
        "discards": _discards(s),
        "possible": letters(int(view.unseen_cards(s))),
        "result": outcome(s) if int(s.phase) == data.OVER else None,
    }
