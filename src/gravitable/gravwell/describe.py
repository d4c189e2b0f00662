"""A state as JSON: the one source of drawings, views, bots' eyes and the browser's table.

Kernels go through the state and write its text (see core/texts.py); as data it is that text, read. Nothing is hidden
here: of what a viewer may not know ``view.mask`` has cleared the state before.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gravitable.core.bits import count_bits
from gravitable.core.chance import States
from gravitable.core.contract import Json
from gravitable.core.jit import door, kernel
from gravitable.core.texts import (
    Out,
    Pages,
    begin,
    end,
    erase,
    put_flag,
    put_number,
    put_word,
    put_words,
    words,
    written,
)
from gravitable.gravwell import data, pulls
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.moves import ship_code, surroundings
from gravitable.gravwell.turn import n_movers, n_rounds, winners
from gravitable.gravwell.view import drafted_up, hidden_in_stack, mask, n_revealed, unseen_cards

State = Any

_PHASES: Final = words(*data.PHASES)
_LETTERS: Final = words(*data.LETTERS)
_SHIPS: Final = words(*data.SHIP_IDS)
_SEATS: Final = words(*range(data.MAX_PLAYERS))
_ACTIONS: Final = words(*data.ACTIONS)
_ENDINGS: Final = words(*data.ENDINGS[1:])
_DIRECTIONS: Final = words(*pulls.DIRECTIONS)
_REASONS: Final = words(*pulls.REASONS)
_STARTS: Final = np.array(data.DERELICT_STARTS)


@kernel
def _write_course(s: State, out: Out) -> None:
    begin(out, b'"game":"gravwell"')
    put_number(out, b'"players":', s.players)
    put_word(out, b'"phase":', _PHASES, s.phase)
    put_words(out, b'"to_act":', _SEATS, to_act(s))
    put_number(out, b'"round":', s.round_number)
    put_number(out, b'"rounds":', n_rounds(s))
    put_number(out, b'"movement":', s.movement)
    put_number(out, b'"movements":', data.N_MOVEMENTS)
    begin(out, b'"draft_order":[')
    for place in range(s.players):
        put_number(out, b"", s.draft_order[place])
    end(out, b"]")


@kernel
def _write_side(out: Out, name: bytes, distance: int, ship: int) -> None:
    begin(out, name)
    if distance == 0:
        end(out, b"null")
        return
    put_word(out, b'{"ship":', _SHIPS, ship)
    put_number(out, b'"distance":', distance)
    end(out, b"}")


@kernel
def write_pull(around: int, out: Out) -> None:
    """Write where packed surroundings pull, and why."""
    ahead, behind = pulls.ahead_and_behind(around)
    ship_ahead, ship_behind = pulls.nearest_ships(around)
    n_ahead, n_behind = pulls.ship_counts(around)
    put_word(out, b'"pull":{"direction":', _DIRECTIONS, pulls.direction_of(around) + 1)
    put_word(out, b'"reason":', _REASONS, pulls.reason_of(around))
    _write_side(out, b'"ahead":', ahead, ship_ahead)
    _write_side(out, b'"behind":', behind, ship_behind)
    put_number(out, b'"ships_ahead":', n_ahead)
    put_number(out, b'"ships_behind":', n_behind)
    end(out, b"}")


@kernel
def _write_ship(s: State, ship: int, out: Out) -> None:
    code, position = ship_code(s, ship), s.position[ship]
    is_ghost = code == data.GHOST_CODE
    put_word(out, b'{"id":', _SHIPS, code)
    put_number(out, b'"seat":', -1 if is_ghost else code)
    begin(out, b'"kind":"ghost"' if is_ghost else b'"kind":"player"')
    put_number(out, b'"position":', position)
    put_flag(out, b'"in_singularity":', position == data.SINGULARITY)
    put_flag(out, b'"passed":', position == data.GATE)
    if position < data.GATE:
        write_pull(surroundings(s, ship), out)
    else:
        begin(out, b'"pull":null')
    end(out, b"}")


@kernel
def _write_ships(s: State, out: Out) -> None:
    begin(out, b'"ships":[')
    for ship in range(n_movers(s)):
        _write_ship(s, ship, out)
    end(out, b"]")
    begin(out, b'"derelicts":[')
    for ship in range(data.DERELICT, data.N_SHIPS):
        position = s.position[ship]
        if position != data.ABSENT:
            put_word(out, b'{"id":', _SHIPS, ship)
            put_number(out, b'"start":', _STARTS[ship - data.DERELICT])
            put_number(out, b'"position":', position if position < data.GATE else -1)
            put_flag(out, b'"in_singularity":', position == data.SINGULARITY)
            end(out, b"}")
    end(out, b"]")


@kernel
def _write_stacks(s: State, out: Out) -> None:
    begin(out, b'"stacks":[')
    for stack in range(0 if s.phase == data.DEAL else data.N_STACKS[s.players]):
        down = np.int64(s.stack_down[stack])
        owner = np.int64(s.taken_by[stack])
        put_number(out, b'{"number":', stack + 1)
        put_words(out, b'"up":', _LETTERS, s.stack_up[stack])
        put_words(out, b'"down":', _LETTERS, down)
        put_number(out, b'"down_count":', count_bits(down) + hidden_in_stack(s, stack))
        if ship_code(s, owner) == data.GHOST_CODE:
            begin(out, b'"taken_by":"ghost"')
        else:
            put_number(out, b'"taken_by":', owner)
        end(out, b"}")
    end(out, b"]")


@kernel
def _write_cards_of(s: State, seat: int, out: Out) -> None:
    put_words(out, b'"hand":', _LETTERS, s.hand[seat])
    put_words(out, b'"known":', _LETTERS, drafted_up(s, seat) & s.hand[seat])
    put_words(out, b'"drafted_up":', _LETTERS, drafted_up(s, seat))
    begin(out, b'"played":[')
    for movement in range(n_revealed(s)):
        if s.played[seat, movement] >= 0:
            put_word(out, b"", _LETTERS, s.played[seat, movement])
    end(out, b"]")


@kernel
def _write_seats(s: State, out: Out) -> None:
    begin(out, b'"seats":[')
    for seat in range(s.players):
        pick = s.played[seat, s.movement - 1] if s.movement else data.NONE
        put_number(out, b'{"seat":', seat)
        put_number(out, b'"hand_count":', s.hand_size[seat])
        _write_cards_of(s, seat, out)
        put_flag(out, b'"stop_available":', s.stop[seat])
        put_flag(out, b'"picked":', pick != data.NONE)
        put_word(out, b'"pick":', _LETTERS, pick)
        end(out, b"}")
    end(out, b"]")


@kernel
def _write_ghost(s: State, out: Out) -> None:
    """Write the Ghost's cards; ``pile`` is their order, hidden from all but the authority."""
    if s.players > 1:
        begin(out, b'"ghost":null')
        return
    put_number(out, b'"ghost":{"hand_count":', s.hand_size[data.GHOST])
    _write_cards_of(s, data.GHOST, out)
    begin(out, b'"pile":[')
    for movement in range(n_revealed(s), data.N_MOVEMENTS):
        card = s.played[data.GHOST, movement]
        if card != data.NONE:
            put_word(out, b"", _LETTERS, card)
    end(out, b"]}")


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
def _write_resolving(s: State, out: Out) -> None:
    if s.current == data.NONE:
        begin(out, b'"resolving":null')
        return
    begin(out, b'"resolving":{"order":[')
    for letter in range(data.N_CARDS):
        seat = _player_of(s, s.movement - 1, letter)
        if seat >= 0:
            put_word(out, b'{"ship":', _SHIPS, ship_code(s, seat))
            put_word(out, b'"letter":', _LETTERS, letter)
            put_flag(out, b'"done":', _is_done(s, letter))
            end(out, b"}")
    end(out, b"]")
    put_word(out, b'"current":', _LETTERS, s.current)
    end(out, b"}")


