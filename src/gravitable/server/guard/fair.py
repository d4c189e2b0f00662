"""A queue that shares a scarce thing fairly: between networks, then between the people there, then their tables.

Whose turn it is next is decided by time used, not by number of wishes: those who have used least so far are served
first, so a person's tenth table waits for their other nine, and never for that of a neighbour.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field

Path = tuple[Hashable, ...]
"""Who wants it, from the largest group to the smallest: network, person, table."""


@dataclass(slots=True)
class _Share:
    """How much time a group has used, and which of its members wait."""

    used: float = 0.0
    served: int = 0
    busy: int = 0
    waiting: int = 0
    members: dict[Hashable, _Share] = field(default_factory=dict)

    def add(self, path: Path) -> None:
        self.waiting += 1
        if path:
            self._member(path[0]).add(path[1:])

    def _member(self, key: Hashable) -> _Share:
        """Return a member; a new one begins with as much time used as the member who has used least."""
        if key not in self.members:
            least = min((one.used for one in self.members.values()), default=0.0)
            self.members[key] = _Share(used=least)
        return self.members[key]

    def take(self, number: int) -> Path:
        """Return who is next; they are busy from now on."""
        self.waiting -= 1
        self.busy += 1
        self.served = number
        waiting = ((key, one) for key, one in self.members.items() if one.waiting)
        key, member = min(waiting, key=lambda pair: (pair[1].used, pair[1].served), default=(None, None))
        return () if member is None else (key, *member.take(number))

    def done(self, path: Path, seconds: float) -> None:
        self.busy -= 1
        self.used += seconds
        if path:
            member = self.members[path[0]]
            member.done(path[1:], seconds)
            if not member.busy and not member.waiting:
                del self.members[path[0]]


class FairQueue:
    """Who waits for something; ``urgent`` ones come before all others."""

    def __init__(self) -> None:
        self._urgent, self._patient = _Share(), _Share()
        self._number = 0
        self._tickets = asyncio.Semaphore(0)

    def add(self, path: Path, *, urgent: bool) -> None:
        """Wait for a turn."""
        (self._urgent if urgent else self._patient).add(path)
        self._tickets.release()

    async def next(self) -> tuple[Path, bool]:
        """Return who is next, and whether it was urgent; ``done`` has to follow."""
        await self._tickets.acquire()
        self._number += 1
        urgent = self._urgent.waiting > 0
        return (self._urgent if urgent else self._patient).take(self._number), urgent

    def done(self, path: Path, urgent: bool, seconds: float) -> None:
        """Note how much time somebody has used."""
        (self._urgent if urgent else self._patient).done(path, seconds)

    def __len__(self) -> int:
        """Return how many wait."""
        return self._urgent.waiting + self._patient.waiting
