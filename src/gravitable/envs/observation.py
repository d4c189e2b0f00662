"""What an agent sees, in named parts: one encoding for all environments.

An observation is one flat array of bytes whose shape depends only on the game and the number of players. ``layout``
tells where its parts lie, ``Layout.split`` gives them as arrays, without copying. Everything is seen from the
observing seat: it is number 0 wherever seats are listed, and the others follow as they sit. Only a masked state is
ever encoded, so an observation holds nothing that the seat may not know.

>>> from gravitable.envs.observation import layout
>>> layout("superstar", 2)["board"].shape
(6, 12, 16)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

from numpy.typing import NDArray

from gravitable.core.contract import Rules
from gravitable.core.record import check_players
from gravitable.core.registry import rules_of
from gravitable.envs.errors import BadArray
from gravitable.envs.labs import lab_of

WORD = 8


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    features: tuple[str, ...]
    """What the last axis holds, in order."""
    meaning: str

    @property
    def stop(self) -> int:
        """Where the part ends in the flat observation."""
        return self.start + prod(self.shape)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies in an observation."""

    game: str
    players: int
    parts: tuple[Part, ...]
    size: int
    """Bytes of a whole observation; a multiple of eight, the last few may be unused."""

    def __getitem__(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(f"no part {name!r}; there are {', '.join(part.name for part in self.parts)}")

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the parts of one observation, or of a batch of them, as arrays of their own shape, uncopied."""
        if observation.ndim < 1 or observation.shape[-1] != self.size:
            raise BadArray(
                f"an observation of {self.game} with {self.players} players ends in an axis of {self.size}, "
                f"not {observation.shape}"
            )
        front = observation.shape[:-1]
        return {
            part.name: observation[..., part.start : part.stop].reshape(front + part.shape) for part in self
        }


def n_actions(game: str) -> int:
    """Return how many actions a game has, legal or not: the length of a mask."""
    return lab_of(game).n_actions


@cache
def layout(game: str, players: int) -> Layout:
    """Return the layout of a game for so many players; raises UnknownGame or WrongPlayerCount."""
    rules: Rules = rules_of(game)
    check_players(rules, players)
    parts, start = [], 0
    for name, front, features, meaning in lab_of(game).parts(players):
        parts.append(Part(name, start, (*front, len(features)), features, meaning))
        start = parts[-1].stop
    return Layout(game, players, tuple(parts), -(-start // WORD) * WORD)
