"""The course of a turn: entering the board, settling steals, replay, the next player, the end of the game."""

from __future__ import annotations

from typing import Any

from gravitable.core.events import Events, emit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.superstar import events as ev
from gravitable.superstar.data import (
    ACT_STEAL,
    ACT_STEAL_TOKEN,
    ACTION,
    FEW_STARS,
    GOES_ON,
    N_COLOURS,
    NO_STARS,
    OVER,
    POINTS_REACHED,
    REPLAY,
    ROUND_LIMIT,
    STARS_TO_END,
    STEAL,
)
from gravitable.superstar.legal import loot
from gravitable.superstar.moves import enter_space, note_points, points
from gravitable.superstar.state import State


@kernel
def steal(s: State, action: int, events: Events) -> None:
    """Take a star or a token from the first ejected player who has not been settled yet."""
    seat, victim = int64(s.seat), int64(s.victims[0])
    if action == ACT_STEAL_TOKEN:
        s.tokens[victim] -= 1
        s.tokens[seat] += 1
    else:
        s.stars[victim, action - ACT_STEAL] -= 1
        s.stars[seat, action - ACT_STEAL] += 1
    emit(events, ev.STEAL, seat, victim, action - ACT_STEAL)
    _forget_victim(s)
    note_points(s, seat, events)


@kernel
def _forget_victim(s: State) -> None:
    for i in range(1, s.n_victims):
        s.victims[i - 1] = s.victims[i]
    s.n_victims -= 1
    s.victims[s.n_victims] = 0


@kernel
def _only_loot(actions: int) -> int:
    """Return the one action in a set of steals."""
    for action in range(ACT_STEAL, ACT_STEAL + N_COLOURS + 1):
        if actions >> action & 1:
            return action
    return -1


@kernel
def _must_choose_loot(s: State, events: Events) -> bool:
    """Settle every steal that leaves no choice; say whether one is left that does."""
    while s.n_victims > 0:
        things = loot(s, s.victims[0])
        if things == 0:
            _forget_victim(s)
        elif things & (things - 1) == 0:
            steal(s, _only_loot(things), events)
        else:
            return True
    return False


@kernel
def begin_turn(s: State, events: Events) -> None:
    """Begin the turn of ``s.seat``; a pawn that is off the board enters through the open door."""
    emit(events, ev.TURN, s.seat, s.round_number, 0)
    s.second_action = 0
    if s.pawn[s.seat] < 0:
        s.entering = 1
        door = int64(s.door[s.open_door])
        s.feet[s.seat] = s.floor[s.open_door]
        emit(events, ev.ENTER, s.seat, door, s.feet[s.seat])
        enter_space(s, int64(s.seat), door, events)


@kernel
def why_it_ends(s: State) -> int:
    """Return why the game ends with this round, if it does."""
    if s.expert:
        if s.last_round:
            return POINTS_REACHED
        if s.stars_on_board == 0:
            return NO_STARS
    elif s.stars_on_board <= STARS_TO_END[s.players]:
        return FEW_STARS
    if s.round_limit > 0 and s.round_number >= s.round_limit:
        return ROUND_LIMIT
    return GOES_ON


@kernel
def _next_player(s: State, events: Events) -> bool:
    """Pass the turn on; say whether the game goes on."""
    s.seat = s.seat + 1 if s.seat + 1 < s.players else 0
    if s.seat == s.first:
        emit(events, ev.ROUND_END, -1, s.round_number, 0)
        s.ending = why_it_ends(s)
        if s.ending != GOES_ON:
            s.phase = OVER
            emit(events, ev.OVER, -1, 0, s.ending)
            return False
        s.round_number += 1
    return True


@kernel
def proceed(s: State, events: Events) -> None:
    """Go on until somebody has to choose, or the game is over."""
    while True:
        if _must_choose_loot(s, events):
            s.phase = STEAL
            return
        if s.entering:
            s.entering = 0
            s.phase = ACTION
            return
        if not s.second_action and s.tokens[s.seat] > 0:
            s.phase = REPLAY
            return
        if not _next_player(s, events):
            return
        begin_turn(s, events)
        if not s.entering:
            s.phase = ACTION
            return


@kernel
def pay_for_replay(s: State, events: Events) -> None:
    """Return a token to the supply for a second action."""
    s.tokens[s.seat] -= 1
    s.supply += 1
    s.second_action = 1
    s.phase = ACTION
    emit(events, ev.REPLAY, s.seat, 0, 0)


@kernel
def end_turn(s: State, events: Events) -> None:
    """Decline the replay."""
    s.second_action = 1  # so that it is not offered again while the turn passes on
    proceed(s, events)


@kernel
def result(s: State, scores: Any) -> int:
    """Write the score of each seat and return the winners as bits."""
    best = int64(-1)
    winners = int64(0)
    for seat in range(int64(s.players)):
        total = points(s, seat)
        scores[seat] = total
        rank = total * 64 - s.tokens[seat]  # of equal points, fewer tokens win
        if rank > best:
            best = rank
            winners = int64(0)
        if rank == best:
            winners |= int64(1) << seat
    return winners
