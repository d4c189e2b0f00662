"""What is made behind the page at the first start on a machine: a process for each game, and for a missing client.

Rules come first, and with them a board that can be played; the bots follow while people already sit down.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from gravitable.cli.console import err

_BUILD: Final = Path(__file__).parents[3] / "web" / "build.py"
_CLIENT: Final = Path(__file__).parents[1] / "server" / "static" / "index.html"
_LOOK_S: Final = 0.2
_PLAYABLE: Final = "You can play; the bots are being made ready"
_BOTS_TAKE: Final = 2.0
"""How much longer the bots of a game take than its rules; only the bar in the terminal depends on it."""


@dataclass
class Work:
    """One process, and how far it is; it prints lines such as ``board 0.25``."""

    command: Sequence[str]
    game: str | None = None
    """The game that it compiles."""
    shares: dict[str, float] = field(default_factory=lambda: {"board": 0.0, "bots": 0.0})
    has_ended: bool = False
    _process: subprocess.Popen[str] | None = None
    _following: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._process = process = subprocess.Popen(  # noqa: S603 - our own commands
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if self.game else None,  # why no client could be built is worth reading
            stdin=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"GRAVITABLE_QUIET": "1"},
        )
        self._following = threading.Thread(target=self._follow, args=(process,), daemon=True)
        self._following.start()

    def _follow(self, process: subprocess.Popen[str]) -> None:
        with process:
            for line in process.stdout or ():
                what, _, share = line.partition(" ")
                if what in self.shares:
                    with suppress(ValueError):
                        self.shares[what] = min(1.0, max(self.shares[what], float(share)))
        # Should it have failed, the kernels are compiled at their first use.
        self.shares = dict.fromkeys(self.shares, 1.0)
        self.has_ended = True

    def stop(self) -> None:
        """End it."""
        if self._process is not None and self._following is not None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            self._following.join()


class Behind:
    """All that is being made."""

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works
        self._is_over = threading.Event()
        self._telling = threading.Thread(target=self._tell, daemon=True)

    @property
    def board_share(self) -> float:
        """How much is done of what a board needs, from 0 to 1."""
        return _mean([work.shares["board"] for work in self._works])

    @property
    def share(self) -> float:
        """How much is done of what follows."""
        return _mean([work.shares["bots"] for work in self._works if work.game])

    @property
    def is_playable(self) -> bool:
        """Whether a board can be opened."""
        return all(work.shares["board"] == 1.0 for work in self._works)

    @property
    def is_done(self) -> bool:
        """Whether nothing is being made any more."""
        return all(work.has_ended for work in self._works)

    def are_ready(self, game: str) -> bool:
        """Say whether the bots of a game can play: nobody compiles for them any more."""
        return all(work.has_ended for work in self._works if work.game == game)

    def start(self) -> None:
        """Begin everything."""
        for work in self._works:
            work.start()
        self._telling.start()

    def stop(self) -> None:
        """End what still runs."""
        self._is_over.set()
        for work in self._works:
            work.stop()
        self._telling.join()

    def _tell(self) -> None:
        """Show the progress in the terminal."""
        if not err.is_terminal:
            self._tell_lines()
            return
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=err, transient=True) as progress:
            task = progress.add_task("Getting ready for this machine, once", total=1.0 + _BOTS_TAKE)
            while not self.is_done and not self._is_over.wait(_LOOK_S):
                done = self.board_share + _BOTS_TAKE * self.share
                progress.update(task, completed=done, description=_PLAYABLE if self.is_playable else None)

    def _tell_lines(self) -> None:
        """Say it in three lines, where a bar would be a nuisance."""
        err.print("Getting ready for this machine, once; the page tells how far it is.")
        began = time.monotonic()
        while not self.is_playable and not self._is_over.wait(_LOOK_S):
            pass
        if self.is_playable:
            err.print(f"{_PLAYABLE} ({time.monotonic() - began:.0f} s).")
        while not self.is_done and not self._is_over.wait(_LOOK_S):
            pass
        if self.is_done:
            err.print(f"The bots are ready ({time.monotonic() - began:.0f} s).")


def _mean(shares: Sequence[float]) -> float:
    return sum(shares) / len(shares) if shares else 1.0


def what_is_missing(games: Sequence[str]) -> Behind | None:
    """Return what has to be made for these games that are not ready, and the client of a checkout; None: nothing."""
    works = [Work((sys.executable, "-m", "gravitable.cli.compiling", game), game) for game in games]
    if _BUILD.is_file() and not _CLIENT.is_file():
        works.append(Work((sys.executable, str(_BUILD), "--keep-types")))
    return Behind(works) if works else None
