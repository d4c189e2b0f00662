"""Plays some games of every kind and prints a hash of each; a test runs it with and without the compiler."""

from __future__ import annotations

import hashlib
import sys

from checker import Setting, compact, play_randomly, viewers
from gravitable.core.chance import generator
from gravitable.core.contract import SPECTATOR

SETTINGS = (
    Setting("superstar", 2, {"rounds": 8}),
    Setting("superstar", 3, {"expert": True, "rounds": 5}),
    Setting("superstar", 4, {"goodies": ["tile", "double", "teleport"], "rounds": 5}),
    Setting("superstar", 6, {"goodies": ["tile"], "rounds": 2}),
    Setting("gravwell", 2, {"chaos": True}),
)


def trace(setting: Setting) -> str:
    """Return a hash of every state, guess at the hidden things, event and view of one game."""
    digest = hashlib.sha256()
    for step, game in enumerate(play_randomly(setting, seed=21)):
        digest.update(game.states.tobytes())
        guess = game.rules.determinize(game.rules.mask(game.states, SPECTATOR), generator(step))
        digest.update(guess.tobytes())
        digest.update(repr(game.log[-1].rows).encode())
        if step % 20 == 0:
            digest.update(compact([game.view(viewer) for viewer in viewers(game)]).encode())
            digest.update(compact([game.legal(seat) for seat in range(game.players)]).encode())
        for viewer in viewers(game):
            digest.update(repr(game.events(viewer, since=len(game.log) - 1)).encode())
    digest.update(compact(game.record()).encode())
    return f"{setting} {len(game.log)} {digest.hexdigest()}"


if __name__ == "__main__":
    sys.stdout.writelines(trace(setting) + "\n" for setting in SETTINGS)
