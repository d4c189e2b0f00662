"""Who follows a table in the other processes, as far as they have told.

Each process tells the others who follows a table there whenever that changes, and that it lives every few seconds. A
process that was not heard for a while is taken for gone, and its followers with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

BEAT_S: Final = 2.0
SILENT_S: Final = 7.0
"""A process that was not heard of for so long counts as gone."""


@dataclass(frozen=True, slots=True)
class Followers:
    """Who follows a table in one process: people, and how many without a name."""

    people: frozenset[int] = frozenset()
    nameless: int = 0

    def text(self) -> str:
        """Return it as the other processes read it.

        >>> Followers(frozenset({7, 3}), 2).text()
        '2,3,7'
        """
        return ",".join(map(str, (self.nameless, *sorted(self.people))))

    @classmethod
    def read(cls, text: str) -> Followers:
        """Return what a process told.

        >>> Followers.read("2,3,7") == Followers(frozenset({3, 7}), 2)
        True
        """
        nameless, *people = map(int, text.split(","))
        return cls(frozenset(people), nameless)

    def __or__(self, other: Followers) -> Followers:
        return Followers(self.people | other.people, self.nameless + other.nameless)


class Elsewhere:
    """What the other processes have told, by table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._heard: dict[str, float] = {}
        self._tables: dict[str, dict[str, Followers]] = {}

    def note(self, process: str, table_id: str, followers: Followers) -> None:
        """Note who follows a table in a process."""
        self.beat(process)
        if followers == Followers():
            self._tables.get(table_id, {}).pop(process, None)
        else:
            self._tables.setdefault(table_id, {})[process] = followers

    def beat(self, process: str) -> None:
        """Note that a process lives."""
        self._heard[process] = self._clock()

    @property
    def is_empty(self) -> bool:
        """Whether no other process lives."""
        return not self._heard

    def of_table(self, table_id: str) -> Followers:
        """Return who follows a table in all other processes."""
        everybody = Followers()
        for followers in self._tables.get(table_id, {}).values():
            everybody |= followers
        return everybody

    def drop(self, table_id: str) -> None:
        """Forget a table that nobody follows here."""
        self._tables.pop(table_id, None)

    def forget_silent(self) -> list[str]:
        """Forget the processes that are gone; return the tables that they had followers of."""
        silent = {process for process, at in self._heard.items() if self._clock() - at > SILENT_S}
        for process in silent:
            del self._heard[process]
        changed = [table for table, told in self._tables.items() if silent & told.keys()]
        for table in changed:
            self._tables[table] = {p: f for p, f in self._tables[table].items() if p not in silent}
        return changed
