"""Counting and rating: win shares with their 95% intervals, openskill ratings, who finished ahead of whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from openskill.models import PlackettLuce

Json = dict[str, Any]

_Z = 1.96
"""Standard deviations on either side of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95% interval (Wilson's)."""

    wins: float
    games: int

    @property
    def value(self) -> float:
        """The share itself."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.value
        middle = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        reach = _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.1%} ({low:.1%} to {high:.1%})"


HEADS = ("bot", "wins", "95% interval", "rating", "score", "ms", "forfeits")


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did. Shares and means are per seat that it held."""

    bot: str
    wins: Share
    rating: float
    rating_error: float
    """The rating's 95% interval is this much on either side."""
    mean_score: float | None
    forfeits: int
    decisions: int
    seconds: float

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of a table, under ``HEADS``."""
        low, high = self.wins.interval
        return (
            self.bot,
            f"{self.wins.value:.1%}",
            f"{100 * low:.1f} to {high:.1%}",
            f"{self.rating:.1f} ± {self.rating_error:.1f}",
            "" if self.mean_score is None else f"{self.mean_score:.1f}",
            f"{1000 * self.seconds / max(1, self.decisions):.2f}",
            str(self.forfeits),
        )

    def to_json(self) -> Json:
        """Return the standing as JSON-able data."""
        low, high = self.wins.interval
        return {
            "bot": self.bot,
            "wins": self.wins.wins,
            "games": self.wins.games,
            "win_share": self.wins.value,
            "win_share_95": [low, high],
            "rating": self.rating,
            "rating_95": [self.rating - self.rating_error, self.rating + self.rating_error],
            "mean_score": self.mean_score,
            "forfeits": self.forfeits,
            "ms_per_decision": 1000 * self.seconds / self.decisions if self.decisions else None,
        }


def standings(bots: Sequence[str], results: Sequence[Json]) -> list[Standing]:
    """Return how all bots did, the best rated first."""
    ratings = rate(bots, results)
    return sorted(
        (_standing(bot, results, ratings[bot]) for bot in bots), key=lambda s: (-s.rating, -s.wins.value)
    )


def _standing(bot: str, results: Sequence[Json], rating: tuple[float, float]) -> Standing:
    seats = [(line, seat) for line in results for seat, name in enumerate(line["seats"]) if name == bot]
    scores = [line["scores"][seat] for line, seat in seats if line["scores"] is not None]
    forfeits = sum(line["forfeit"] is not None and line["forfeit"]["seat"] == seat for line, seat in seats)
    return Standing(
        bot,
        Share(sum(win_of(line, seat) for line, seat in seats), len(seats)),
        rating[0],
        _Z * rating[1],
        sum(scores) / len(scores) if scores else None,
        forfeits,
        sum(line["decisions"][seat] for line, seat in seats),
        sum(line["seconds"][seat] for line, seat in seats),
    )


def cut_short(options: Json, results: Iterable[Json]) -> int:
    """Return how many games the limit of rounds has ended."""
    return sum(line["reason"] == "round-limit" for line in results) if options.get("rounds") else 0


def win_of(line: Json, seat: int) -> float:
    """Return a seat's part of the win: 1, or less when it is shared."""
    return 1 / len(line["winners"]) if seat in line["winners"] else 0.0


def ranks(line: Json) -> list[int]:
    """Return each seat's place, 0 for the winners; the others by their scores."""
    scores = line["scores"] or [0] * len(line["seats"])
    keys = [(seat not in line["winners"], -scores[seat]) for seat in range(len(line["seats"]))]
    keys = [(lost, score if lost else 0) for lost, score in keys]
    return [sorted(keys).index(key) for key in keys]


def rate(bots: Sequence[str], results: Iterable[Json]) -> dict[str, tuple[float, float]]:
    """Return each bot's openskill rating (mean, deviation), the games taken in the order of the plan."""
    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for line in sorted(results, key=lambda line: line["game"]):
        if len(set(line["seats"])) > 1:
            _rate_game(model, ratings, line)
    return {bot: (rating.mu, rating.sigma) for bot, rating in ratings.items()}


def _rate_game(model: PlackettLuce, ratings: dict[str, Any], line: Json) -> None:
    """Take in a game. A bot on several seats is rated on each and keeps the average."""
    teams = [[model.create_rating([ratings[bot].mu, ratings[bot].sigma])] for bot in line["seats"]]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks(line)])
    by_bot: dict[str, list[Any]] = defaultdict(list)
    for bot, team in zip(line["seats"], rated, strict=True):
        by_bot[bot].append(team[0])
    for bot, new in by_bot.items():
        ratings[bot].mu = sum(rating.mu for rating in new) / len(new)
        ratings[bot].sigma = sum(rating.sigma for rating in new) / len(new)


def ahead(first: str, second: str, results: Iterable[Json]) -> Share:
    """Return how often one bot finished ahead of another, ties counting half."""
    better, games = 0.0, 0
    for line in results:
        places = ranks(line)
        for seat, name in enumerate(line["seats"]):
            for other, rival in enumerate(line["seats"]):
                if name == first and rival == second:
                    better += (places[seat] < places[other]) + 0.5 * (places[seat] == places[other])
                    games += 1
    return Share(better, games)


def seat_shares(players: int, results: Sequence[Json]) -> list[Share]:
    """Return how often each seat won, whoever sat there."""
    return [Share(sum(win_of(line, seat) for line in results), len(results)) for seat in range(players)]
