"""What pulls at a ship: read from packed surroundings, which ``moves.surroundings`` makes and events carry.

From the low end: distance ahead and behind (6 bits each, 0: nobody there), which ship is nearest ahead and behind,
and how many ships are ahead and behind (3 bits each).
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from gravitable.core.jit import kernel
from gravitable.core.numbers import int64

Way = Literal["backward", "none", "forward"]
DIRECTIONS: Final[tuple[Way, ...]] = get_args(Way)
"""By direction + 1."""
PullReason = Literal["alone", "nearest", "balanced", "more-ships"]
REASONS: Final[tuple[PullReason, ...]] = get_args(PullReason)
ALONE, NEAREST, BALANCED, MORE_SHIPS = range(4)


@kernel
def pack(ahead: int, behind: int, ahead_ship: int, behind_ship: int, n_ahead: int, n_behind: int) -> int:
    """Return surroundings as one number."""
    ships = int64(ahead_ship) | behind_ship << 3 | n_ahead << 6 | n_behind << 9
    return ahead | behind << 6 | ships << 12


@kernel
def ahead_and_behind(around: int) -> tuple[int, int]:
    """Return the distances of the nearest ships, 0: nobody there."""
    return around & 63, around >> 6 & 63


@kernel
def nearest_ships(around: int) -> tuple[int, int]:
    """Return which ships are nearest ahead and behind."""
    return around >> 12 & 7, around >> 15 & 7


@kernel
def ship_counts(around: int) -> tuple[int, int]:
    """Return how many ships are ahead and behind."""
    return around >> 18 & 7, around >> 21 & 7


@kernel
def direction_of(around: int) -> int:
    """Return where surroundings pull: 1 ahead, -1 behind, 0 nowhere (nobody there, or in balance)."""
    ahead, behind = ahead_and_behind(around)
    if ahead == behind:
        n_ahead, n_behind = ship_counts(around)
        return int64(n_ahead > n_behind) - int64(n_ahead < n_behind)
    if behind == 0 or 0 < ahead < behind:
        return int64(1)
    return int64(-1)


@kernel
def reason_of(around: int) -> int:
    """Return why it is so, as a place in REASONS."""
    ahead, behind = ahead_and_behind(around)
    if ahead != behind:
        return NEAREST
    if ahead == 0:
        return ALONE
    return MORE_SHIPS if direction_of(around) else BALANCED
