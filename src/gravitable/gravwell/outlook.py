"""An outlook: for a card that you might play, where everybody may stand when this movement is over.

It plays the movement through some thousand times, each time with another guess at everything that the seat
cannot see: the rivals' hidden cards, what they pick (each card as likely) and whether they stop (one time in six:
a stop must last for a round). The seat itself does not stop, unless that is the very action in question.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import nth_bit, random_bit
from gravitable.core.chance import Rng, below
from gravitable.core.errors import IllegalAction
from gravitable.core.events import NO_EVENTS, EventBuffer
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.gravwell import entry, notation
from gravitable.gravwell.apply import apply
from gravitable.gravwell.data import (
    ABSENT,
    ACT_GO,
    ACT_STACK,
    ACT_STOP,
    GATE,
    GHOST,
    GHOST_CODE,
    N_ACTIONS,
    N_MOVEMENTS,
    N_SHIPS,
    OVER,
    SHIP_IDS,
    STOP,
)
from gravitable.gravwell.legal import legal_mask, to_act
from gravitable.gravwell.state import State, new_states
from gravitable.gravwell.view import determinize
from gravitable.gravwell.view_types import Outlook, Share, Spread

SAMPLES = 2000


@kernel
def _rival_action(s: State, rival: int, rng: Rng) -> int:
    if s.phase == STOP:
        return ACT_STOP if below(rng, N_MOVEMENTS) == 0 else ACT_GO
    return random_bit(legal_mask(s, rival), rng)


@kernel
def _sample(
    states: States, seat: int, action: int, rng: Rng, counts: NDArray[np.int64], events: EventBuffer
) -> None:
    """Count where the ships end, ``counts[0, 0]`` times; ``states``: a masked state and one to work in.

    ``events``: a buffer without room, since nobody reads them; ``UNSEEN`` would have the rules compiled a second time,
    which takes four seconds of every first start.
    """
    samples = counts[0, 0]
    counts[0, 0] = 0
    for _ in range(samples):
        states[1] = states[0]
        s = states[1]
        determinize(s, rng)
        round_number, movement = s.round_number, s.movement
        actor, chosen, goes_on = seat, action, True
        while goes_on:
            apply(s, actor, chosen, events)
            goes_on = s.phase != OVER and s.round_number == round_number and s.movement == movement
            if goes_on:
                actor = nth_bit(to_act(s), 0)
                chosen = int64(ACT_GO) if actor == seat else _rival_action(s, actor, rng)
        for ship in range(N_SHIPS):
            if s.position[ship] != ABSENT:
                counts[ship, s.position[ship]] += 1


def outlook(states: States, seat: int, action: int, rng: Rng, samples: int = SAMPLES) -> Outlook:
    """Return where everybody may end this movement if ``seat`` plays ``action``, as far as it can know.

    Only what the seat may see is used. Raises IllegalAction for an action that it cannot play now, and in the
    draft, where nothing moves yet.
    """
    _check(states, seat, action)
    work = new_states(2)
    work[0] = states[0]
    entry.mask(work, seat)
    counts = np.zeros((N_SHIPS, GATE + 1), np.int64)
    counts[0, 0] = samples
    _sample(work, seat, action, rng, counts, NO_EVENTS)
    is_solo = int(states["players"][0]) == 1
    spreads = {ship: _spread(counts[ship], ship, is_solo) for ship in range(N_SHIPS) if counts[ship].any()}
    others = [spread for ship, spread in spreads.items() if ship != seat]
    return Outlook(seat, notation.text(action), samples, spreads[seat], others)


def _check(states: States, seat: int, action: int) -> None:
    out = np.zeros(N_ACTIONS, np.int64)
    legal = [a for a in out[: entry.legal(states, seat, out)].tolist() if not ACT_STACK <= a < ACT_STOP]
    if action not in legal:
        texts = [notation.text(a) for a in legal]
        raise IllegalAction(
            f"there is no outlook on {notation.text(action)!r} for seat {seat} now; "
            f"only on: {', '.join(texts) or 'nothing, as it has no card to play'}",
            legal=texts,
        )


def _spread(counts: NDArray[np.int64], ship: int, is_solo: bool) -> Spread:
    code = GHOST_CODE if is_solo and ship == GHOST else ship
    total = int(counts.sum())
    shares = [Share(position, int(count) / total) for position, count in enumerate(counts) if count]
    mean = sum(one.position * one.share for one in shares)
    return Spread(SHIP_IDS[code], mean, int(counts[GATE]) / total, shares)
