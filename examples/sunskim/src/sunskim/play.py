"""What may be done, what it does, and what chance does: the rules themselves."""

from __future__ import annotations

from gravitable.core.chance import Rng, below
from gravitable.core.events import Events, emit
from gravitable.core.state import States
from sunskim import data
from sunskim.data import NONE
from sunskim.state import State, first, new_states

CHOOSE, PULL, FLY, BURN, HARVEST, HANDS, OVER = range(7)
"""The kinds of event, as rows of kind, seat, place and value."""


def start(version: int, players: int, short: bool) -> States:
    """Return a state at the beginning of the first turn; nothing is left to chance yet."""
    states = new_states()
    s = first(states)
    s.rules, s.players, s.turns, s.turn = version, players, 5 if short else 10, 1
    s.pulls[:] = data.PULLS
    s.height[:players] = data.START
    s.hand[:players] = data.ALL_CARDS
    s.chosen[:] = NONE
    return states


def is_over(s: State) -> bool:
    """Say whether the last turn has been played."""
    return bool(s.turn > s.turns)


def choosing(s: State) -> tuple[int, ...]:
    """Return the seats that have not chosen a card in this turn."""
    if is_over(s):
        return ()
    return tuple(seat for seat, card in enumerate(s.chosen[: s.players].tolist()) if card == NONE)


def cards(hand: int) -> list[int]:
    """Return a set of cards as a list."""
    return [card for card in range(data.N_CARDS) if hand >> card & 1]


def choose(s: State, seat: int, card: int, events: Events) -> None:
    """Put a card face down."""
    s.chosen[seat] = card
    s.hand[seat] &= ~(1 << card)
    emit(events, CHOOSE, seat, card, 0)


def pull(s: State, rng: Rng, events: Events) -> None:
    """Draw the pull of this turn, let all ships fly, and begin the next turn."""
    s.pull = _drawn(s, int(below(rng, int(s.pulls.sum()))))
    emit(events, PULL, -1, s.pull, s.turn)
    burnt = [_fly(s, seat, events) for seat in range(s.players)]
    for seat in range(s.players):
        if burnt[seat]:
            _burn(s, seat, events)
        else:
            _harvest(s, seat, burnt, events)
    _next_turn(s, events)


def _drawn(s: State, place: int) -> int:
    """Take the pull at a place of those left, sorted, and return it."""
    for index, count in enumerate(s.pulls.tolist()):
        if place < count:
            s.pulls[index] -= 1
            return index + 1
        place -= count
    raise AssertionError("as many pulls as turns")


def _fly(s: State, seat: int, events: Events) -> bool:
    """Move a ship; return whether it burns."""
    before, thrust = int(s.height[seat]), int(s.chosen[seat])
    s.height[seat] = min(data.TOP, max(0, before + thrust - s.pull))
    emit(events, FLY, seat, before << 4 | thrust, int(s.height[seat]))
    return bool(s.height[seat] == 0)


def _burn(s: State, seat: int, events: Events) -> None:
    lost = min(data.BURN, int(s.score[seat]))
    s.score[seat] -= lost
    emit(events, BURN, seat, data.START, lost)


def _harvest(s: State, seat: int, burnt: list[bool], events: Events) -> None:
    """Score a ship by its height."""
    height = int(s.height[seat])
    beside = [n for n in range(s.players) if n != seat and not burnt[n] and s.height[n] == height]
    points = data.HARVEST[height]
    if beside:
        points = points // 2 if s.rules >= 2 else 0  # version 1: no light for ships at the same height
    s.score[seat] += points
    if data.HARVEST[height]:
        emit(events, HARVEST, seat, len(beside), points)


def _next_turn(s: State, events: Events) -> None:
    for seat in range(s.players):
        if s.height[seat] == 0:
            s.height[seat] = data.START
    s.chosen[:] = NONE
    s.turn += 1
    if is_over(s):
        emit(events, OVER, -1, sum(1 << seat for seat in winners(s)), 0)
    elif s.hand[0] == 0:
        s.hand[: s.players] = data.ALL_CARDS
        emit(events, HANDS, -1, 0, 0)


def winners(s: State) -> list[int]:
    """Return who has the most points."""
    scores = s.score[: s.players].tolist()
    return [seat for seat, score in enumerate(scores) if score == max(scores)]
