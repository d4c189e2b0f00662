"""What a seat of Gravwell sees, as numbers. Reads masked states only, so that nothing can leak.

The order of everything written here is documented, and named, in ``gravitable.envs.observation``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel
from gravitable.gravwell.data import (
    DERELICT,
    DRAFT,
    GATE,
    HIDDEN,
    MAX_PLAYERS,
    MAX_STACKS,
    N_CARDS,
    N_MOVEMENTS,
    N_SHIPS,
    N_STACKS,
    NONE,
    PICK,
    SINGULARITY,
    STOP,
)
from gravitable.gravwell.legal import to_act
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_movers, n_rounds
from gravitable.gravwell.view import hidden_in_stack, unseen_cards

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

SHIP_FEATURES = 7
CARD_FEATURES = 7
STACK_FEATURES = 32
UNKNOWN_CARD = N_CARDS + 1  # how a sealed card of somebody else reads in ``played``


@kernel
def _relative(s: State, seat: int, other: int) -> int:
    """Return how far behind the observing seat another one sits, so that the observer is always 0."""
    return (other - seat) % n_movers(s)


@kernel
def _write_ship(s: State, ship: int, out: Bytes, at: int) -> None:
    position = np.int64(s.position[ship])
    out[at] = 1
    out[at + 1] = position
    out[at + 2] = position == SINGULARITY
    out[at + 3] = position == GATE
    if ship < s.players:
        out[at + 4] = s.stop[ship]
        out[at + 6] = to_act(s) >> ship & 1
    if ship < DERELICT:
        out[at + 5] = s.hand_size[ship]


@kernel
def _write_ships(s: State, seat: int, out: Bytes, at: int) -> int:
    """Write the ships: the observer first, then the others as they sit, then the derelicts."""
    for ship in range(N_SHIPS):
        if s.position[ship] >= 0:
            row = _relative(s, seat, ship) if ship < DERELICT else ship
            _write_ship(s, ship, out, at + SHIP_FEATURES * row)
    return at + SHIP_FEATURES * N_SHIPS


@kernel
def _write_bits(bits: int, out: Bytes, at: int, step: int) -> None:
    for card in range(N_CARDS):
        out[at + step * card] |= bits >> card & 1


@kernel
def _played_cards(s: State, seat: int) -> int:
    cards = np.int64(0)
    for movement in range(N_MOVEMENTS):
        if s.played[seat, movement] >= 0:
            cards |= np.int64(1) << s.played[seat, movement]
    return cards


@kernel
def _write_cards(s: State, seat: int, out: Bytes, at: int) -> int:
    """Write of each card who is known to hold it, whether it was played, and whether nobody knows where it is."""
    for mover in range(n_movers(s)):
        _write_bits(s.hand[mover], out, at + _relative(s, seat, mover), CARD_FEATURES)
        _write_bits(_played_cards(s, mover), out, at + MAX_PLAYERS, CARD_FEATURES)
    _write_bits(unseen_cards(s), out, at + MAX_PLAYERS + 1, CARD_FEATURES)
    if s.current >= 0:
        out[at + CARD_FEATURES * s.current + MAX_PLAYERS + 2] = 1
    return at + CARD_FEATURES * N_CARDS


@kernel
def _write_stacks(s: State, seat: int, out: Bytes, at: int) -> int:
    """Write of each stack its open cards, how many are hidden, and who took it."""
    for stack in range(N_STACKS[s.players]):
        row = at + STACK_FEATURES * stack
        _write_bits(s.stack_up[stack], out, row, 1)
        out[row + N_CARDS] = hidden_in_stack(s, stack)
        if s.taken_by[stack] == NONE:
            out[row + N_CARDS + 1] = s.stack_up[stack] != 0
        else:
            out[row + N_CARDS + 2 + _relative(s, seat, s.taken_by[stack])] = 1
    return at + STACK_FEATURES * MAX_STACKS


@kernel
def _write_played(s: State, seat: int, out: Bytes, at: int) -> int:
    for mover in range(n_movers(s)):
        row = at + N_MOVEMENTS * _relative(s, seat, mover)
        for movement in range(N_MOVEMENTS):
            letter = np.int64(s.played[mover, movement])
            out[row + movement] = UNKNOWN_CARD if letter == HIDDEN else letter + 1
    return at + N_MOVEMENTS * MAX_PLAYERS


@kernel
def _write_turn(s: State, seat: int, out: Bytes, at: int) -> None:
    out[at] = s.phase == DRAFT
    out[at + 1] = s.phase == PICK
    out[at + 2] = s.phase == STOP
    out[at + 3] = s.round_number
    out[at + 4] = n_rounds(s) - s.round_number
    out[at + 5] = s.movement
    out[at + 6] = s.current + 1
    out[at + 7] = s.drafted
    out[at + 8] = s.no_secrets
    out[at + 9] = s.hardcore
    out[at + 10] = s.warp_gate
    out[at + 11] = s.chaos
    for place in range(s.players):
        out[at + 12 + place] = _relative(s, seat, s.draft_order[place]) + 1


@kernel
def observe(s: State, seat: int, out: Bytes, words: Words) -> None:
    """Write what ``seat`` sees of a state masked for it; ``words`` is the same memory as ``out``."""
    for word in range(words.shape[0]):
        words[word] = 0
    at = _write_ships(s, seat, out, 0)
    at = _write_cards(s, seat, out, at)
    at = _write_stacks(s, seat, out, at)
    at = _write_played(s, seat, out, at)
    _write_turn(s, seat, out, at)
