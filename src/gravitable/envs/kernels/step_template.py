"""Template: steps of many games at once: act, begin anew when over, show the next seat its choice.

Where several seats choose at once, they are asked one after the other, the lowest seat first; nobody sees a choice
before all are in, so nobody gains by being asked later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.events import UNSEEN, Events
from gravitable.core.jit import kernel
from gravitable.core.state import States
from gravitable.core.template import given
from gravitable.envs.kernels.common import Deal, Out, write_mask

# What a game brings; ``Any`` is its state.
apply: Callable[[Any, int, int, Events], None] = given()
legal_mask: Callable[[Any, int], int] = given()
mask: Callable[[Any, int], None] = given()
observe: Callable[[Any, int, Any, Any], None] = given()
"""Writes what a seat sees of a masked state."""
seat_to_act: Callable[[Any], int] = given()
"""Returns the seat that must choose now, the lowest of several, -1 when the game is over."""
first_chance: Callable[[Any, Deal, Any], None] = given()
"""Lets chance decide all that comes before the first choice."""
later_chance: Callable[[Any, Any], None] = given()
"""Lets chance decide all that comes before the next choice."""
outcome: Callable[[Any, NDArray[np.int64], NDArray[np.float32]], None] = given()
"""Writes how a game has ended: scores and rewards by seat."""


@kernel
def see(states: States, game: int, seat: int, work: States, sight: Any, words: Any) -> None:
    """Write what a seat sees: of a copy in which everything else is hidden."""
    work[0] = states[game]
    mask(work[0], seat)
    observe(work[0], seat, sight, words)


@kernel
def start_game(states: States, game: int, rng: Any, deal: Deal) -> None:
    """Begin a new game."""
    states[game] = deal.start[0]
    first_chance(states[game], deal, rng)


@kernel
def act(states: States, game: int, seat: int, action: int, rng: Any) -> bool:
    """Apply a legal action and whatever chance it brings about, and say whether the game is over."""
    apply(states[game], seat, action, UNSEEN)
    later_chance(states[game], rng)
    return seat_to_act(states[game]) < 0


@kernel
def show(states: States, work: States, out: Out, low: int, high: int) -> None:
    """Write who must choose in each game, what it may do and what it sees."""
    for game in range(low, high):
        seat = seat_to_act(states[game])
        bits = legal_mask(states[game], seat)
        out.seats[game] = seat
        out.legal[game] = bits
        write_mask(bits, out.masks[game])
        if out.sight.shape[1] > 0 and seat >= 0:
            see(states, game, seat, work, out.sight[game], out.words[game])


@kernel
def begin(states: States, rngs: Any, work: States, deal: Deal, out: Out, low: int, high: int) -> None:
    """Begin the games from ``low`` up to ``high``."""
    for game in range(low, high):
        start_game(states, game, rngs[game], deal)
        out.done[game] = 0
        out.rewards[game, :] = 0
    show(states, work, out, low, high)


@kernel
def step(
    states: States,
    actions: NDArray[np.int64],
    rngs: Any,
    work: States,
    deal: Deal,
    out: Out,
    low: int,
    high: int,
    again: bool,
) -> None:
    """Take one action in each game from ``low`` up to ``high``; with ``again`` a game that ends is dealt anew."""
    for game in range(low, high):
        if out.done[game]:
            out.done[game] = 0
            out.rewards[game, :] = 0
        if act(states, game, out.seats[game], actions[game], rngs[game]):
            out.done[game] = 1
            outcome(states[game], out.scores[game], out.rewards[game])
            if again:
                start_game(states, game, rngs[game], deal)
    show(states, work, out, low, high)


# One game at a time, for the standard environments: few arguments, since every array costs a Python call time.


@kernel
def look(states: States, seat: int, work: States, mask: Any, sight: Any, words: Any) -> None:
    """Write what any seat may do and sees of the first game."""
    write_mask(legal_mask(states[0], seat), mask)
    see(states, 0, seat, work, sight, words)


@kernel
def look_at_all(
    states: States, seats: NDArray[np.int64], work: States, masks: Any, sight: Any, words: Any
) -> None:
    """Write the same of every game, for one seat of each."""
    for game in range(seats.shape[0]):
        write_mask(legal_mask(states[game], seats[game]), masks[game])
        see(states, game, seats[game], work, sight[game], words[game])


@kernel
def open_game(states: States, deal: Deal, rng: Any) -> int:
    """Begin the first game and return the seat to act."""
    start_game(states, 0, rng, deal)
    return seat_to_act(states[0])


@kernel
def turn(states: States, seat: int, action: int, rng: Any) -> int:
    """Take an action in the first game and return the seat to act next, -1 when the game is over."""
    act(states, 0, seat, action, rng)
    return seat_to_act(states[0])


@kernel
def close_game(states: States, scores: NDArray[np.int64], rewards: NDArray[np.float32]) -> None:
    """Write how the first game has ended."""
    outcome(states[0], scores, rewards)


@kernel
def choices(states: States, seat: int) -> int:
    """Return the legal actions of any seat in the first game, as bits."""
    return legal_mask(states[0], seat)
