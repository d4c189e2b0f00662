"""What a person, a bot or a browser is told about a game of Gravity Superstar, as types.

A ``Board`` is what changes only when a tile turns, a ``View`` is everything else that a certain viewer may see, a
``Preview`` is what an action would bring about. The browser's TypeScript types are made from these.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from gravitable.superstar.data import COLOURS, Card, Colour, Direction, Ending, Loot, Phase, Symbol


def _each_colour(value: dict[str, Any]) -> msgspec.Meta:
    """Say in JSON Schema that every colour is there, which a dict alone cannot say."""
    return msgspec.Meta(
        extra_json_schema={"properties": dict.fromkeys(COLOURS, value), "required": [*COLOURS]}
    )


ColourCounts = Annotated[dict[Colour, int], _each_colour({"type": "integer"})]
ColourSpaces = Annotated[
    dict[Colour, list[str]], _each_colour({"type": "array", "items": {"type": "string"}})
]


class Tile(msgspec.Struct, frozen=True, gc=False):
    """Which tile lies at a place (numbered clockwise), and how: its side and its quarter turns clockwise."""

    place: int
    column: int
    row: int
    tile: str
    face: Literal["a", "b"]
    turn: int


class Door(msgspec.Struct, frozen=True, gc=False):
    """The door of the tile at a place: on which space, and to which side its floor is."""

    place: int
    space: str
    floor: Direction


class Space(msgspec.Struct, frozen=True, gc=False):
    """One space of the board. ``walls`` lists the sides with a platform, such as ``ns``."""

    space: str
    walls: str
    symbol: Symbol | None


class Board(msgspec.Struct, frozen=True, tag_field="game", tag="superstar"):
    """What never changes, unless a tile is turned."""

    columns: int
    rows: int
    tiles: list[Tile]
    doors: list[Door]
    spaces: list[Space]


class Pawn(msgspec.Struct, frozen=True, gc=False):
    """Where a pawn stands and where its feet point; None while it is off the board."""

    seat: int
    space: str | None
    feet: Direction | None


class HiddenCards(msgspec.Struct, frozen=True):
    """Of these cards so many lie face down, the others are in the hand; the viewer may not know which."""

    cards: list[Card]
    face_down: int


class Reserve(msgspec.Struct, frozen=True):
    """What lies before a seat: its cards, stars and tokens."""

    seat: int
    hand: list[Card]
    """The cards in hand that the viewer may know."""
    hand_count: int
    face_up: list[Card]
    face_down: list[Card]
    """The face-down cards that the viewer may know."""
    face_down_count: int
    hidden: HiddenCards | None
    goodies: list[Card]
    stars: ColourCounts
    tokens: int
    pairs: int
    points: int


class Result(msgspec.Struct, frozen=True):
    """How a game ended, by seat."""

    scores: list[int]
    tokens: list[int]
    winners: list[int]
    reason: Ending


class View(msgspec.Struct, frozen=True, tag_field="game", tag="superstar"):
    """The table as a certain viewer may see it, without the board."""

    players: int
    phase: Phase
    to_act: list[int]
    turn: int
    """Whose turn it is."""
    first: int
    """Who began the game."""
    second_action: bool
    """The replay of this turn has been paid for."""
    entering: bool
    """The pawn has just entered the board; its action is still to come."""
    round: int
    round_limit: int | None
    steals: list[int]
    """Whom the seat whose turn it is may still steal from, in order."""
    open_door: int | None
    """The place whose door is open."""
    pawns: list[Pawn]
    seats: list[Reserve]
    bag: ColourCounts
    supply: int
    stars_on_board: int
    ends_at: int
    """The game ends when so many stars are left on the board."""
    points_to_end: int | None
    """Expert game: it ends when somebody has so many points."""
    last_round: bool
    """The game ends with this round: stars do not come back, and points that were reached count."""
    stars: ColourSpaces
    """On which spaces stars lie."""
    result: Result | None


class PathStep(msgspec.Struct, frozen=True, gc=False):
    """One space on the way of a pawn, and how it gets there."""

    space: str
    how: Literal["step", "fall", "teleport"]


class TileTurn(msgspec.Struct, frozen=True, gc=False):
    """Which place's tile is turned, and by how many quarter turns clockwise."""

    place: int
    quarters: int


class Theft(msgspec.Struct, frozen=True, gc=False, rename={"victim": "from"}):
    """What is stolen, and from whom."""

    victim: int
    what: Loot


class Preview(msgspec.Struct, frozen=True):
    """What an action would bring about, before any steal is chosen and the turn goes on."""

    action: str
    certain: bool
    path: list[PathStep]
    lands: str
    feet: Direction
    turns_tile: TileTurn | None
    stars: list[Colour]
    tokens: int
    ejects: list[int]
    refresh: bool
    steals: list[Theft]
    points: int
    """By how much the score changes, pairs included."""
    steal_points: int = 0
    """What the best steals add that are still to be chosen."""
