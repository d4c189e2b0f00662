"""The full-screen form of ``gravitable play``. Textual is imported only when somebody plays with it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gravitable.cli.sitting import Sitting

DUMB = ("", "dumb", "unknown")


def is_possible() -> bool:
    """Say whether a full screen can be shown: keyboard and screen are a terminal, and not a dumb one."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and (sys.platform == "win32" or os.environ.get("TERM", "") not in DUMB)


def play_on_screen(sitting: Sitting, *, motion: bool) -> bool:
    """Play a game; True when it came to its end, False when somebody left. Raises what a bot or a disk raises."""
    from gravitable.cli.screen.app import TableApp  # noqa: PLC0415 - Textual takes its time to load

    app = TableApp(sitting, motion=motion)
    app.run()
    if app.failure is not None:
        raise app.failure
    return sitting.game.over
