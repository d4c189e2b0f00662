"""The kernel's doors for Python.

Handing a single record to compiled code costs 2 µs, an array of records 0.5 µs: so everything that Python calls
takes an array and works on its first element.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.chance import Rng, States
from gravitable.core.events import Events
from gravitable.core.jit import door
from gravitable.superstar import apply as apply_rules
from gravitable.superstar import legal as legal_rules
from gravitable.superstar import setup
from gravitable.superstar import view as view_rules


@door
def start(states: States, players: int, goodies: int, expert: int, round_limit: int) -> None:
    """See ``setup.start``."""
    setup.start(states[0], players, goodies, expert, round_limit)


@door
def chance(states: States, faces: Any, picks: setup.Picks, rng: Rng, events: Events) -> None:
    """See ``setup.chance``."""
    setup.chance(states[0], faces, picks, rng, events)


@door
def to_act(states: States) -> int:
    """See ``legal.to_act``."""
    return legal_rules.to_act(states[0])


@door
def legal(states: States, seat: int, out: NDArray[np.int64]) -> int:
    """See ``legal.legal``."""
    return legal_rules.legal(states[0], seat, out)


@door
def is_legal(states: States, seat: int, action: int) -> bool:
    """See ``legal.legal_mask``."""
    return legal_rules.legal_mask(states[0], seat) >> action & 1 == 1


@door
def apply(states: States, seat: int, action: int, events: Events) -> None:
    """See ``apply.apply``."""
    apply_rules.apply(states[0], seat, action, events)


@door
def mask(states: States, viewer: int) -> None:
    """See ``view.mask``."""
    view_rules.mask(states[0], viewer)


@door
def determinize(states: States, rng: Rng) -> None:
    """See ``view.determinize``."""
    view_rules.determinize(states[0], rng)
