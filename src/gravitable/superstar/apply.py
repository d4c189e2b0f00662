"""Applying an action: the one way in which a game moves on. The action must be legal; nothing is checked here.

Cards, seats and spaces are handed on as ``int64``: Numba compiles a function anew for each kind of number, and for each
constant, that it is called with.
"""

from __future__ import annotations

from gravitable.core.events import Events, emit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.superstar import events as ev
from gravitable.superstar.data import (
    ACT_DOUBLE,
    ACT_REPLAY,
    ACT_SIMPLE,
    ACT_SPECIAL,
    ACT_TELEPORT,
    ACT_TILE,
    ACT_WILD,
    ACTION,
    CARD_OF_SPECIAL,
    DOUBLE,
    DROP_DOWN,
    HIGH_LEFT,
    OWN_CARDS,
    QUARTERS,
    ROTATE_CW,
    SIDE_TURN,
    STEAL,
    TELEPORT,
    TILE,
    UP_TURN,
    WILD,
)
from gravitable.superstar.moves import enter_space, fall, rotate_pawn, step, take_back_cards, turn_tile
from gravitable.superstar.state import State
from gravitable.superstar.turn import end_turn, pay_for_replay, proceed, steal


@kernel
def _lay_card(s: State, seat: int, card: int, down: int, events: Events) -> None:
    """Play a card from the hand; a goodie goes on to the next player; an empty hand is filled at once."""
    bit = 1 << card
    s.hand[seat] &= ~bit
    emit(events, ev.CARD, seat, card, down)
    if not bit & OWN_CARDS:
        receiver = (seat + 1) % s.players
        s.hand[receiver] |= bit
        emit(events, ev.PASS, receiver, card, seat)
    elif down:
        s.face_down[seat] |= bit
    else:
        s.face_up[seat] |= bit
    if s.hand[seat] == 0:
        take_back_cards(s, seat)
        emit(events, ev.REFRESH, seat, 0, 0)


@kernel
def _side(s: State, seat: int, side: int) -> int:
    """Return the direction of a pawn's left or right."""
    return int64((s.feet[seat] + SIDE_TURN[side]) & 3)


@kernel
def _special_move(s: State, seat: int, special: int, events: Events) -> None:
    if special < HIGH_LEFT:  # long jump
        direction = _side(s, seat, special)
        step(s, seat, direction, events)
        step(s, seat, direction, events)
    elif special < DROP_DOWN:  # high jump
        step(s, seat, int64((s.feet[seat] + UP_TURN) & 3), events)
        step(s, seat, _side(s, seat, special - HIGH_LEFT), events)
    elif special == DROP_DOWN:
        step(s, seat, int64(s.feet[seat]), events)
    else:
        rotate_pawn(s, seat, QUARTERS[special - ROTATE_CW], events)


@kernel
def _double_jump(s: State, seat: int, sides: int, events: Events) -> None:
    step(s, seat, _side(s, seat, sides >> 1), events)
    fall(s, seat, events)
    step(s, seat, _side(s, seat, sides & 1), events)


@kernel
def _teleport(s: State, seat: int, events: Events) -> None:
    space = int64(s.door[s.open_door])
    emit(events, ev.TELEPORT, seat, space, 0)
    enter_space(s, seat, space, events)


@kernel
def _goodie_move(s: State, seat: int, action: int, events: Events) -> None:
    if action < ACT_DOUBLE:
        _lay_card(s, seat, int64(TILE), int64(0), events)
        turn_tile(s, seat, QUARTERS[action - ACT_TILE], events)
    elif action < ACT_TELEPORT:
        _lay_card(s, seat, int64(DOUBLE), int64(0), events)
        _double_jump(s, seat, action - ACT_DOUBLE, events)
    else:
        _lay_card(s, seat, int64(TELEPORT), int64(0), events)
        _teleport(s, seat, events)


@kernel
def _take_action(s: State, seat: int, action: int, events: Events) -> None:
    """Play the card, make its move and let the pawn fall."""
    if action < ACT_SIMPLE:
        take_back_cards(s, seat)
        emit(events, ev.COMPLETE, seat, 0, 0)
    elif action < ACT_SPECIAL:
        _lay_card(s, seat, (action - ACT_SIMPLE) >> 1, int64(1), events)
        step(s, seat, _side(s, seat, (action - ACT_SIMPLE) & 1), events)
    elif action < ACT_WILD:
        _lay_card(s, seat, CARD_OF_SPECIAL[action - ACT_SPECIAL], int64(0), events)
        _special_move(s, seat, action - ACT_SPECIAL, events)
    elif action < ACT_TILE:
        _lay_card(s, seat, int64(WILD), int64(0), events)
        _special_move(s, seat, action - ACT_WILD, events)
    else:
        _goodie_move(s, seat, action, events)
    fall(s, seat, events)


@kernel
def apply(s: State, seat: int, action: int, events: Events) -> None:
    """Apply a legal action of ``seat`` and go on to the next choice."""
    if s.phase == ACTION:
        _take_action(s, seat, action, events)
        proceed(s, events)
    elif s.phase == STEAL:
        steal(s, action, events)
        proceed(s, events)
    elif action == ACT_REPLAY:
        pay_for_replay(s, events)
    else:
        end_turn(s, events)
