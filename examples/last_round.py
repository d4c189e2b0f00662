"""Compare bots in the last round of Gravwell alone: it decides nearly every game, and takes a sixth of the time.

    python examples/last_round.py search:1500 search@1:1500 --deals 300
    python examples/last_round.py search:1000 search@1:1000 --deals 100 --players 4

Careless bots play the first five rounds. Then the first bot sits down once on each seat, among copies of the
second, and all these games have the same position and the same deal.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from gravitable import bots
from gravitable.bots import Bot
from gravitable.core.chance import Rng, generator
from gravitable.core.events import NO_EVENTS
from gravitable.core.registry import rules_of
from gravitable.core.state import States

RULES = rules_of("gravwell")
OPTIONS = RULES.settle(2, {})
LAST = 6


def step(states: States, players: list[Bot], rng: Rng) -> None:
    """Let chance, or one player, decide."""
    if RULES.chance_kind(states):
        RULES.chance(states, OPTIONS, rng, NO_EVENTS)
        return
    seat = RULES.to_act(states)[0]
    RULES.apply(states, seat, players[seat].choose(RULES.mask(states, seat), seat), NO_EVENTS)


def beginnings(players: int, seed: int) -> Iterator[States]:
    """Return positions before the last deal."""
    careless, rng = [bots.make("greedy:15", "gravwell", seed + n) for n in range(players)], generator(seed)
    while True:
        states = RULES.start(players, OPTIONS)
        while not RULES.over(states):
            if RULES.chance_kind(states) and states["round_number"][0] == LAST:
                yield states
                break
            step(states, careless, rng)


def win(states: States, seated: list[Bot], seat: int, deal: int) -> float:
    """Play on from a position, and return a seat's part of the win."""
    played, rng = states.copy(), generator(deal)
    while not RULES.over(played):
        step(played, seated, rng)
    winners = RULES.result(played)["winners"]
    return (seat in winners) / len(winners)


def main() -> None:
    """Play, and tell the share of wins with its 95% interval."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bot")
    parser.add_argument("rivals")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    shares = []
    for deal, states in zip(range(given.deals), beginnings(given.players, given.seed), strict=False):
        won = 0.0
        for seat in range(given.players):
            specs = [given.bot if n == seat else given.rivals for n in range(given.players)]
            seated = [
                bots.make(spec, "gravwell", 7919 * deal + 31 * seat + n) for n, spec in enumerate(specs)
            ]
            won += win(states, seated, seat, given.seed + deal)
        shares.append(won / given.players)
    reach = 1.96 * np.std(shares, ddof=1) / np.sqrt(len(shares))
    games = given.deals * given.players
    print(f"{given.bot} won {np.mean(shares):.1%} ± {reach:.1%} of {games} games against {given.rivals}")


if __name__ == "__main__":
    main()
