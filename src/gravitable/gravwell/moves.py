"""Gravity: what pulls a ship, where a move ends, and what the three kinds of fuel card do."""

from __future__ import annotations

from gravitable.core.events import Events, emit
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.gravwell import events as ev
from gravitable.gravwell import pulls
from gravitable.gravwell.data import (
    ABSENT,
    GATE,
    GHOST,
    GHOST_CODE,
    GHOST_ESCAPED,
    GOES_ON,
    KIND,
    MAX_PLAYERS,
    N_SHIPS,
    REPULSOR,
    SINGULARITY,
    STANDARD,
    THROUGH_GATE,
    VALUE,
    VARIANT_WARP_GATE,
)
from gravitable.gravwell.state import State

_FAR = 1 << 20


@kernel
def ship_code(s: State, ship: int) -> int:
    """Return how events name a ship."""
    return GHOST_CODE if s.players == 1 and ship == GHOST else ship


@kernel
def surroundings(s: State, ship: int) -> int:
    """Return what pulls at a ship, packed (pulls.py reads it)."""
    here = int64(s.position[ship])
    ahead, behind = int64(0), int64(0)
    ahead_ship, behind_ship, n_ahead, n_behind = int64(0), int64(0), int64(0), int64(0)
    for other in range(N_SHIPS):
        there = int64(s.position[other])
        if SINGULARITY < there < GATE:
            if there > here:
                n_ahead += 1
                if ahead == 0 or there - here < ahead:
                    ahead, ahead_ship = there - here, other
            elif there < here:
                n_behind += 1
                if behind == 0 or here - there < behind:
                    behind, behind_ship = here - there, other
    return pulls.pack(ahead, behind, ship_code(s, ahead_ship), ship_code(s, behind_ship), n_ahead, n_behind)


@kernel
def _is_occupied(s: State, space: int) -> bool:
    occupied = False
    for ship in range(N_SHIPS):
        occupied = occupied or s.position[ship] == space
    return occupied


@kernel
def _pass_gate(s: State, ship: int, events: Events) -> None:
    """Take a ship through the Warp Gate: usually that decides the game, never for a derelict."""
    emit(events, ev.PASS, ship_code(s, ship), 0, 0)
    if ship < MAX_PLAYERS and not s.variants[VARIANT_WARP_GATE]:
        s.ending = GHOST_ESCAPED if s.players == 1 and ship == GHOST else THROUGH_GATE


@kernel
def move_ship(s: State, ship: int, direction: int, distance: int, events: Events) -> None:
    """Move a ship along the track; on an occupied space it slides on to the first free one."""
    start = int64(s.position[ship])
    space = start + direction * distance
    landing = space
    while SINGULARITY < space < GATE and _is_occupied(s, space):
        space += direction
    slid = abs(space - landing)
    space = min(max(space, SINGULARITY), GATE)
    s.position[ship] = space
    emit(events, ev.MOVE, ship_code(s, ship), start, space | slid << 6 | distance << 12)
    if space == GATE:
        _pass_gate(s, ship, events)


@kernel
def _thrust(s: State, seat: int, letter: int, events: Events) -> None:
    """Resolve a standard or repulsor card."""
    around = surroundings(s, seat)
    direction = pulls.direction_of(around)
    if KIND[letter] == REPULSOR:
        direction = -direction
    if s.position[seat] == SINGULARITY:
        direction = int64(KIND[letter] == STANDARD)
    emit(events, ev.PULL, ship_code(s, seat), letter | (direction + 1) << 5 | s.position[seat] << 7, around)
    if direction != 0:
        move_ship(s, seat, direction, VALUE[letter], events)


@kernel
def _next_to_pull(s: State, owner: int, moved: int) -> int:
    """Return whom a tractor moves next: the nearest, then the nearer to the Singularity, then by index."""
    here = int64(s.position[owner])
    best_ship = -1
    best = int64(_FAR)
    for ship in range(N_SHIPS):
        there = int64(s.position[ship])
        if ABSENT < there < GATE and there != here and not moved >> ship & 1:
            rank = abs(there - here) << 6 | there
            if rank < best:
                best, best_ship = rank, ship
    return best_ship


@kernel
def _pull_others(s: State, owner: int, letter: int, events: Events) -> None:
    """Resolve a tractor beam: everybody else moves toward the owner, each once."""
    emit(events, ev.TRACTOR, ship_code(s, owner), letter, s.position[owner])
    moved = int64(0)
    ship = _next_to_pull(s, owner, moved)
    while ship >= 0 and s.ending == GOES_ON:
        direction = 1 if s.position[ship] < s.position[owner] else -1
        move_ship(s, ship, direction, VALUE[letter], events)
        moved |= int64(1) << ship
        ship = _next_to_pull(s, owner, moved)


@kernel
def resolve_card(s: State, seat: int, letter: int, events: Events) -> None:
    """Let a revealed card take effect."""
    if KIND[letter] <= REPULSOR:
        _thrust(s, seat, letter, events)
    else:
        _pull_others(s, seat, letter, events)
