"""Turns that were put together but not sent yet: what is played when the clock runs out.

A person who has tried a complete turn, or kept a choice, meant to play it. So the clock plays that instead of handing
the seat to a bot. Drafts live in the process that the person is connected to, and are forgotten with it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

from gravitable.server.play.match import Match

MAX_DRAFTS: Final = 20_000


class _Draft(NamedTuple):
    version: int
    actions: tuple[str, ...]


class Drafts:
    """The newest complete turn of each seat at a table with a clock."""

    def __init__(self, most: int = MAX_DRAFTS) -> None:
        self._most = most
        self._drafts: OrderedDict[tuple[str, int], _Draft] = OrderedDict()

    def note(self, match: Match, seat: int, actions: Sequence[str], *, complete: bool) -> None:
        """Keep a complete turn; anything less means that the one before was taken back."""
        if match.terms.turn_ms is None:
            return
        key = (match.terms.table_id, seat)
        self._drafts.pop(key, None)
        if complete:
            self._drafts[key] = _Draft(match.version, tuple(actions))
            if len(self._drafts) > self._most:
                self._drafts.popitem(last=False)

    def take(self, match: Match, seat: int) -> tuple[str, ...]:
        """Return what a seat meant to play now, and forget it; nothing when there is no such turn."""
        draft = self._drafts.pop((match.terms.table_id, seat), None)
        return draft.actions if draft and match.may_try(seat, draft.version) else ()

    def __len__(self) -> int:
        """Return how many are kept."""
        return len(self._drafts)
