"""A state as JSON: the one source of drawings, views, bots' eyes and the browser's table.

Nothing is hidden here: ``view.mask`` has taken out of the state what its viewer may not know. The kernel goes through
the state and writes tokens (see core/tokens.py); the functions after it say what each kind of token reads like.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gravitable.core.bits import count_bits
from gravitable.core.chance import States
from gravitable.core.contract import Json
from gravitable.core.jit import kernel
from gravitable.core.tokens import (
    Tokens,
    Words,
    begin,
    end,
    facts_of,
    json_text,
    members,
    pack2,
    pack3,
    pack5,
    put,
    token_buffer,
)
from gravitable.gravwell import data
from gravitable.gravwell.events import letters, pull_detail
from gravitable.gravwell.legal import to_act
from gravitable.gravwell.moves import ship_code, surroundings
from gravitable.gravwell.turn import n_movers, n_rounds
from gravitable.gravwell.turn import winners as kernel_winners
from gravitable.gravwell.view import drafted_up, hidden_in_stack, n_revealed, unseen_cards

State = Any

(
    TABLE,  # players
    COURSE,  # phase, seats to act, round, rounds, movement
    DRAFT_ORDER,
    SEAT_NUMBER,
    SHIPS,
    SHIP,  # ship code, then position (6 bits), then surroundings
    DERELICTS,
    DERELICT,  # ship, position
    STACKS,
    STACK,  # number
    STACK_END,  # cards face down, taken by + 1, whether that is the Ghost
    SEATS,
    SEAT,  # seat, cards in hand
    SEAT_END,  # stop available, pick + 2
    GHOST_SHIP,  # cards in hand
    NO_GHOST,
    RESOLVING,
    IN_ORDER,  # ship code, letter, is done
    CURRENT,  # letter
    NOTHING_RESOLVES,
    DISCARDS,
    DISCARD,  # ship code, letter, movement
    OPEN_LIST,  # which list, by the names below
    SOME_CARDS,  # a set of neighbours in the alphabet
    LETTER,  # letter + 1, 0: hidden
    END_OF_LIST,
    END_OF_OBJECT,
) = range(27)

_PART_SIZE = 7
_PART = (1 << _PART_SIZE) - 1
_LISTS = ("hand", "known", "drafted_up", "played", "pile", "up", "down", "possible")
HAND, KNOWN, DRAFTED_UP, PLAYED, PILE, UP, DOWN, POSSIBLE = range(8)


# --- what there is ---


@kernel
def _write_cards(out: Tokens, which: int, cards: int) -> None:
    """Write a list of cards, A to Z: a few letters at a time, since whole lists are too many to remember."""
    begin(out, OPEN_LIST, which)
    for first in range(0, data.N_CARDS, _PART_SIZE):
        part = np.int64(cards) & _PART << first
        if part:
            put(out, SOME_CARDS, part)
    end(out, END_OF_LIST, 0)


@kernel
def _write_course(s: State, out: Tokens) -> None:
    put(out, TABLE, s.players)
    put(out, COURSE, pack5(s.phase, to_act(s), s.round_number, n_rounds(s), s.movement))
    begin(out, DRAFT_ORDER, 0)
    for place in range(s.players):
        put(out, SEAT_NUMBER, s.draft_order[place])
    end(out, END_OF_LIST, 0)


@kernel
def _write_ships(s: State, out: Tokens) -> None:
    begin(out, SHIPS, 0)
    for ship in range(n_movers(s)):
        around = surroundings(s, ship) << 6 | np.int64(s.position[ship])
        put(out, SHIP, around << 3 | ship_code(s, ship))
    end(out, END_OF_LIST, 0)
    begin(out, DERELICTS, 0)
    for ship in range(data.DERELICT, data.N_SHIPS):
        if s.position[ship] != data.ABSENT:
            put(out, DERELICT, pack2(ship, s.position[ship]))
    end(out, END_OF_LIST, 0)


@kernel
def _write_stacks(s: State, out: Tokens) -> None:
    begin(out, STACKS, 0)
    for stack in range(0 if s.phase == data.DEAL else data.N_STACKS[s.players]):
        put(out, STACK, stack + 1)
        _write_cards(out, UP, s.stack_up[stack])
        _write_cards(out, DOWN, s.stack_down[stack])
        down = count_bits(np.int64(s.stack_down[stack])) + hidden_in_stack(s, stack)
        owner = np.int64(s.taken_by[stack])
        put(out, STACK_END, pack3(down, owner + 1, ship_code(s, owner) == data.GHOST_CODE))
    end(out, END_OF_LIST, 0)


@kernel
def _write_cards_of(s: State, seat: int, out: Tokens) -> None:
    _write_cards(out, HAND, s.hand[seat])
    _write_cards(out, KNOWN, drafted_up(s, seat) & s.hand[seat])
    _write_cards(out, DRAFTED_UP, drafted_up(s, seat))
    begin(out, OPEN_LIST, PLAYED)
    for movement in range(n_revealed(s)):
        if s.played[seat, movement] >= 0:
            put(out, LETTER, s.played[seat, movement] + 1)
    end(out, END_OF_LIST, 0)


@kernel
def _write_seats(s: State, out: Tokens) -> None:
    begin(out, SEATS, 0)
    for seat in range(s.players):
        put(out, SEAT, pack2(seat, s.hand_size[seat]))
        _write_cards_of(s, seat, out)
        pick = s.played[seat, s.movement - 1] if s.movement else data.NONE
        put(out, SEAT_END, pack2(s.stop[seat], pick + 2))
    end(out, END_OF_LIST, 0)


@kernel
def _write_ghost(s: State, out: Tokens) -> None:
    """Write the Ghost's cards; ``pile`` is their order, hidden from all but the authority."""
    if s.players > 1:
        put(out, NO_GHOST, 0)
        return
    put(out, GHOST_SHIP, s.hand_size[data.GHOST])
    _write_cards_of(s, data.GHOST, out)
    begin(out, OPEN_LIST, PILE)
    for movement in range(n_revealed(s), data.N_MOVEMENTS):
        card = s.played[data.GHOST, movement]
        if card != data.NONE:
            put(out, LETTER, max(card + 1, 0))
    end(out, END_OF_LIST, 0)
    end(out, END_OF_OBJECT, 0)


