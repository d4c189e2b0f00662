"""Plays some games and prints a hash of every state and event of each; run directly by a test."""

from __future__ import annotations

import hashlib

from gravitable.core.chance import below, generator
from gravitable.core.events import clear, event_buffer, rows
from gravitable.gravwell import playout
from gravitable.gravwell.data import PICK
from gravitable.gravwell.outlook import outlook
from gravitable.gravwell.rules import RULES
from gravitable.gravwell.state import new_states

TABLES = ((1, {"chaos": True}), (2, {"warp_gate": True}), (3, {"no_secrets": True}), (4, {"hardcore": True}))


def trace() -> list[str]:
    """Return one hash per game."""
    return [_trace(players, RULES.settle(players, dict(options))) for players, options in TABLES]


def _trace(players: int, options: dict[str, bool]) -> str:
    digest = hashlib.sha256()
    events = event_buffer()
    rng = generator(players)
    states = RULES.start(players, options)
    states[0].position[:players] = range(40, 40 + players)
    while not RULES.over(states):
        clear(events)
        if RULES.chance_kind(states):
            RULES.chance(states, options, rng, events)
        else:
            seat = RULES.to_act(states)[0]
            legal = RULES.legal(states, seat)
            RULES.apply(states, seat, legal[int(below(rng, len(legal)))], events)
        seen = RULES.determinize(RULES.mask(states, 0), generator(7))
        digest.update(states.tobytes() + seen.tobytes() + repr(rows(events)).encode())
        digest.update(repr(RULES.describe(seen, options)).encode())
        if 0 in RULES.to_act(states) and int(states[0].phase) == PICK:
            action = RULES.legal(states, 0)[0]
            digest.update(repr(outlook(states, 0, action, generator(3), 3)).encode())
    states = new_states(4)
    states[0] = RULES.start(players, options)[0]
    digest.update(repr(int(vars(playout)["count_tree"](states, 4, generator(1)))).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print("\n".join(trace()))
