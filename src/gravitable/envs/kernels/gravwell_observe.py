"""What a seat of Gravwell sees, as numbers. Reads masked states only, so that nothing can leak.

What is written, and in which order, is declared once, in the lists of names below; the places come from them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.gravwell.data import (
    DERELICT,
    DRAFT,
    GATE,
    HIDDEN,
    LETTERS,
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
    VARIANTS,
)
from gravitable.gravwell.legal import to_act
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import n_movers, n_rounds
from gravitable.gravwell.view import hidden_in_stack, unseen_cards

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

UNKNOWN_CARD = N_CARDS + 1  # how a sealed card of somebody else reads in ``played``
_PLAYERS = tuple(f"player {i}" for i in range(MAX_PLAYERS))

# Of a ship.
SHIP = (
    *("in play", "position", "in the Singularity", "through the gate"),
    *("may stop", "cards in hand", "to act"),
)
IN_PLAY, POSITION, IN_SINGULARITY, THROUGH_GATE, MAY_STOP, CARDS_IN_HAND, TO_ACT = range(len(SHIP))
SHIP_FEATURES = len(SHIP)

# Of a fuel card.
CARD = (*(f"known in hand of {player}" for player in _PLAYERS), "played", "unseen", "resolving")
PLAYED, UNSEEN_CARD, RESOLVING = map(CARD.index, ("played", "unseen", "resolving"))
CARD_FEATURES = len(CARD)

# Of a stack of the draft.
STACK = (
    *(f"shows {letter}" for letter in LETTERS),
    *("hidden cards", "free"),
    *(f"taken by {player}" for player in _PLAYERS),
)
HIDDEN_CARDS, FREE, TAKEN = map(STACK.index, ("hidden cards", "free", f"taken by {_PLAYERS[0]}"))
STACK_FEATURES = len(STACK)

# Of the turn.
TURN = (
    *("draft", "pick", "stop or go", "round", "rounds left", "movement"),
    *("resolving letter (1 is A)", "stacks taken"),
    *VARIANTS,
    *(f"draft place {i + 1} (player + 1)" for i in range(MAX_PLAYERS)),
)
AT_DRAFT, AT_PICK, AT_STOP, ROUND, ROUNDS_LEFT, MOVEMENT, RESOLVING_LETTER, STACKS_TAKEN = range(8)
DRAFT_PLACES = TURN.index("draft place 1 (player + 1)")
FIRST_VARIANT, N_VARIANTS = STACKS_TAKEN + 1, len(VARIANTS)


@kernel
def _relative(s: State, seat: int, other: int) -> int:
    """Return how far behind the observing seat another one sits, so that the observer is always 0."""
    return (other - seat) % n_movers(s)


@kernel
def _write_ship(s: State, ship: int, out: Bytes, at: int) -> None:
    position = int64(s.position[ship])
    out[at + IN_PLAY] = 1
    out[at + POSITION] = position
    out[at + IN_SINGULARITY] = position == SINGULARITY
    out[at + THROUGH_GATE] = position == GATE
    if ship < s.players:
        out[at + MAY_STOP] = s.stop[ship]
        out[at + TO_ACT] = to_act(s) >> ship & 1
    if ship < DERELICT:
        out[at + CARDS_IN_HAND] = s.hand_size[ship]


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
    cards = int64(0)
    for movement in range(N_MOVEMENTS):
        if s.played[seat, movement] >= 0:
            cards |= int64(1) << s.played[seat, movement]
    return cards


@kernel
def _write_cards(s: State, seat: int, out: Bytes, at: int) -> int:
    """Write of each card who is known to hold it, whether it was played, and whether nobody knows where it is."""
    for mover in range(n_movers(s)):
        _write_bits(s.hand[mover], out, at + _relative(s, seat, mover), CARD_FEATURES)
        _write_bits(_played_cards(s, mover), out, at + PLAYED, CARD_FEATURES)
    _write_bits(unseen_cards(s), out, at + UNSEEN_CARD, CARD_FEATURES)
    if s.current >= 0:
        out[at + CARD_FEATURES * s.current + RESOLVING] = 1
    return at + CARD_FEATURES * N_CARDS


@kernel
def _write_stacks(s: State, seat: int, out: Bytes, at: int) -> int:
    """Write of each stack its open cards, how many are hidden, and who took it."""
    for stack in range(N_STACKS[s.players]):
        row = at + STACK_FEATURES * stack
        _write_bits(s.stack_up[stack], out, row, 1)
        out[row + HIDDEN_CARDS] = hidden_in_stack(s, stack)
        if s.taken_by[stack] == NONE:
            out[row + FREE] = s.stack_up[stack] != 0
        else:
            out[row + TAKEN + _relative(s, seat, s.taken_by[stack])] = 1
    return at + STACK_FEATURES * MAX_STACKS


@kernel
def _write_played(s: State, seat: int, out: Bytes, at: int) -> int:
    for mover in range(n_movers(s)):
        row = at + N_MOVEMENTS * _relative(s, seat, mover)
        for movement in range(N_MOVEMENTS):
            letter = int64(s.played[mover, movement])
            out[row + movement] = UNKNOWN_CARD if letter == HIDDEN else letter + 1
    return at + N_MOVEMENTS * MAX_PLAYERS


@kernel
def _write_turn(s: State, seat: int, out: Bytes, at: int) -> None:
    out[at + AT_DRAFT] = s.phase == DRAFT
    out[at + AT_PICK] = s.phase == PICK
    out[at + AT_STOP] = s.phase == STOP
    out[at + ROUND] = s.round_number
    out[at + ROUNDS_LEFT] = n_rounds(s) - s.round_number
    out[at + MOVEMENT] = s.movement
    out[at + RESOLVING_LETTER] = s.current + 1
    out[at + STACKS_TAKEN] = s.drafted
    for variant in range(N_VARIANTS):
        out[at + FIRST_VARIANT + variant] = s.variants[variant]
    for place in range(s.players):
        out[at + DRAFT_PLACES + place] = _relative(s, seat, s.draft_order[place]) + 1


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
