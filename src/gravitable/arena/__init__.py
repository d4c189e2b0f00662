"""Tournaments between bots: the same boards and deals for all, seats rotated, ratings, and a report.

``plan`` says who plays whom on which deal, ``play`` plays one game of it, ``runners`` play many at once, ``journal``
keeps the results as they come, ``standings`` counts and rates, ``report`` draws, ``tournament`` is all of it as one
call: ``gravitable.arena.run``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gravitable.arena.tournament import Tournament, run

__all__ = ["Tournament", "run"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from gravitable.arena import tournament  # noqa: PLC0415 - loads Numba

        return getattr(tournament, name)
    raise AttributeError(f"module 'gravitable.arena' has no attribute {name!r}")
