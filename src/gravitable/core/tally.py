"""A tally of many games: one small record that compiled code fills in and ``simulate`` reports."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.bits import count_bits
from gravitable.core.jit import kernel

MAX_SEATS = 8

Tally = NDArray[Any]

TALLY = np.dtype(
    (
        np.record,
        [
            ("games", "i8"),
            ("decisions", "i8"),
            ("shortest", "i8"),
            ("longest", "i8"),
            ("shared", "i8"),  # games with more than one winner
            ("unwon", "i8"),  # games that nobody won
            ("wins", "f8", (MAX_SEATS,)),  # a shared win counts as its fraction
            ("scores", "i8", (MAX_SEATS,)),  # sums
            ("squares", "i8", (MAX_SEATS,)),  # sums of squared scores
        ],
    )
)


def new_tally() -> Tally:
    """Return an empty tally, an array with one record."""
    return np.zeros(1, TALLY)


@kernel
def note_game(tally: Any, decisions: int, winners: int, scores: Any, players: int) -> None:
    """Count one finished game: its length, its winners as bits, its scores by seat."""
    if tally.games == 0 or decisions < tally.shortest:
        tally.shortest = decisions
    tally.longest = max(tally.longest, decisions)
    tally.games += 1
    tally.decisions += decisions
    n_winners = count_bits(winners)
    tally.shared += n_winners > 1
    tally.unwon += n_winners == 0
    for seat in range(players):
        tally.scores[seat] += scores[seat]
        tally.squares[seat] += scores[seat] * scores[seat]
        if winners >> seat & 1:
            tally.wins[seat] += 1.0 / n_winners


def add(total: Tally, part: Tally) -> None:
    """Add one tally to another."""
    if part["games"][0] == 0:
        return
    shortest = [int(t["shortest"][0]) for t in (total, part) if t["games"][0]]
    longest = max(int(total["longest"][0]), int(part["longest"][0]))
    for name in ("games", "decisions", "shared", "unwon", "wins", "scores", "squares"):
        total[name] += part[name]
    total["shortest"], total["longest"] = min(shortest), longest
