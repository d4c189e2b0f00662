"""Results of a tournament with the luck of chance taken off, and how much that narrows them.

Games on one deal belong together, so all intervals come from drawing whole deals again and again (bootstrap).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gravitable.arena.standings import win_of

Json = dict[str, Any]

Floats = NDArray[np.float64]

RESAMPLES: Final = 2000
HEADS: Final = ("bot", "figure", "value", "95% interval")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95% interval."""

    value: float
    low: float
    high: float

    def to_json(self) -> Json:
        """Return the estimate as JSON-able data."""
        return {"value": self.value, "interval_95": [self.low, self.high]}


@dataclass(frozen=True, slots=True)
class Adjusted:
    """How one bot did, plain and adjusted."""

    bot: str
    plain: Estimate
    adjusted: Estimate
    ratio: Estimate
    """The variance of adjusted results divided by that of plain ones, game by game."""
    deal_ratio: Estimate
    """The same for averages over all games of a deal: rotating the seats has taken some of the luck off already."""

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of a table, under ``HEADS``."""
        shares = {"wins, plain": self.plain, "wins, adjusted": self.adjusted}
        ratios = {"ratio by game": self.ratio, "ratio by deal": self.deal_ratio}
        return (
            *(
                (self.bot, name, f"{one.value:.1%}", f"{100 * one.low:.1f} to {one.high:.1%}")
                for name, one in shares.items()
            ),
            *(
                (self.bot, name, f"{one.value:.3f}", f"{one.low:.3f} to {one.high:.3f}")
                for name, one in ratios.items()
            ),
        )

    def to_json(self) -> Json:
        """Return the row as JSON-able data."""
        parts = {
            "plain": self.plain,
            "adjusted": self.adjusted,
            "ratio": self.ratio,
            "deal_ratio": self.deal_ratio,
        }
        return {"bot": self.bot, **{name: part.to_json() for name, part in parts.items()}}


def adjusted_standings(bots: Sequence[str], results: Sequence[Json]) -> list[Adjusted]:
    """Return the rows of all bots in their order; games that a bot forfeited have no luck and are left out."""
    whole = [line for line in results if line.get("luck") is not None]
    return [row for bot in bots if (row := _row(bot, whole)) is not None]


def _row(bot: str, results: Sequence[Json]) -> Adjusted | None:
    deals: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for line in results:
        seats = [seat for seat, name in enumerate(line["seats"]) if name == bot]
        if seats:
            plain = sum(win_of(line, seat) for seat in seats) / len(seats)
            luck = sum(line["luck"][seat] for seat in seats) / len(seats)
            deals[line["deal"]].append((plain, plain - luck))
    if len(deals) < 2:
        return None
    sums = np.array([_sums(np.array(games)) for games in deals.values()])
    drawn = np.random.default_rng(1).integers(0, len(sums), (RESAMPLES, len(sums)))
    low, high = np.nanpercentile(_figures(sums[drawn]), (2.5, 97.5), axis=0)
    found = _figures(sums[np.newaxis])[0]
    return Adjusted(bot, *(Estimate(*map(float, part)) for part in zip(found, low, high, strict=True)))


def _sums(games: Floats) -> list[float]:
    """Return what is needed of a deal: its games counted, and plain and adjusted results summed, squared, averaged."""
    parts = (games.sum(axis=0), (games**2).sum(axis=0), games.mean(axis=0))
    return [float(len(games)), *(float(value) for part in parts for value in part)]


def _figures(samples: Floats) -> Floats:
    """Return for each row of deals: mean plain and adjusted result, ratio of variances by game and by deal."""
    total = samples.sum(axis=1)
    count, sums, squares = total[:, :1], total[:, 1:3], total[:, 3:5]
    by_game = squares - sums**2 / count
    by_deal = samples[:, :, 5:7].var(axis=1)
    plain = [np.where(part[:, 0] > 1e-12, part[:, 0], np.nan) for part in (by_game, by_deal)]
    ratios = [
        part[:, 1] / below for part, below in zip((by_game, by_deal), plain, strict=True)
    ]  # none without spread
    return np.column_stack([sums / count, *ratios])
