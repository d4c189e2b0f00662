"""Setting up, and what chance decides: the deals, the Ghost's pile, the cards of Chaos Theory."""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.core.bits import list_bits, random_bit
from gravitable.core.chance import Rng, shuffle
from gravitable.core.events import Events, emit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.gravwell import events as ev
from gravitable.gravwell.data import (
    ABSENT,
    DEAL,
    DERELICT,
    DRAFT,
    GHOST,
    GHOST_SHUFFLE,
    HAND,
    MAX_PLAYERS,
    N_CARDS,
    N_DERELICTS,
    N_STACKS,
    NONE,
    SINGULARITY,
    STACK_SIZE,
    VARIANT_NO_SECRETS,
)
from gravitable.gravwell.state import State
from gravitable.gravwell.turn import begin_movement, begin_round, n_movers, proceed, reveal


@kernel
def start(s: State, players: int) -> None:
    """Prepare a state that holds nothing but the chosen variants for its first deal."""
    s.players = players
    s.position[DERELICT] = 26 if N_DERELICTS[players] == 2 else ABSENT
    s.position[DERELICT + 1] = 36
    for seat in range(MAX_PLAYERS):
        s.draft_order[seat] = NONE
        s.position[seat] = SINGULARITY if seat < n_movers(s) else ABSENT
        s.stop[seat] = int64(players > 1 and seat < players)
    begin_round(s)


@kernel
def lay_out(s: State, deck: Any, events: Events) -> None:
    """Lay out the stacks from a shuffled deck: first the face-down cards of all, then the face-up ones."""
    n_stacks, n_down = N_STACKS[s.players], STACK_SIZE[s.players] - 1
    packed_order = 0
    for place in range(s.players):
        packed_order |= int64(s.draft_order[place]) << 2 * place
    emit(events, ev.ROUND, s.players, s.round_number, packed_order)
    for stack in range(n_stacks):
        down = int64(0)
        for i in range(stack * n_down, (stack + 1) * n_down):
            down |= int64(1) << deck[i]
        up = int64(1) << deck[n_stacks * n_down + stack]
        s.stack_up[stack] = up | down if s.variants[VARIANT_NO_SECRETS] else up
        s.stack_down[stack] = 0 if s.variants[VARIANT_NO_SECRETS] else down
        emit(events, ev.STACK, NONE, stack, s.stack_up[stack])
    s.phase = DRAFT
    s.waiting = 1 << s.draft_order[0]


@kernel
def _deal(s: State, rng: Rng, events: Events) -> None:
    deck = np.arange(N_CARDS)
    shuffle(rng, deck, int64(N_CARDS))
    lay_out(s, deck, events)


@kernel
def _shuffle_ghost(s: State, rng: Rng, events: Events) -> None:
    """Put the Ghost's six cards into the order in which it will play them."""
    pile = np.zeros(HAND, np.int64)
    list_bits(int64(s.hand[GHOST]), pile)
    shuffle(rng, pile, int64(HAND))
    for place in range(HAND):
        s.played[GHOST, place] = pile[place]
    emit(events, ev.GHOST, NONE, 0, 0)
    begin_movement(s)


@kernel
def play_drawn(s: State, letters: Any, events: Events) -> None:
    """Chaos Theory: turn up the first cards, which chance has drawn from the hands."""
    emit(events, ev.CHAOS, NONE, 0, 0)
    for seat in range(s.players):
        s.played[seat, 0] = letters[seat]
    reveal(s, events)


@kernel
def _pick_at_random(s: State, rng: Rng, events: Events) -> None:
    letters = np.zeros(MAX_PLAYERS, np.int64)
    for seat in range(s.players):
        letters[seat] = random_bit(int64(s.hand[seat]), rng)
    play_drawn(s, letters, events)


@kernel
def chance(s: State, rng: Rng, events: Events) -> None:
    """Let chance decide what is due: a deal, the Ghost's pile or the cards of Chaos Theory."""
    if s.phase == DEAL:
        _deal(s, rng, events)
    elif s.phase == GHOST_SHUFFLE:
        _shuffle_ghost(s, rng, events)
    else:
        _pick_at_random(s, rng, events)
    proceed(s, events)
