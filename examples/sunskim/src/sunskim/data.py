"""The fixed facts: numbers of the game, and its actions."""

from __future__ import annotations

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4

START: Final = 5
"""The height at which ships begin, and to which a burnt one is thrown back."""
TOP: Final = 9
HARVEST: Final = (0, 5, 4, 3, 2, 1, 0, 0, 0, 0)
"""Points by height."""
BURN: Final = 2
"""Points that burning costs."""

N_CARDS: Final = 5
ALL_CARDS: Final = (1 << N_CARDS) - 1
PULLS: Final = (3, 4, 3)
"""How many pulls of 1, 2 and 3 there are."""

NONE: Final = -1
"""No card chosen yet."""
HIDDEN: Final = -2
"""A card is chosen, but the viewer may not know which."""

ACTIONS: Final = tuple(f"thrust:{card}" for card in range(N_CARDS))
