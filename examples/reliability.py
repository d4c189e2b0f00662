"""Can the win chance be trusted? Let the search play itself, and hold what it foretold against who won.

    python examples/reliability.py superstar --players 2 --games 200 --iterations 1000
    python examples/reliability.py superstar --compare 30     # 1,000 against 20,000 iterations in so many positions
    python examples/reliability.py network                    # the network alone, both games, 2 and 4 players: minutes

Of all choices where the search saw about 70%, about 70% should have been won. The diagram is written beside this file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import gravitable
from gravitable.arena.runners import MissingExtra
from gravitable.bots.engines import shipped
from gravitable.bots.kernels.tree import Tree, edges_of
from gravitable.bots.search import Budget, SearchBot, grow, most_visited
from gravitable.core.game import Game
from gravitable.learn import plots
from gravitable.learn.fit import chances
from gravitable.learn.games import Order, join, make
from gravitable.learn.reliability import Bin, bins, largest_deviation

POSITIONS = {
    ("superstar", 2): 80_000,
    ("superstar", 4): 80_000,
    ("gravwell", 2): 200_000,
    ("gravwell", 4): 800_000,  # few chances of four are large, and those of one game are alike
}
"""How many are made of each game with so many players: more than 2,000 games of each."""


def chance(tree: Tree, seat: int) -> float:
    """Return what the search thinks of its favourite."""
    edge = most_visited(tree, edges_of(tree, 0, seat))
    return float(tree.reward[edge] / tree.visits[edge])


def new_game(name: str, players: int, seed: int) -> Game:
    """Return a game that comes to an end even if both go round in circles."""
    return gravitable.new(name, players=players, seed=seed, **({"rounds": 60} if name == "superstar" else {}))


def play(name: str, players: int, seed: int, iterations: int) -> tuple[list[float], list[float]]:
    """Play a game of the search against itself; return what it foretold at each choice, and what came true."""
    game = new_game(name, players, seed)
    bots = [SearchBot(name, seed * 10 + seat, Budget(iterations=iterations)) for seat in range(players)]
    foretold: list[tuple[int, float]] = []
    while not game.over:
        seat = game.to_act[0]
        masked = game.rules.mask(game.states, seat)
        if len(game.legal(seat)) > 1:
            foretold.append(
                (seat, chance(grow(name, masked, seat, Budget(iterations=iterations), seed), seat))
            )
        game.play(seat, game.rules.action_text(bots[seat].choose(masked, seat)))
    winners = (game.result or {})["winners"]
    return [each for _, each in foretold], [(seat in winners) / len(winners) for seat, _ in foretold]


def network(players: int, name: str, positions: int) -> list[Bin]:
    """Return how the shipped network foretells games that it plays itself, one action ahead."""
    made = join(list(make(Order(name, players, positions, seed=2**31, net=shipped(name)))))
    found = bins(chances(shipped(name), made.rows(slice(None))), made.wins)
    worst, games = 100 * largest_deviation(found), len(np.unique(made.game))
    print(
        f"{name}, {players} players: {games} games, {len(made)} positions, largest deviation {worst:.1f} points"
    )
    return found


def draw(diagrams: dict[str, list[Bin]], name: str) -> None:
    """Write the diagram beside this file, if there is matplotlib."""
    try:
        picture = plots.reliability_diagram(diagrams)
    except MissingExtra as error:
        print(error)
        return
    Path(__file__).with_name(f"reliability-{name}.svg").write_text(picture, "utf-8")


def compare(name: str, players: int, count: int) -> NDArray[np.float64]:
    """Return how far 1,000 and 20,000 iterations are apart in positions of a careless game."""
    apart: list[float] = []
    game, dice = new_game(name, players, 1), np.random.default_rng(1)
    while len(apart) < count:
        if game.over:
            game = new_game(name, players, len(apart) + 2)
        seat = game.to_act[0]
        if len(game.legal(seat)) > 1 and dice.random() < 0.2:
            masked = game.rules.mask(game.states, seat)
            few, many = (
                chance(grow(name, masked, seat, Budget(iterations=n), 1), seat) for n in (1000, 20000)
            )
            apart.append(abs(few - many))
        bot = SearchBot(name, len(apart), Budget(iterations=30))
        game.play(seat, game.rules.action_text(bot.choose(game.rules.mask(game.states, seat), seat)))
    return np.array(apart)


def main() -> None:
    """Play, count, and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=("superstar", "gravwell", "network"))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--compare", type=int, default=0, help="compare budgets in so many positions instead")
    given = parser.parse_args()
    if given.game == "network":
        draw(
            {
                f"{name}, {players} players": network(players, name, positions)
                for (name, players), positions in POSITIONS.items()
            },
            "network",
        )
        return
    if given.compare:
        apart = compare(given.game, given.players, given.compare)
        print(
            f"1,000 and 20,000 iterations: {100 * apart.mean():.1f} points apart on average, {len(apart)} positions"
        )
        return
    played = [play(given.game, given.players, seed, given.iterations) for seed in range(given.games)]
    found = bins(*(np.concatenate([np.array(game[side]) for game in played]) for side in (0, 1)))
    for each in found:
        print(f"foretold {each.predicted:.1%}, won {each.won:.1%}, {each.cases} cases")
    print(f"largest deviation in bins with enough cases: {100 * largest_deviation(found):.1f} points")
    draw({f"{given.game}, {given.players} players": found}, f"{given.game}-{given.players}")


if __name__ == "__main__":
    main()
