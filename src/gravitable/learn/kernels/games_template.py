"""Template: whole games in compiled code, with some positions of each kept together with who won."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gravitable.bots.kernels.network import Net, Sight
from gravitable.core.chance import Rng, next32
from gravitable.core.events import UNSEEN, Events
from gravitable.core.jit import kernel
from gravitable.core.numbers import int64
from gravitable.core.state import States
from gravitable.core.template import given
from gravitable.learn.kernels.store import Store, keep, settle

# What a game brings; the first ``Any`` is its state.
MAX_PLAYERS: int = given()
OVER: int = given()
apply: Callable[[Any, int, int, Events], None] = given()
begin: Callable[[Any, Any, Rng], None] = given()
"""Draw what stands before the first choice; the second argument is what the game's school prepared."""
draw: Callable[[Any, Rng], None] = given()
"""Let chance decide when nobody is to act."""
seat_to_act: Callable[[Any], int] = given()
"""Return who chooses next; -1: chance does."""
is_quiet: Callable[[Any], bool] = given()
"""Say whether a state is one that the network judges."""
SLIPS: int = given()
"""Which knob is the share of decisions that are made at random."""
any_action: Callable[[Any, int, Rng], int] = given()
after_one_action: Callable[[States, int, Net, Sight, Any, Rng], int] = given()
"""Return the action of the first state's seat that the network likes best."""
at_first_sight: Callable[[Any, int, Any, Rng], int] = given()
"""Return the action that looks best without a network."""
see: Callable[[Any, Sight], None] = given()
evaluate: Callable[[Any, Any, Any, Any, Any, Any], None] = given()
shares_of_win: Callable[[Any, Any], None] = given()

_UNIT = 1.0 / 2**32


@kernel
def play(
    start: States,
    work: States,
    table: Any,
    games: int,
    how: Any,
    knobs: Any,
    old_knobs: Any,
    net: Net,
    sight: Sight,
    store: Store,
    rng: Rng,
) -> int:
    """Play games and fill ``store``; return the number of decisions.

    ``table``: what the game's school prepared for ``begin``. ``how``: share kept, whether the network plays.
    """
    decisions = 0
    chances, scores = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    for _ in range(games):
        work[0] = start[0]
        begin(work[0], table, rng)
        while work[0].phase != OVER:
            if next32(rng) * _UNIT < how[0] and is_quiet(work[0]):
                see(work[0], sight)
                evaluate(work[0], old_knobs, None, None, chances, scores)
                keep(store, sight, chances, int64(work[0].players))
            seat = seat_to_act(work[0])
            if seat < 0:
                draw(work[0], rng)
                continue
            # Three parts and not one that decides: handing network and sight to a function that mostly does not need
            # them took a tenth of the time of Gravwell's games without a network.
            if next32(rng) * _UNIT < knobs[SLIPS]:
                action = any_action(work[0], seat, rng)
            elif how[1] > 0.0:
                action = after_one_action(work, seat, net, sight, knobs, rng)
            else:
                action = at_first_sight(work[0], seat, knobs, rng)
            apply(work[0], seat, action, UNSEEN)
            decisions += 1
        shares_of_win(work[0], chances)
        settle(store, chances, int64(work[0].players))
    return decisions
