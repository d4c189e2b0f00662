"""What a person, a bot or a browser is told about a game of Gravwell, as types.

A ``Board`` is what never changes, a ``View`` is everything else that a certain viewer may see, a ``Preview`` is what
an action would bring about. The browser's TypeScript types are made from these. Cards are told by their letters.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from gravitable.gravwell.data import CardKind, Ending, Phase, ShipId
from gravitable.gravwell.pulls import PullReason, Way


class FuelCard(msgspec.Struct, frozen=True, gc=False):
    """What is printed on a fuel card."""

    letter: str
    element: str
    value: int
    kind: CardKind


class Board(msgspec.Struct, frozen=True, tag_field="game", tag="gravwell"):
    """What never changes: all fuel cards, and the position that is through the Warp Gate."""

    deck: list[FuelCard]
    gate: int


class Neighbour(msgspec.Struct, frozen=True, gc=False):
    """The nearest ship on one side, and how far it is."""

    ship: ShipId
    distance: int


class Pull(msgspec.Struct, frozen=True):
    """Where a ship is pulled, and why."""

    direction: Way
    reason: PullReason
    ahead: Neighbour | None
    behind: Neighbour | None
    ships_ahead: int
    ships_behind: int


class Ship(msgspec.Struct, frozen=True):
    """A ship that flies by cards: a player's, or in Solo the Ghost's."""

    id: ShipId
    seat: int | None
    kind: Literal["player", "ghost"]
    position: int
    in_singularity: bool
    passed: bool
    """It is through the Warp Gate."""
    pull: Pull | None
    """Where it would be pulled now; None when it is through the gate."""


class Derelict(msgspec.Struct, frozen=True, gc=False):
    """A ship that nobody flies; ``position`` is None once it is through the Warp Gate."""

    id: ShipId
    start: int
    position: int | None
    in_singularity: bool


class Stack(msgspec.Struct, frozen=True):
    """A stack of the draft. ``down`` lists the face-down cards that the viewer may know."""

    number: int
    up: list[str]
    down: list[str]
    down_count: int
    taken_by: int | Literal["ghost"] | None


class SeatCards(msgspec.Struct, frozen=True):
    """The cards of a seat."""

    seat: int
    hand_count: int
    hand: list[str]
    """The cards in hand that the viewer may know."""
    known: list[str]
    """The cards in hand that everybody saw in the draft."""
    drafted_up: list[str]
    """The cards that everybody saw the seat draft in this round."""
    played: list[str]
    """The cards of this round that were turned up, one a movement."""
    stop_available: bool
    picked: bool
    pick: str | None
    """The card picked for this movement, if the viewer may know it."""


class GhostCards(msgspec.Struct, frozen=True):
    """The Ghost's cards; ``pile`` is their order, top card first: None for each that the viewer may not know."""

    hand_count: int
    hand: list[str]
    known: list[str]
    drafted_up: list[str]
    played: list[str]
    pile: list[str | None]


class RevealedCard(msgspec.Struct, frozen=True, gc=False):
    """A card of this movement, and whether it has taken effect."""

    ship: ShipId
    letter: str
    done: bool


class Resolving(msgspec.Struct, frozen=True):
    """The cards of this movement from A to Z, and which one it is the turn of."""

    order: list[RevealedCard]
    current: str


class Discard(msgspec.Struct, frozen=True, gc=False):
    """A card that took effect in this round."""

    letter: str
    ship: ShipId
    movement: int


class Result(msgspec.Struct, frozen=True):
    """How a game ended: how far each ship came, who won and why."""

    scores: list[int]
    winners: list[int]
    reason: Ending


class View(msgspec.Struct, frozen=True, tag_field="game", tag="gravwell"):
    """The table as a certain viewer may see it."""

    players: int
    phase: Phase
    to_act: list[int]
    round: int
    rounds: int
    movement: int
    movements: int
    draft_order: list[int]
    ships: list[Ship]
    derelicts: list[Derelict]
    stacks: list[Stack]
    seats: list[SeatCards]
    ghost: GhostCards | None
    resolving: Resolving | None
    discards: list[Discard]
    possible: list[str]
    """The cards that the viewer cannot place: in somebody's hand, in a stack, or unused."""
    result: Result | None


class Share(msgspec.Struct, frozen=True, gc=False):
    """How often a ship ends at a position, from 0 to 1."""

    position: int
    share: float


class Spread(msgspec.Struct, frozen=True):
    """Where a ship may end, and how often it does."""

    ship: ShipId
    mean: float
    passes: float
    """How often the ship is through the Warp Gate."""
    shares: list[Share]
    """By position, ascending; 54 is through the Warp Gate."""


class Outlook(msgspec.Struct, frozen=True):
    """What an action may lead to by the end of this movement."""

    seat: int
    action: str
    samples: int
    own: Spread
    others: list[Spread]

    def to_json(self) -> dict[str, Any]:
        """Return the outlook as JSON-able data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


class CardEffect(msgspec.Struct, frozen=True, gc=False):
    """What a card does to its own ship the moment it takes effect; other cards may follow."""

    position: int
    wins: bool
    """It goes through the Warp Gate, and that decides the game."""


class Preview(msgspec.Struct, frozen=True):
    """What an action would bring about: the cards of a stack, or the outlook of a card."""

    action: str
    certain: bool
    up: list[str] | None = None
    """The face-up cards of a stack; nobody knows what lies face down before it is taken."""
    outlook: Outlook | None = None
    effect: CardEffect | None = None
    """Of letting a card happen, when the Emergency Stop is offered: all cards lie open, so this much is certain."""
