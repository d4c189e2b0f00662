"""The numbers of a search, and how to turn some of them: ``search:2000,exploration=0.25``."""

from __future__ import annotations

from math import isfinite

import numpy as np
from numpy.typing import NDArray

from gravitable.bots.base import UnknownBot
from gravitable.bots.minds import mind_of
from gravitable.core.errors import suggest

VERSIONS = (1, 2)
"""The versions of the search that every ``Mind`` has numbers for, the newest last."""


def turned(game: str, version: int, settings: list[str]) -> NDArray[np.float64]:
    """Return the knobs with some turned, as in ``exploration=0.25``; raises UnknownBot."""
    knobs = dict(mind_of(game).knobs[version])
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in knobs:
            raise UnknownBot(f"the search of {game} has no knob {name!r}; {suggest(name, knobs)}")
        try:
            knobs[name] = float(value)
        except ValueError:
            raise UnknownBot(f"knob {name!r} takes a number, not {value!r}; it is {knobs[name]}") from None
        if not isfinite(knobs[name]) or knobs[name] < 0:
            raise UnknownBot(f"knob {name!r} takes a number from 0 up, not {value!r}")
    return np.array(list(knobs.values()))
