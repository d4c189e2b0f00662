"""``python -m gravitable.cli.compiling GAME``: compile a game, then its bots.

Prints the share that is done, line by line: ``board 0.25`` until the game can be played, then ``bots 0.25``.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from numba.core import event

from gravitable.bots import make
from gravitable.core.registry import rules_of

USUAL = {"board": 105, "bots": 105}
"""About how many kernels are compiled for one of our games; only the progress bar depends on it."""
_BEHIND_PEOPLE = 5
"""How much lower the priority is once people may be playing."""


class _Counter(event.Listener):
    """Prints how many of the kernels are compiled, as a share of 1."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._compiled = 0

    def on_start(self, _event: Any) -> None:
        """Nothing has happened yet."""

    def on_end(self, _event: Any) -> None:
        """Count one more."""
        self._compiled += 1
        self.tell(min(0.99, self._compiled / USUAL[self._what]))

    def tell(self, share: float) -> None:
        """Print a share."""
        sys.stdout.write(f"{self._what} {share:.3f}\n")
        sys.stdout.flush()


def main(game: str) -> None:
    """Compile."""
    install_listener: Any = event.install_listener
    board, bots = _Counter("board"), _Counter("bots")
    with install_listener("numba:compile", board):
        rules_of(game)
    board.tell(1.0)
    with suppress(OSError, AttributeError):  # Windows has no such call
        os.nice(_BEHIND_PEOPLE)
    with install_listener("numba:compile", bots):
        make("search", game, seed=0)
    bots.tell(1.0)


if __name__ == "__main__":
    main(sys.argv[1])
