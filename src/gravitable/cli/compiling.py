"""``python -m gravitable.cli.compiling GAME``: compile a game and its bots; prints the share that is done."""

from __future__ import annotations

import sys
from typing import Any

from numba.core import event

from gravitable.bots import make

_USUAL = 210
"""About so many compilations a game of ours takes, bots included; only the progress bar depends on it."""


class _Counter(event.Listener):
    """Prints how many of the kernels are compiled, as a share of 1."""

    def __init__(self) -> None:
        self._compiled = 0

    def on_start(self, _event: Any) -> None:
        """Nothing has happened yet."""

    def on_end(self, _event: Any) -> None:
        """Count one more."""
        self._compiled += 1
        sys.stdout.write(f"{min(0.99, self._compiled / _USUAL):.3f}\n")
        sys.stdout.flush()


def main(game: str) -> None:
    """Compile."""
    register: Any = event.register
    register("numba:compile", _Counter())
    make("greedy", game, seed=0)


if __name__ == "__main__":
    main(sys.argv[1])
