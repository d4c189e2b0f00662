"""Compiled and uncompiled, the bots choose the same: no overflow, nothing that only Numba understands."""

from __future__ import annotations

import os
import subprocess
import sys

import gravitable
from gravitable import bots

SPECS = ("search:12", "search@1:12", "greedy")


def choices() -> list[str]:
    """Return what the bots choose in the first moments of two games."""
    chosen = []
    for name, players in (("superstar", 3), ("gravwell", 2)):
        game = gravitable.new(name, players=players, seed=4)
        for _ in range(4):
            seat = game.to_act[0]
            chosen += [bots.choose_action(bots.make(spec, name, seed=2), game, seat) for spec in SPECS]
            game.play(seat, chosen[-1])
    return chosen


def test_uncompiled_bots_choose_the_same() -> None:
    command = [
        sys.executable,
        "-W",
        "error",
        "-c",
        "from bots.test_uncompiled import choices; print(*choices())",
    ]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == choices()
