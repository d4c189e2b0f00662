"""The course of play: rounds, the draft, movements, who resolves next, and the end of the game."""

from __future__ import annotations

from gravitable.core.bits import nth_bit
from gravitable.core.events import Events, emit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.gravwell import events as ev
from gravitable.gravwell.data import (
    CHAOS,
    DEAL,
    GATE,
    GATE_ACTIVATED,
    GHOST,
    GHOST_SHUFFLE,
    GOES_ON,
    MAX_PLAYERS,
    MAX_STACKS,
    N_CARDS,
    N_MOVEMENTS,
    N_ROUNDS,
    N_SOLO_ROUNDS,
    N_STACKS,
    NONE,
    OUT_OF_TIME,
    OVER,
    PICK,
    RESOLVING,
    ROUNDS_PLAYED,
    STACK_SIZE,
    STOP,
    THROUGH_GATE,
    VARIANT_CHAOS,
    VARIANT_HARDCORE,
)
from gravitable.gravwell.moves import resolve_card, ship_code
from gravitable.gravwell.state import State


@kernel
def n_movers(s: State) -> int:
    """Return how many ships play cards: the players, and in Solo the Ghost."""
    return max(int64(s.players), int64(2))


# --- rounds ---


@kernel
def _set_draft_order(s: State) -> None:
    """Let the farthest from the Warp Gate draft first; of equals (as all are at first) the lower seat."""
    for seat in range(s.players):
        place = seat
        while place > 0 and s.position[s.draft_order[place - 1]] > s.position[seat]:
            s.draft_order[place] = s.draft_order[place - 1]
            place -= 1
        s.draft_order[place] = seat


@kernel
def begin_round(s: State) -> None:
    """Gather all cards for the next deal."""
    s.round_number += 1
    s.movement = 0
    s.current = NONE
    s.drafted = 0
    for stack in range(MAX_STACKS):
        s.stack_up[stack] = 0
        s.stack_down[stack] = 0
        s.taken_by[stack] = NONE
    for seat in range(MAX_PLAYERS):
        s.hand[seat] = 0
        s.hand_size[seat] = 0
        for movement in range(N_MOVEMENTS):
            s.played[seat, movement] = NONE
    _set_draft_order(s)
    s.phase = DEAL


@kernel
def _return_stops(s: State) -> None:
    for seat in range(s.players):
        s.stop[seat] = 1


@kernel
def n_rounds(s: State) -> int:
    """Return after how many rounds the game ends at the latest."""
    return N_SOLO_ROUNDS if s.players == 1 else N_ROUNDS


@kernel
def _ending(s: State) -> int:
    """Return why the game ends with this round, if it does."""
    for seat in range(s.players):
        if s.position[seat] == GATE:
            return GATE_ACTIVATED
    if s.round_number < n_rounds(s):
        return GOES_ON
    return OUT_OF_TIME if s.players == 1 else ROUNDS_PLAYED


@kernel
def _finish(s: State, events: Events) -> None:
    s.phase = OVER
    emit(events, ev.OVER, NONE, winners(s), s.ending)


@kernel
def _end_round(s: State, events: Events) -> None:
    emit(events, ev.ROUND_END, NONE, s.round_number, 0)
    s.ending = _ending(s)
    if s.ending != GOES_ON:
        _finish(s, events)
        return
    if s.players > 1 and not s.variants[VARIANT_HARDCORE]:
        _return_stops(s)
    begin_round(s)


# --- the draft ---


@kernel
def _take(s: State, seat: int, stack: int, events: Events) -> None:
    s.hand[seat] |= s.stack_up[stack] | s.stack_down[stack]
    s.hand_size[seat] += STACK_SIZE[s.players]
    s.taken_by[stack] = seat
    s.drafted += 1
    emit(events, ev.TAKE, ship_code(s, seat), stack, s.stack_up[stack])
    if s.stack_down[stack]:
        emit(events, ev.GET, ship_code(s, seat), stack, s.stack_down[stack])
    s.stack_down[stack] = 0