@kernel
def _write_discards(s: State, out: Out) -> None:
    begin(out, b'"discards":[')
    for movement in range(n_revealed(s)):
        for letter in range(data.N_CARDS):
            seat = _player_of(s, movement, letter)
            if seat >= 0 and (movement < s.movement - 1 or _is_done(s, letter)):
                put_word(out, b'{"letter":', _LETTERS, letter)
                put_word(out, b'"ship":', _SHIPS, ship_code(s, seat))
                put_number(out, b'"movement":', movement + 1)
                end(out, b"}")
    end(out, b"]")


@kernel
def _write_result(s: State, out: Out) -> None:
    """Write scores (how far each ship came), winners and reason."""
    begin(out, b'{"scores":[')
    for seat in range(s.players):
        put_number(out, b"", s.position[seat])
    end(out, b"]")
    put_words(out, b'"winners":', _SEATS, winners(s))
    put_word(out, b'"reason":', _ENDINGS, s.ending - 1)
    end(out, b"}")


# --- for Python ---


@door
def _view(states: States, viewer: int, pages: Pages) -> int:
    masked = states.copy()
    mask(masked[0], viewer)
    erase(pages)
    s, out = masked[0], pages[0]
    _write_course(s, out)
    _write_ships(s, out)
    _write_stacks(s, out)
    _write_seats(s, out)
    _write_ghost(s, out)
    _write_resolving(s, out)
    _write_discards(s, out)
    put_words(out, b'"possible":', _LETTERS, unseen_cards(s))
    begin(out, b'"result":')
    if s.phase == data.OVER:
        _write_result(s, out)
    else:
        end(out, b"null")
    return out.taken


@door
def _legal(states: States, seat: int, pages: Pages) -> int:
    erase(pages)
    put_words(pages[0], b"", _ACTIONS, legal_mask(states[0], seat))
    return pages[0].taken


@door
def _result(states: States, pages: Pages) -> int:
    erase(pages)
    _write_result(states[0], pages[0])
    return pages[0].taken


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


def view_text(states: States, viewer: int) -> str:
    """Return what a seat, SPECTATOR or EVERYTHING may see as the members of a JSON object."""
    return written(_view, states, viewer)


def legal_text(states: States, seat: int) -> str:
    """Return the legal actions of a seat as a JSON list."""
    return written(_legal, states, seat)


def result_text(states: States) -> str:
    """Return scores, winners and reason of a game that is over as a JSON object."""
    return written(_result, states)
