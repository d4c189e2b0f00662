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
from gravitable.envs.kernels.gravwell_observe import UNKNOWN_CARD
from gravitable.gravwell import data as gravwell
from gravitable.superstar import data as superstar

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
    rules_of(game)
    return {"superstar": superstar.N_ACTIONS, "gravwell": gravwell.N_ACTIONS}[game]


@cache
def layout(game: str, players: int) -> Layout:
    """Return the layout of a game for so many players; raises UnknownGame or WrongPlayerCount."""
    rules: Rules = rules_of(game)
    check_players(rules, players)
    described = _superstar_parts(players) if game == "superstar" else _gravwell_parts()
    parts, start = [], 0
    for name, front, features, meaning in described:
        parts.append(Part(name, start, (*front, len(features)), features, meaning))
        start = parts[-1].stop
    return Layout(game, players, tuple(parts), -(-start // WORD) * WORD)


Described = tuple[str, tuple[int, ...], tuple[str, ...], str]


def _superstar_parts(players: int) -> tuple[Described, ...]:
    shape = superstar.SHAPE_OF_PLAYERS[players]
    board = (int(superstar.ROWS[shape]), int(superstar.COLUMNS[shape]))
    own_cards = superstar.CARDS[: superstar.N_OWN_CARDS]
    return (
        (
            "board",
            board,
            (
                *(f"{colour} star" for colour in superstar.COLOURS),
                *("star symbol", "replay symbol"),
                *(f"platform {side}" for side in superstar.DIRECTIONS),
                *("door", "open door", "own pawn", "rival pawn"),
            ),
            "each space, row by row from a1; a platform counts 2 on a space whose own tile shows it, else 1",
        ),
        (
            "seats",
            (players,),
            (
                *("on board", "row", "column"),
                *(f"feet {side}" for side in superstar.DIRECTIONS),
                *(f"holds {card}" for card in superstar.CARDS),
                *(f"{card} face up" for card in own_cards),
                *(f"{card} face down" for card in own_cards),
                "unknown cards face down",
                *(f"{colour} stars" for colour in superstar.COLOURS),
                *("tokens", "points", "to act", "began the game", "to be stolen from"),
            ),
            "each player; cards in hand and face down as far as the observer can know them",
        ),
        (
            "doors",
            (int(superstar.N_PLACES[shape]),),
            (*(f"floor {side}" for side in superstar.DIRECTIONS), "open"),
            "the door of each tile place, clockwise",
        ),
        (
            "turn",
            (),
            (
                *("action", "steal", "replay", "second action", "last round", "expert"),
                *(f"{goodie} in play" for goodie in superstar.GOODIE_NAMES),
                *("round", "rounds left (255: no limit)", "stars on board", "tokens in supply"),
                *(f"{colour} in bag" for colour in superstar.COLOURS),
            ),
            "what is to be decided, and the course of the game",
        ),
    )


def _gravwell_parts() -> tuple[Described, ...]:
    letters = tuple(gravwell.LETTERS)
    seats = tuple(f"player {i}" for i in range(gravwell.MAX_PLAYERS))
    return (
        (
            "ships",
            (gravwell.N_SHIPS,),
            (
                "in play",
                "position",
                "in the Singularity",
                "through the gate",
                "may stop",
                "cards in hand",
                "to act",
            ),
            "the observer, the others as they sit (in Solo the Ghost), then the derelicts of 26 and 36",
        ),
        (
            "cards",
            (gravwell.N_CARDS,),
            (*(f"known in hand of {seat}" for seat in seats), "played", "unseen", "resolving"),
            "each fuel card, A to Z, as far as the observer can know",
        ),
        (
            "stacks",
            (gravwell.MAX_STACKS,),
            (
                *(f"shows {x}" for x in letters),
                "hidden cards",
                "free",
                *(f"taken by {seat}" for seat in seats),
            ),
            "each stack of the draft",
        ),
        (
            "played",
            (gravwell.MAX_PLAYERS,),
            tuple(f"movement {i + 1}" for i in range(gravwell.N_MOVEMENTS)),
            f"each player's card of each movement: 0 none yet, 1 to 26 for A to Z, {UNKNOWN_CARD} sealed",
        ),
        (
            "turn",
            (),
            (
                *(
                    "draft",
                    "pick",
                    "stop or go",
                    "round",
                    "rounds left",
                    "movement",
                    "resolving letter (1 is A)",
                ),
                *("stacks taken", *gravwell.VARIANTS),
                *(f"draft place {i + 1} (player + 1)" for i in range(gravwell.MAX_PLAYERS)),
            ),
            "what is to be decided, and the course of the game",
        ),
    )
