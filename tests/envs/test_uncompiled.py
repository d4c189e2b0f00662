"""The environments' kernels do the same uncompiled, so that a debugger can look into them."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import hashlib
from gravitable.envs.batched import BatchedEnv
for game, players, options in (
    ("superstar", 3, {"goodies": ["tile", "double", "teleport"]}),
    ("gravwell", 3, {"chaos": True}),
    ("gravwell", 1, {}),
):
    env = BatchedEnv(game, 3, players, seed=5, **options)
    trace = hashlib.sha256()
    for _ in range(40):
        out = env.step(env.sample())
        trace.update(out.observations.tobytes() + out.masks.tobytes() + out.rewards.tobytes())
    print(trace.hexdigest())
"""


def _traces(**settings: str) -> list[str]:
    told = subprocess.check_output([sys.executable, "-c", PROGRAM], env={**os.environ, **settings}, text=True)
    return told.split()


def test_compiled_and_uncompiled_steps_are_the_same() -> None:
    compiled = _traces()
    assert len(set(compiled)) == 3
    assert _traces(NUMBA_DISABLE_JIT="1") == compiled
