"""What each game brings for the environments: its observations, compiled steps and pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gravitable.core.contract import Json
from gravitable.core.registry import package_of
from gravitable.core.state import States
from gravitable.envs.errors import BadSetting
from gravitable.envs.kernels.common import Deal

Described = tuple[str, tuple[int, ...], tuple[str, ...], str]
"""A part of an observation: its name, its shape but for the last axis, what that axis holds, what it means."""


@dataclass(frozen=True, slots=True)
class Lab:
    """What the environments need to know about a game."""

    n_actions: int
    parts: Callable[[int], tuple[Described, ...]]
    """The parts of an observation for so many players."""
    kernels: str
    """The module with compiled steps."""
    bots: str
    """The module with compiled bots that play on until it is the agent's turn."""
    deal: Callable[[States, Json], Deal]
    """What new games are made of, from the state before chance decided anything and settled options."""
    picture: Callable[[Json], Any]
    """Draws a view as an array of pixels."""
    together: bool = False
    """Whether players choose at once, so that what follows an action depends on what others have chosen in secret."""


def lab_of(game: str) -> Lab:
    """Return what a game brings for the environments; raises UnknownGame, or BadSetting when it brings nothing."""
    package = package_of(game)
    if package.environments is None:
        raise BadSetting(f"{package.title} brings no environments")
    lab: Lab = package.load(package.environments)
    return lab