@kernel
def _player_of(s: State, movement: int, letter: int) -> int:
    """Return who has revealed a card in a movement, -1: nobody."""
    for seat in range(n_movers(s)):
        if s.played[seat, movement] == letter:
            return seat
    return -1


@kernel
def _is_done(s: State, letter: int) -> bool:
    """Say whether a card of the current movement has been resolved."""
    return letter < s.current or (letter == s.current and s.phase != data.STOP)


@kernel
def _write_resolving(s: State, out: Tokens) -> None:
    if s.current == data.NONE:
        put(out, NOTHING_RESOLVES, 0)
        return
    begin(out, RESOLVING, 0)
    for letter in range(data.N_CARDS):
        seat = _player_of(s, s.movement - 1, letter)
        if seat >= 0:
            put(out, IN_ORDER, pack3(ship_code(s, seat), letter, _is_done(s, letter)))
    end(out, END_OF_LIST, 0)
    put(out, CURRENT, s.current)


@kernel
def _write_discards(s: State, out: Tokens) -> None:
    begin(out, DISCARDS, 0)
    for movement in range(n_revealed(s)):
        for letter in range(data.N_CARDS):
            seat = _player_of(s, movement, letter)
            if seat >= 0 and (movement < s.movement - 1 or _is_done(s, letter)):
                put(out, DISCARD, pack3(ship_code(s, seat), letter, movement + 1))
    end(out, END_OF_LIST, 0)


@kernel
def _write(states: States, out: Tokens) -> None:
    s = states[0]
    _write_course(s, out)
    _write_ships(s, out)
    _write_stacks(s, out)
    _write_seats(s, out)
    _write_ghost(s, out)
    _write_resolving(s, out)
    _write_discards(s, out)
    _write_cards(out, POSSIBLE, unseen_cards(s))


@kernel
def _winners(states: States) -> int:
    return kernel_winners(states[0])


# --- how it reads ---


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


def _course(facts: int) -> str:
    phase, waiting, number, rounds, movement = facts_of(facts)
    return members(
        phase=data.PHASES[phase],
        to_act=[seat for seat in range(data.MAX_PLAYERS) if waiting >> seat & 1],
        round=number,
        rounds=rounds,
        movement=movement,
        movements=data.N_MOVEMENTS,
    )


