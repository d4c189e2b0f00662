"""Which contests are over, as far as this process knows: until then the games at their tables are sealed.

All tables of a contest have the same deals, so a game that is ahead tells what is to come at the others. A sealed game
is shown only to the people who sit there, as each of them may see it; its secret is shown to nobody at all.
"""

from __future__ import annotations


class Seals:
    """What may be shown of contests; a contest that nobody has said to be over is sealed."""

    def __init__(self) -> None:
        self._open: set[str] = set()

    def open(self, contest: str) -> None:
        """Note that a contest is over, which it stays for ever."""
        self._open.add(contest)

    def hold(self, contest: str | None) -> bool:
        """Say whether a game is sealed; None: it belongs to no contest."""
        return contest is not None and contest not in self._open
