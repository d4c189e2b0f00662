"""Sentences with gaps that compiled code fills in: how events are put into words.

>>> table = phrases(["{who} falls.", "{who} moves to {where}."], ("who", "where"))
>>> table.starts.tolist()
[0, 2, 6]
>>> table.parts.tolist()  # -1: the first gap, -2: the second; others: a piece of text
[-1, 0, -1, 1, -2, 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gravitable.core.chance import States
from gravitable.core.texts import Words, raw_words, written

MAX_ROWS = 32
"""So many events are put into words at a time: none takes a kilobyte."""


class Phrases(NamedTuple):
    """Sentences, in pieces."""

    starts: NDArray[np.int64]
    """By sentence, where its parts begin; and behind the last one."""
    parts: NDArray[np.int64]
    """A piece of text, or below 0 a gap: -1 is the first one."""
    pieces: Words


def phrases(sentences: Sequence[str], gaps: Sequence[str]) -> Phrases:
    """Return sentences in pieces; a gap is written as in ``str.format``."""
    starts, parts = [0], []
    pieces: list[str] = []
    for sentence in sentences:
        for piece, gap, _, _ in Formatter().parse(sentence):
            if piece:
                parts.append(len(pieces))
                pieces.append(piece)
            if gap is not None:
                parts.append(-1 - gaps.index(gap))
        starts.append(len(parts))
    return Phrases(np.array(starts), np.array(parts), raw_words(*pieces))


def rows_of(happened: bytes) -> NDArray[np.int32]:
    """Return stored events as an array."""
    return np.frombuffer(happened, np.int32).reshape(-1, 4)


def told(write: Any, states: States, happened: bytes, viewer: int) -> str:
    """Return what a kernel says about stored events, a handful at a time: members of a JSON list."""
    rows = rows_of(happened)
    if len(rows) <= MAX_ROWS:
        return written(write, states, rows, viewer)
    some = [
        written(write, states, rows[first : first + MAX_ROWS], viewer)
        for first in range(0, len(rows), MAX_ROWS)
    ]
    return ",".join(filter(None, some))