def _ship(facts: int) -> str:
    code, position, around = facts & 7, facts >> 3 & 63, facts >> 9
    is_ghost = code == data.GHOST_CODE
    shown = {
        "id": data.SHIP_IDS[code],
        "seat": None if is_ghost else code,
        "kind": "ghost" if is_ghost else "player",
        "position": position,
        "in_singularity": position == data.SINGULARITY,
        "passed": position == data.GATE,
        "pull": pull_detail(around) if position < data.GATE else None,
    }
    return json_text(shown)


def _derelict(facts: int) -> str:
    ship, position, *_ = facts_of(facts)
    shown = {
        "id": data.SHIP_IDS[ship],
        "start": data.DERELICT_STARTS[ship - data.DERELICT],
        "position": position if position < data.GATE else None,
        "in_singularity": position == data.SINGULARITY,
    }
    return json_text(shown)


def _stack_end(facts: int) -> str:
    down, owner, is_ghost, *_ = facts_of(facts)
    taken_by = "ghost" if is_ghost else owner - 1 if owner else None
    return members(down_count=down, taken_by=taken_by) + "}"


def _seat(facts: int) -> str:
    seat, hand, *_ = facts_of(facts)
    return "{" + members(seat=seat, hand_count=hand)


def _seat_end(facts: int) -> str:
    stop, pick, *_ = facts_of(facts)
    letter = pick - 2
    shown = members(
        stop_available=bool(stop),
        picked=letter != data.NONE,
        pick=data.LETTERS[letter] if letter >= 0 else None,
    )
    return shown + "}"


def _in_order(facts: int) -> str:
    code, letter, is_done, *_ = facts_of(facts)
    return json_text({"ship": data.SHIP_IDS[code], "letter": data.LETTERS[letter], "done": bool(is_done)})


def _discard(facts: int) -> str:
    code, letter, movement, *_ = facts_of(facts)
    return json_text({"letter": data.LETTERS[letter], "ship": data.SHIP_IDS[code], "movement": movement})


_MAKERS: dict[int, Callable[[int], str]] = {
    TABLE: lambda players: members(game="gravwell", players=players),
    COURSE: _course,
    DRAFT_ORDER: lambda _: '"draft_order":[',
    SEAT_NUMBER: str,
    SHIPS: lambda _: '"ships":[',
    SHIP: _ship,
    DERELICTS: lambda _: '"derelicts":[',
    DERELICT: _derelict,
    STACKS: lambda _: '"stacks":[',
    STACK: lambda number: "{" + members(number=number),
    STACK_END: _stack_end,
    SEATS: lambda _: '"seats":[',
    SEAT: _seat,
    SEAT_END: _seat_end,
    GHOST_SHIP: lambda hand: '"ghost":{' + members(hand_count=hand),
    NO_GHOST: lambda _: '"ghost":null',
    RESOLVING: lambda _: '"resolving":{"order":[',
    IN_ORDER: _in_order,
    CURRENT: lambda letter: members(current=data.LETTERS[letter]) + "}",
    NOTHING_RESOLVES: lambda _: '"resolving":null',
    DISCARDS: lambda _: '"discards":[',
    DISCARD: _discard,
    OPEN_LIST: lambda which: f'"{_LISTS[which]}":[',
    SOME_CARDS: lambda cards: json_text(letters(cards))[1:-1],
    LETTER: lambda letter: f'"{data.LETTERS[letter - 1]}"' if letter else "null",
    END_OF_LIST: lambda _: "]",
    END_OF_OBJECT: lambda _: "}",
}
_WORDS = Words(_MAKERS)


def outcome(states: States) -> Json:
    """Return scores (how far each ship came), winners and reason of a game that is over."""
    s, winners = states[0], int(_winners(states))
    return {
        "scores": s.position[: s.players].tolist(),
        "winners": [seat for seat in range(s.players) if winners >> seat & 1],
        "reason": data.ENDINGS[int(s.ending)],
    }


def describe_text(states: States) -> str:
    """Return the first state as JSON text, but for the options."""
    out = token_buffer()
    _write(states, out)
    is_over = states["phase"][0] == data.OVER
    result = json_text(outcome(states)) if is_over else "null"
    return f'{{{_WORDS.text(out)},"result":{result}}}'
