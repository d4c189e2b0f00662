"""Gravwell's fixed facts: the track, the fuel cards, the ships and the numbering of actions.

Each list of names is declared once, as a type; its tuple is read from that type, in the same order.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np

from gravitable.core.lists import MAX_ACTIONS, must_agree, must_be_numbered

MIN_PLAYERS, MAX_PLAYERS = 1, 4
SINGULARITY, GATE = 0, 54
ABSENT = -1  # the position of a ship that is not part of this game

# Ships by index: seats 0 to 3 (in Solo the Ghost is 1), then the derelicts by where they begin.
N_SHIPS = 6
GHOST = 1
DERELICT = 4
DERELICT_STARTS: Final = (26, 36)
N_DERELICTS: Final = np.array([0, 1, 1, 2, 2])  # by number of players; a single one begins on 36
GHOST_CODE = 6  # how events name the Ghost, so that they are clear without the state
ShipId = Literal["seat-0", "seat-1", "seat-2", "seat-3", "derelict-26", "derelict-36", "ghost"]
SHIP_IDS: Final[tuple[ShipId, ...]] = get_args(ShipId)
COLOURS: Final = ("blue", "yellow", "red", "green")

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
N_CARDS = 26
ALL_CARDS = (1 << N_CARDS) - 1
NONE, HIDDEN = -1, -2  # no card; in a masked state: a card that the viewer may not know

STANDARD, REPULSOR, TRACTOR = range(3)
CardKind = Literal["standard", "repulsor", "tractor"]
CARD_KINDS: Final[tuple[CardKind, ...]] = get_args(CardKind)
_PRINTED: Final = "1  2  3  5  2  6  5  4  6  2T 2R 4  10 6R 7  5  3T 9  9  2  5R 7  8  3R 8  7 "
_CARDS: Final = tuple(_PRINTED[at : at + 3].strip() for at in range(0, len(_PRINTED), 3))
VALUE: Final = np.array([int(card.rstrip("RT")) for card in _CARDS])
KIND: Final = np.array([{"R": REPULSOR, "T": TRACTOR}.get(card[-1], STANDARD) for card in _CARDS])
ELEMENTS: Final = (
    "Argon",
    "Boron",
    "Carbon",
    "Deuterium",
    "Europium",
    "Fluorine",
    "Gallium",
    "Helium",
    "Iodine",
    "Jovium",
    "Krypton",
    "Lithium",
    "Magnesium",
    "Neon",
    "Oxygen",
    "Phosphorus",
    "Quantium",
    "Radon",
    "Silicon",
    "Titanium",
    "Uranium",
    "Vanadium",
    "Wolfram",
    "Xenon",
    "Yttrium",
    "Zinc",
)

VARIANTS: Final = {
    "no_secrets": "both cards of every stack lie face up in the draft",
    "hardcore": "one Emergency Stop for the whole game instead of one a round",
    "warp_gate": "Warp Gate Activated: the round is played out, all who pass the gate share the win",
    "chaos": "Chaos Theory: chance picks everybody's first card of each round",
}
"""The table options, with what they mean; ``s.variants`` has one number for each."""
VARIANT_NO_SECRETS, VARIANT_HARDCORE, VARIANT_WARP_GATE, VARIANT_CHAOS = range(len(VARIANTS))
must_be_numbered((f"variant_{name}" for name in VARIANTS), globals())

N_ROUNDS, N_SOLO_ROUNDS = 6, 4
N_MOVEMENTS = 6
HAND = 6
MAX_STACKS = 12
N_STACKS: Final = np.array([0, 2, 6, 9, 12])  # by number of players
STACK_SIZE: Final = np.array([0, 6, 2, 2, 2])  # the same; all but one card of a stack lie face down

# RESOLVING never lasts: the rules go on by themselves until somebody, or chance, has to decide.
Phase = Literal["deal", "draft", "ghost", "chaos", "pick", "resolving", "stop", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
DEAL, DRAFT, GHOST_SHUFFLE, CHAOS, PICK, RESOLVING, STOP, OVER = range(len(PHASES))

Ending = Literal["gate", "rounds", "gate-activated", "ghost-escaped", "out-of-time"]
ENDED_BY: Final[tuple[Ending, ...]] = get_args(Ending)
ENDINGS: Final[tuple[Ending | None, ...]] = (None, *ENDED_BY)
GOES_ON, THROUGH_GATE, ROUNDS_PLAYED, GATE_ACTIVATED, GHOST_ESCAPED, OUT_OF_TIME = range(len(ENDINGS))

# Actions. Fuel comes first, so that a hand is the set of its actions.
ACT_FUEL = 0  # + letter
ACT_STACK = N_CARDS  # + stack, from 0
ACT_STOP = ACT_STACK + MAX_STACKS
ACT_GO = ACT_STOP + 1
N_ACTIONS = ACT_GO + 1
ACTIONS: Final = (
    *(f"fuel:{letter}" for letter in LETTERS),
    *(f"stack:{number}" for number in range(1, MAX_STACKS + 1)),
    "stop",
    "go",
)
must_agree("actions and their numbers", range(len(ACTIONS)), range(N_ACTIONS))
must_agree("fuel cards", range(len(_CARDS)), range(len(LETTERS)))
must_agree("elements", [element[0] for element in ELEMENTS], LETTERS)
if N_ACTIONS > MAX_ACTIONS:
    raise TypeError(f"{N_ACTIONS} actions do not fit into the bits of one number")
