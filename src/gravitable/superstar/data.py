"""Gravity Superstar's fixed facts: cards, colours, board shapes and the numbering of actions.

Each list of names is declared once, as a type; its tuple is read from that type, in the same order.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np

from gravitable.core.lists import MAX_ACTIONS, must_agree, must_be_numbered

# Directions go clockwise, so that a turn is an addition.
NORTH, EAST, SOUTH, WEST = range(4)
Direction = Literal["n", "e", "s", "w"]
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)

# A side as the pawn sees it: the number to add to the direction of its feet.
LEFT, RIGHT = 0, 1
SIDES: Final = ("left", "right")
SIDE_TURN: Final = np.array([1, 3])
UP_TURN = 2

# Turns as quarter turns clockwise, seen from above.
TURNS: Final = ("cw", "ccw", "half")
QUARTERS: Final = np.array([1, 3, 2])

Card = Literal["long", "high", "drop", "rotate", "wild", "tile", "double", "teleport"]
CARDS: Final[tuple[Card, ...]] = get_args(Card)
LONG, HIGH, DROP, ROTATE, WILD, TILE, DOUBLE, TELEPORT = range(len(CARDS))
N_CARDS = len(CARDS)
N_OWN_CARDS = TILE  # everybody has these; the others are goodies
GOODIE_NAMES: Final = CARDS[TILE:]
OWN_CARDS = (1 << N_OWN_CARDS) - 1
GOODIES = (1 << len(CARDS)) - 1 - OWN_CARDS

Colour = Literal["blue", "yellow", "pink", "green", "orange", "white"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
Loot = Literal["blue", "yellow", "pink", "green", "orange", "white", "token"]
LOOT: Final[tuple[Loot, ...]] = get_args(Loot)
must_agree("loot and colours", LOOT[:-1], COLOURS)
N_COLOURS = len(COLOURS)
STARS_PER_COLOUR = 13
N_TOKENS = 18
NO_SYMBOL, STAR_SYMBOL, REPLAY_SYMBOL = range(3)
Symbol = Literal["star", "replay"]
SYMBOLS: Final[tuple[Symbol | None, ...]] = (None, *get_args(Symbol))

MIN_PLAYERS, MAX_PLAYERS = 2, 6
TILE_SIZE = 6
TILE_SPACES = 36
MAX_TILES = 6
MAX_SPACES = MAX_TILES * TILE_SPACES

# Board shapes by index: 2 players; 3 and 4; 5 and 6.
SHAPE_OF_PLAYERS: Final = np.array([0, 0, 0, 1, 1, 2, 2])
N_PLACES: Final = np.array([2, 4, 6])
COLUMNS: Final = np.array([12, 12, 18])
ROWS: Final = np.array([6, 12, 12])
# The places of the tiles (column, row), clockwise: the order in which the Open Door goes round.
PLACES: Final = (
    ((0, 0), (1, 0)),
    ((0, 0), (1, 0), (1, 1), (0, 1)),
    ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)),
)

# The game ends at so many stars on the board; in the expert game at so many points. By number of players.
STARS_TO_END: Final = np.array([0, 0, 4, 8, 8, 12, 12])
POINTS_TO_END: Final = np.array([0, 0, 18, 24, 18, 24, 18])

Phase = Literal["setup", "action", "steal", "replay", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
SETUP, ACTION, STEAL, REPLAY, OVER = range(len(PHASES))

Ending = Literal["few-stars", "points-reached", "no-stars", "round-limit"]
ENDED_BY: Final[tuple[Ending, ...]] = get_args(Ending)
ENDINGS: Final[tuple[Ending | None, ...]] = (None, *ENDED_BY)
GOES_ON, FEW_STARS, POINTS_REACHED, NO_STARS, ROUND_LIMIT = range(len(ENDINGS))
must_be_numbered(CARDS, globals())
must_be_numbered(PHASES, globals())
must_be_numbered(("goes-on", *ENDED_BY), globals())

# Actions. Within a group the order is that of the names.
ACT_COMPLETE = 0
ACT_SIMPLE = 1  # + 2 * card + side
ACT_SPECIAL = ACT_SIMPLE + len(SIDES) * len(CARDS)  # + one of the eight below
LONG_LEFT, LONG_RIGHT, HIGH_LEFT, HIGH_RIGHT, DROP_DOWN, ROTATE_CW, ROTATE_CCW, ROTATE_HALF = range(8)
N_SPECIALS = 8
ACT_WILD = ACT_SPECIAL + N_SPECIALS
ACT_TILE = ACT_WILD + N_SPECIALS  # + turn
ACT_DOUBLE = ACT_TILE + 3  # + 2 * first side + second side
ACT_TELEPORT = ACT_DOUBLE + 4
ACT_STEAL = ACT_TELEPORT + 1  # + colour
ACT_STEAL_TOKEN = ACT_STEAL + N_COLOURS
ACT_REPLAY = ACT_STEAL_TOKEN + 1
ACT_END = ACT_REPLAY + 1
N_ACTIONS = ACT_END + 1

SPECIALS: Final = (
    *(f"long-{side}" for side in SIDES),
    *(f"high-{side}" for side in SIDES),
    "drop",
    *(f"rotate-{turn}" for turn in TURNS),
)
CARD_OF_SPECIAL: Final = np.array([LONG, LONG, HIGH, HIGH, DROP, ROTATE, ROTATE, ROTATE])

ACTIONS: Final = (
    "complete",
    *(f"simple:{card}-{side}" for card in CARDS for side in SIDES),
    *SPECIALS,
    *(f"wild:{special}" for special in SPECIALS),
    *(f"tile-{turn}" for turn in TURNS),
    *(f"double-{first}-{second}" for first in SIDES for second in SIDES),
    "teleport",
    *(f"steal:{colour}" for colour in COLOURS),
    "steal:token",
    "replay",
    "end",
)
must_agree("specials and their cards", range(len(SPECIALS)), range(len(CARD_OF_SPECIAL)))
must_agree("actions and their numbers", range(len(ACTIONS)), range(N_ACTIONS))
must_agree(
    "first actions of each kind",
    [ACTIONS.index(first) for first in ("simple:long-left", "long-left", "wild:long-left", "tile-cw", "end")],
    [ACT_SIMPLE, ACT_SPECIAL, ACT_WILD, ACT_TILE, ACT_END],
)
if N_ACTIONS > MAX_ACTIONS:
    raise TypeError(f"{N_ACTIONS} actions do not fit into the bits of one number")
