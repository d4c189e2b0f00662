"""Compare bots in the last round of Gravwell alone: it decides nearly every game, and takes a sixth of the time.

    python examples/last_round.py search:1500 search@1:1500 --deals 300
    python examples/last_round.py search:1000 search@1:1000 --deals 100 --players 4
    python examples/last_round.py search:20 search:20 --explained 10
    python examples/last_round.py search:2000 search:2000 --early search:200 --deals 250

Careless bots play the first five rounds. Then the first bot sits down once on each seat, among copies of the
second, and all these games have the same position and the same deal.

With ``--explained`` two players play each deal several times with other seeds: what differs between deals more than
between these games is the deal's doing. It bounds what any correction for the luck of the last deal can take off.

With ``--early`` whole games are played, and another bot sits in the first one's place before the last round: so one
sees what thinking is worth there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gravitable import bots
from gravitable.bots import Bot
from gravitable.core.chance import Rng, generator
from gravitable.core.events import NO_EVENTS
from gravitable.core.registry import rules_of
from gravitable.core.state import States

RULES = rules_of("gravwell")
OPTIONS = RULES.settle(2, {})
LAST = 6
DEALS, TIMES = 4, 6
"""With ``--explained``: deals of each position, and how often each is played."""


def step(states: States, players: Sequence[Bot | Relay], rng: Rng) -> None:
    """Let chance, or one player, decide."""
    if RULES.chance_kind(states):
        RULES.chance(states, OPTIONS, rng, NO_EVENTS)
        return
    seat = RULES.to_act(states)[0]
    RULES.apply(states, seat, players[seat].choose(RULES.mask(states, seat), seat), NO_EVENTS)


class Relay:
    """Two bots on one seat: the second takes over in the last round."""

    def __init__(self, early: Bot, late: Bot) -> None:
        self.early, self.late = early, late

    def choose(self, masked: States, seat: int) -> int:
        """Let the one choose whose round it is."""
        bot = self.late if int(masked["round_number"][0]) == LAST else self.early
        return bot.choose(masked, seat)


def starts(players: int) -> Iterator[States]:
    """Return the same position again and again: before the first deal."""
    while True:
        yield RULES.start(players, OPTIONS)


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


def win(states: States, seated: Sequence[Bot | Relay], seat: int, deal: int) -> float:
    """Play on from a position, and return a seat's part of the win."""
    played, rng = states.copy(), generator(deal)
    while not RULES.over(played):
        step(played, seated, rng)
    winners = RULES.result(played)["winners"]
    return (seat in winners) / len(winners)


def explained(bot: str, rivals: str, positions: int, seed: int) -> tuple[float, float, float]:
    """Return which part of the variance of results the last deal makes, with its 95% interval."""
    won = np.zeros((positions, DEALS, TIMES))
    for position, states in zip(range(positions), beginnings(2, seed), strict=False):
        for deal in range(DEALS):
            for time in range(TIMES):
                first = 1_000_003 * position + 7919 * deal + 31 * time
                seated = [bots.make(spec, "gravwell", first + n) for n, spec in enumerate((bot, rivals))]
                won[position, deal, time] = win(states, seated, 0, 100 * (seed + position) + deal)
    dice = np.random.default_rng(1)
    again = [_part_of_deals(won[dice.integers(0, positions, positions)]) for _ in range(400)]
    low, high = np.percentile(again, [2.5, 97.5])
    return _part_of_deals(won), float(low), float(high)


def _part_of_deals(won: NDArray[np.float64]) -> float:
    """Return the share of all variance that lies between the deals of a position and not between games of one deal."""
    of_games, means = won.var(axis=2, ddof=1).mean(), won.mean(axis=2)
    of_deals = means.var(axis=1, ddof=1).mean() - of_games / TIMES
    of_positions = means.mean(axis=1).var(ddof=1) - means.var(axis=1, ddof=1).mean() / DEALS
    return float(of_deals / (of_games + of_deals + of_positions))


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
    parser.add_argument("--explained", type=int, default=0, metavar="POSITIONS", help="see above; at least 2")
    parser.add_argument("--early", metavar="BOT", help="see above")
    given = parser.parse_args()
    if given.explained:
        part, low, high = explained(given.bot, given.rivals, given.explained, given.seed)
        print(f"the last deal explains {part:.1%} of the variance of results ({low:.1%} to {high:.1%})")
        return
    shares = []
    positions = starts(given.players) if given.early else beginnings(given.players, given.seed)
    for deal, states in zip(range(given.deals), positions, strict=False):
        won = 0.0
        for seat in range(given.players):
            specs = [given.bot if n == seat else given.rivals for n in range(given.players)]
            seeds = [7919 * deal + 31 * seat + n for n in range(given.players)]
            seated: list[Bot | Relay] = [
                bots.make(spec, "gravwell", number) for spec, number in zip(specs, seeds, strict=True)
            ]
            if given.early:
                seated[seat] = Relay(bots.make(given.early, "gravwell", seeds[seat]), seated[seat])
            won += win(states, seated, seat, given.seed + deal)
        shares.append(won / given.players)
    reach = 1.96 * np.std(shares, ddof=1) / np.sqrt(len(shares))
    games = given.deals * given.players
    print(f"{given.bot} won {np.mean(shares):.1%} ± {reach:.1%} of {games} games against {given.rivals}")


if __name__ == "__main__":
    main()