@kernel
def _last_stack(s: State) -> int:
    stack = 0
    while s.taken_by[stack] != NONE:
        stack += 1
    return stack


@kernel
def draft(s: State, seat: int, stack: int, events: Events) -> None:
    """Take a stack. The last stack goes to the last player without a choice."""
    _take(s, seat, stack, events)
    next_seat = int64(s.draft_order[s.drafted % s.players])
    if s.drafted < N_STACKS[s.players] - 1:
        s.waiting = 1 << next_seat
        return
    s.waiting = 0
    _take(s, GHOST if s.players == 1 else next_seat, _last_stack(s), events)
    if s.players == 1:
        s.phase = GHOST_SHUFFLE
    else:
        begin_movement(s)


# --- movements ---


@kernel
def begin_movement(s: State) -> None:
    """Ask everybody for a card; a last card is picked by itself."""
    s.movement += 1
    s.current = NONE
    if s.variants[VARIANT_CHAOS] and s.movement == 1:
        s.phase = CHAOS
        return
    s.phase = PICK
    for seat in range(s.players):
        if s.position[seat] < GATE:
            if s.movement < N_MOVEMENTS:
                s.waiting |= 1 << seat
            else:
                s.played[seat, N_MOVEMENTS - 1] = nth_bit(int64(s.hand[seat]), 0)


@kernel
def reveal(s: State, events: Events) -> None:
    """Turn everybody's card up; it leaves the hand for the table."""
    s.phase = RESOLVING
    for seat in range(n_movers(s)):
        letter = int64(s.played[seat, s.movement - 1])
        if letter >= 0:
            s.hand[seat] &= ~(int64(1) << letter)
            s.hand_size[seat] -= 1
            emit(events, ev.REVEAL, ship_code(s, seat), letter, s.movement)


@kernel
def next_to_resolve(s: State) -> int:
    """Return the seat with the first letter after the current one, -1 when all have been resolved."""
    best_seat = -1
    best = int64(N_CARDS)
    for seat in range(n_movers(s)):
        letter = int64(s.played[seat, s.movement - 1])
        if s.current < letter < best:
            best, best_seat = letter, seat
    return best_seat


@kernel
def _end_movement(s: State, events: Events) -> None:
    left = s.players == 1
    for seat in range(s.players):
        left = left or s.position[seat] < GATE
    if left and s.movement < N_MOVEMENTS:
        begin_movement(s)
    else:
        _end_round(s, events)


@kernel
def resolve(s: State, seat: int, events: Events) -> None:
    """Let the current card, a seat's, take effect."""
    resolve_card(s, seat, int64(s.current), events)
    if s.ending == GOES_ON:
        s.phase = RESOLVING
    else:
        _finish(s, events)


@kernel
def _resolve_next(s: State, events: Events) -> None:
    """Turn to the next card in the alphabet, or end the movement."""
    seat = next_to_resolve(s)
    if seat < 0:
        _end_movement(s, events)
        return
    s.current = s.played[seat, s.movement - 1]
    if s.position[seat] == GATE:  # pulled through by somebody's tractor before its card came up
        emit(events, ev.IDLE, seat, s.current, 0)
    elif seat < s.players and s.stop[seat]:
        s.phase = STOP
        s.waiting = 1 << seat
    else:
        resolve(s, seat, events)


@kernel
def proceed(s: State, events: Events) -> None:
    """Go on until somebody, or chance, has to decide, or the game is over."""
    while s.phase in (PICK, RESOLVING):
        if s.phase == RESOLVING:
            _resolve_next(s, events)
        elif s.waiting:
            return
        else:
            reveal(s, events)


# --- the end ---


@kernel
def winners(s: State) -> int:
    """Return the winners as bits: whoever is nearest to the Warp Gate, in Solo only through it."""
    best = int64(GATE if s.players == 1 else 0)
    seats = int64(0)
    if s.players == 1 and s.ending != THROUGH_GATE:
        return seats
    for seat in range(s.players):
        position = int64(s.position[seat])
        if position > best:
            best, seats = position, int64(0)
        if position == best:
            seats |= int64(1) << seat
    return seats
