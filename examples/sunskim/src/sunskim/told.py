"""What people, bots and browsers are told, as types: the view, the board, a preview, the result."""

from __future__ import annotations

from typing import Literal

import msgspec

from gravitable.core.state import States
from sunskim import data, play
from sunskim.data import HIDDEN
from sunskim.state import State, first


class Board(msgspec.Struct, frozen=True, tag_field="game", tag="sunskim"):
    """What never changes: the points by height."""

    harvest: list[int]


class Ship(msgspec.Struct, frozen=True):
    """One player's ship."""

    seat: int
    height: int
    score: int
    hand: list[int]
    """Cards that were not played yet; a hidden choice is still among them."""
    has_chosen: bool
    chosen: int | None
    """The chosen card, for viewers who may know it."""


class View(msgspec.Struct, frozen=True, tag_field="game", tag="sunskim"):
    """Everything that a viewer may see."""

    rules: int
    players: int
    turn: int
    turns: int
    pull: int | None
    """The last pull."""
    pulls_left: list[int]
    """How many pulls of 1, 2 and 3 are left."""
    ships: list[Ship]
    to_act: list[int]
    over: bool


class Preview(msgspec.Struct, frozen=True):
    """Where a card leads, at the strongest and at the weakest pull that is left; 0: it burns."""

    action: str
    certain: bool
    lowest: int
    highest: int


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: list[int]
    scores: list[int]
    reason: Literal["turns"] = "turns"


def view(masked: States) -> View:
    """Return what a masked state shows."""
    s = first(masked)
    over = play.is_over(s)
    return View(
        rules=int(s.rules),
        players=int(s.players),
        turn=int(min(s.turn, s.turns)),
        turns=int(s.turns),
        pull=int(s.pull) or None,
        pulls_left=s.pulls.tolist(),
        ships=[_ship(s, seat) for seat in range(s.players)],
        to_act=list(play.choosing(s)),
        over=over,
    )


def _ship(s: State, seat: int) -> Ship:
    chosen = int(s.chosen[seat])
    return Ship(
        seat=seat,
        height=int(s.height[seat]),
        score=int(s.score[seat]),
        hand=play.cards(int(s.hand[seat])),
        has_chosen=chosen >= 0 or chosen == HIDDEN,
        chosen=chosen if chosen >= 0 else None,
    )


def board() -> Board:
    """Return what never changes."""
    return Board(list(data.HARVEST))


def preview(states: States, seat: int, card: int) -> Preview:
    """Return where a card may lead; it does not depend on anything hidden."""
    s = first(states)
    left = [pull for pull, count in enumerate(s.pulls.tolist(), 1) if count]
    lowest, highest = (
        int(min(data.TOP, max(0, s.height[seat] + card - pull))) for pull in (max(left), min(left))
    )
    return Preview(data.ACTIONS[card], lowest == highest, lowest, highest)


def result(states: States) -> Result:
    """Return how a finished game ended."""
    s = first(states)
    return Result(play.winners(s), s.score[: s.players].tolist())
