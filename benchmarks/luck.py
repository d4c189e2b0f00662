"""Whether reviews are fair: among equal bots, the part of a result that is called chance must be zero on average.

    python benchmarks/luck.py                       # 400 games of each game, with 2 and with 4 players
    python benchmarks/luck.py --games 40 --budget 50
    python benchmarks/luck.py --only gravwell:2
    python benchmarks/luck.py --only gravwell:2 --favourites   # nobody draws a pick at random

The reference plays against itself with the budget with which it then reviews, so nobody is better than it. Prints the
mean of own, others and chance for each seat with the 95% interval. A chance that is not zero says that the evaluation
is biased, and for whom: the last column marks it.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

import gravitable
from gravitable import bots
from gravitable.bots.kernels.tree import Tree, edges_of
from gravitable.bots.search import Budget, SearchBot, most_visited
from gravitable.core.contract import Json
from gravitable.core.state import States
from gravitable.reviews.curve import point_at
from gravitable.reviews.decisions import judged
from gravitable.reviews.judges import judge_for
from gravitable.reviews.moments import story_of
from gravitable.reviews.seats import seat_reviews

GAMES = ("superstar:2", "superstar:4", "gravwell:2", "gravwell:4")
ROUNDS = {"superstar": 60}
"""Bots may go round in circles; such games end here."""

_err = Console(stderr=True, highlight=False)


class Favourites(SearchBot):
    """The search, but it plays what it tried most, where the one that ships draws from a mixture."""

    def _chosen(self, tree: Tree, masked: States, seat: int) -> int:
        return most_visited(tree, edges_of(tree, 0, seat))


def played(game: str, players: int, budget: int, seed: int, kind: type[SearchBot] = SearchBot) -> Json:
    """Return the record of a game of the reference against itself."""
    options = {"rounds": ROUNDS[game]} if game in ROUNDS else {}
    table = gravitable.new(game, players=players, seed=seed, **options)
    minds = [kind(game, seed * 10 + seat, Budget(iterations=budget)) for seat in range(players)]
    while not table.over:
        seat = table.to_act[0]
        table.advance(seat, bots.choose_action(minds[seat], table, seat))
    return table.record()


def parts(record: Json, budget: int, seeds: int) -> NDArray[np.float64]:
    """Return own, others and chance of each seat: a review without its curve."""
    story = story_of(record)
    judge = judge_for(story.rules, story.players, budget, seeds)
    ends = [point_at(judge, story, story.moments[number]) for number in (0, -1)]
    found = [judged(judge, story, moment, 0) for moment in story.moments]
    seats = seat_reviews(story.result, ends, [one for one in found if one])
    return np.array([(one.own, one.others, one.chance) for one in seats])


def main() -> None:
    """Play, review, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--budget", type=int, default=60, help="iterations, for playing and for reviewing")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--first", type=int, default=1000, help="the seed of the first game")
    parser.add_argument("--favourites", action="store_true", help="nobody draws a pick at random")
    parser.add_argument("--only", nargs="*", default=GAMES, metavar="GAME:PLAYERS")
    chosen = parser.parse_args()
    print(
        f"{chosen.games} games each, {chosen.budget} iterations, {chosen.seeds} seeds; points of win chance"
    )
    for name in chosen.only:
        game, _, players = name.partition(":")
        numbers = track(range(chosen.first, chosen.first + chosen.games), name, console=_err, transient=True)
        kind = Favourites if chosen.favourites else SearchBot
        records = (played(game, int(players), chosen.budget, number, kind) for number in numbers)
        _measure(game, int(players), np.array([parts(one, chosen.budget, chosen.seeds) for one in records]))


def _measure(game: str, players: int, rows: NDArray[np.float64]) -> None:
    means, errors = 100 * rows.mean(axis=0), 196 * rows.std(axis=0, ddof=1) / np.sqrt(len(rows))
    for seat in range(players):
        cells = [
            f"{mean:+6.1f} ± {error:4.1f}" for mean, error in zip(means[seat], errors[seat], strict=True)
        ]
        mark = "" if abs(means[seat][2]) <= errors[seat][2] else "  not zero"
        print(
            f"{game}, {players} players, seat {seat}: own {cells[0]}  others {cells[1]}  chance {cells[2]}{mark}",
            flush=True,
        )


if __name__ == "__main__":
    main()
