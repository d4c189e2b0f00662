"""What a game may add to the terminal, such as words of its own. A game that adds nothing can be played too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from gravitable.core.registry import package_of

if TYPE_CHECKING:
    from gravitable.core.events import Event
    from gravitable.core.game import Game

Json = dict[str, Any]

_SEATS: Final = re.compile(r"\b[Ss]eat (\d)\b|\bSeats (\d(?:(?:, | and )\d)+)\b")


class Touch:
    """How a game's choices, story and ending read; the defaults fit any game."""

    help = "The board is drawn above the choices; type a number to choose."
    merged_events: frozenset[str] = frozenset()
    """Kinds of which a run by the same seat is told by its last one only."""
    quiet_events: frozenset[str] = frozenset()
    """Kinds that the drawing tells well enough."""

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called when nobody gave it a name."""
        return f"Player {seat + 1}"

    def group(self, action: str) -> str:
        """Return the heading under which an action is listed."""
        return action.partition(":")[0].partition("-")[0]

    def label(self, action: str) -> str:
        """Return an action in a few words."""
        return action

    def merge_key(self, action: str) -> str | None:
        """Return what actions have in common that are listed in one line; None: a line of its own."""
        return None

    def effect(self, game: Game, seat: int, action: str, names: Sequence[str]) -> str:
        """Return what an action brings about, as far as the seat can know, in Rich markup."""
        return ""

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """Return an event's sentence with names instead of seat numbers."""

        def called(match: re.Match[str]) -> str:
            return re.sub(r"\d", lambda digit: names[int(digit[0])], match[1] or match[2])

        return _SEATS.sub(called, event.sentence)

    def final_table(self, view: Json, result: Json, names: Sequence[str]) -> Table:
        """Return the scores of a finished game."""
        table = Table("", "score", title="Final scores", title_justify="left", box=SIMPLE_HEAD)
        for seat, score in enumerate(result["scores"]):
            mark = " wins" if seat in result["winners"] else ""
            table.add_row(names[seat] + mark, str(score))
        return table


def touch_of(game: str) -> Touch:
    """Return the touch of a game, or the one that fits all."""
    package = package_of(game)
    if package.terminal is None:
        return Touch()
    made: Touch = package.load(package.terminal)
    return made
