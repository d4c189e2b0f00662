"""Train a network with PyTorch on thousands of games at once, and ask the arena whether it beats greedy.

    python examples/train_network.py                            # a quarter of an hour on two cores
    python examples/train_network.py --minutes 1 --matches 40   # a quick look

Needs PyTorch, and Gymnasium for the trials on the way: ``pip install torch 'gravitable[envs,arena]'``. How it goes:

1. ``BatchedEnv`` plays games of Gravity Superstar, two players, all at once. Before each choice, ``Lookahead`` tries
   every legal action and says what the player would see then (the *afterstate*).
2. A small network (``value_network.py``) says how likely the player wins from what it sees. The best afterstate is
   played; now and then any other, so that games differ. The very first games are played at random.
3. When a game ends, everything that its players saw gets who won as its target: Monte Carlo, no bootstrapping. Of
   the newest positions the network learns by Adam. Then it plays on, a little better, and so on until the time is up.
4. Every minute or so it plays greedy, for the curve; at the end the arena plays both as it plays any two bots.

The network and what it learned go to ``network.pt`` beside this file, the curve to ``network.svg``.
"""

from __future__ import annotations

import argparse
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from value_network import FILE, GAME, PLAYERS, SIZE, Array, Learned, Network, choose, seen

from gravitable import arena
from gravitable.arena.runners import cores
from gravitable.arena.standings import Share
from gravitable.envs.afterstates import Lookahead
from gravitable.envs.batched import BatchedEnv
from gravitable.envs.vector import SeatVectorEnv

_REMEMBERED = 256  # steps of all games that are learned from
_BATCH = 2048
_LONGEST = 150  # choices of one player after which a trial calls a game lost: it goes round in circles
TRIALS = 15
"""Points of the curve behind the first."""


# learning from games


def choose_at_random(ahead: Lookahead, env: BatchedEnv) -> tuple[Array, Array]:
    """Return any action of each game, and what the player will see after it."""
    actions = env.sample().copy()
    only = np.zeros_like(env.out.masks)
    only[np.arange(env.games), actions] = 1
    return actions, seen(ahead.look(env.states, env.out.seats, only).observations)


class Memory:
    """The newest positions of all games, and who won; what has no end yet is not learned from."""

    def __init__(self, steps: int, games: int) -> None:
        self.rows = np.zeros((steps, games, SIZE), np.uint8)
        self.seats = np.zeros((steps, games), np.int64)
        self.wins = np.full((steps, games), np.nan, np.float32)
        self.began = np.zeros(games, np.int64)
        self.now = 0

    def add(self, rows: Array, seats: Array) -> None:
        """Keep what everybody saw in this step, in the place of the oldest."""
        at = self.now % len(self.rows)
        self.rows[at], self.seats[at], self.wins[at] = rows, seats, np.nan
        self.now += 1

    def settle(self, env: BatchedEnv) -> None:
        """Write down who won the games that have just ended; those that were cut short count for nothing."""
        for game in env.out.done.nonzero()[0]:
            first = max(self.began[game], self.now - len(self.rows))
            steps = np.arange(first, self.now) % len(self.rows)
            self.wins[steps, game] = (1 + env.out.rewards[game, self.seats[steps, game]]) / 2
        self.began[(env.out.done | env.out.truncated) > 0] = self.now

    def draw(self, rng: np.random.Generator, count: int) -> tuple[Tensor, Tensor]:
        """Return positions of games that have ended, with who won."""
        steps, games = (~np.isnan(self.wins)).nonzero()
        chosen = rng.integers(len(steps), size=count)
        steps, games = steps[chosen], games[chosen]
        return torch.from_numpy(self.rows[steps, games]).float(), torch.from_numpy(self.wins[steps, games])


@dataclass
class School:
    """A network that learns while it plays itself."""

    games: int
    seed: int
    slips: float = 0.1
    """Share of choices made at random."""
    steps: int = 32
    """Choices of each game between two lessons."""
    network: Network = field(default_factory=Network)
    positions: int = 0

    def __post_init__(self) -> None:
        torch.manual_seed(self.seed)
        self.network = Network()
        self.rng = np.random.default_rng(self.seed)
        self.env = BatchedEnv(GAME, self.games, PLAYERS, seed=self.seed, observations=False)
        self.ahead = Lookahead(GAME, PLAYERS)
        self.memory = Memory(_REMEMBERED, self.games)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-3)
        self.pool = ThreadPoolExecutor(cores())
        self.slices = [
            slice(part[0], part[-1] + 1) for part in np.array_split(np.arange(self.games), cores())
        ]

    def begin(self) -> None:
        """Learn from games at random first: that is quick, and says already what points are worth."""
        for _ in range(_REMEMBERED):
            self.play(at_random=True)
        self.network.get_used_to(self.memory.draw(self.rng, 20_000)[0])
        for _ in range(10):
            self.learn()

    def play(self, *, at_random: bool = False) -> None:
        """Take one action in every game."""
        env = self.env
        if at_random:
            actions, rows = choose_at_random(self.ahead, env)
        else:
            chosen = list(self.pool.map(self._best, self.slices))
            actions, rows = (np.concatenate(parts) for parts in zip(*chosen, strict=True))
            others = choose_at_random(self.ahead, env)
            slips = self.rng.random(self.games) < self.slips
            actions[slips], rows[slips] = others[0][slips], others[1][slips]
        self.memory.add(rows, env.out.seats)
        env.step(actions)
        self.memory.settle(env)
        self.positions += self.games

    def _best(self, part: slice) -> tuple[Array, Array]:
        """Choose in some of the games; each core does that for its own."""
        env = self.env
        return choose(self.network, self.ahead, env.states[part], env.out.seats[part], env.out.masks[part])

    def learn(self) -> float:
        """Learn from the memory, each new position about twice; return the mean surprise (0.693: a coin)."""
        lessons = max(1, 2 * self.steps * self.games // _BATCH)
        rows, wins = self.memory.draw(self.rng, lessons * _BATCH)
        losses = []
        for part, won in zip(rows.split(_BATCH), wins.split(_BATCH), strict=True):
            loss = nn.functional.binary_cross_entropy_with_logits(self.network(part), won)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return float(np.mean(losses))

    def go_on(self) -> float:
        """Play for a while and learn from it."""
        for _ in range(self.steps):
            self.play()
        return self.learn()


# how good is it?


def trial(network: Network, games: int, seed: int) -> Share:
    """Return how often the network wins against greedy: so many games at once, half of them from each seat."""
    ahead, wins = Lookahead(GAME, PLAYERS), 0.0
    for seat in range(PLAYERS):
        envs = SeatVectorEnv(GAME, games // 2, seat=seat, bots="greedy", max_steps=_LONGEST)
        observations, _ = envs.reset(seed=seed + seat)
        playing, seats = np.ones(games // 2, bool), np.full(games // 2, seat)
        while playing.any():
            masks = observations["action_mask"].copy()
            masks[masks.sum(axis=1) == 0, 0] = 1  # a game that is over: whatever is chosen there is ignored
            actions, _ = choose(network, ahead, envs.states, seats, masks)
            observations, rewards, ended, cut, _ = envs.step(actions)
            wins += float(((1 + rewards) / 2)[playing & ended].sum())
            playing &= ~(ended | cut)
    return Share(wins, games // 2 * 2)


def plot(curve: list[Point], path: Path) -> None:
    """Draw how often the network won against greedy, with 95% intervals, and how surprised it was by who won."""
    import matplotlib as mpl  # noqa: PLC0415 - only for the picture

    mpl.use("svg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    mpl.rcParams["svg.hashsalt"] = "gravitable"  # the same curve gives the same file
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 6), sharex=True, layout="constrained")
    minutes = [point.minutes for point in curve]
    shares = [100 * point.share.value for point in curve]
    ends = np.array([point.share.interval for point in curve]) * 100
    upper.fill_between(minutes, ends[:, 0], ends[:, 1], color="#7a5cff", alpha=0.2, linewidth=0)
    upper.plot(minutes, shares, color="#7a5cff", marker="o", markersize=3)
    upper.axhline(50, color="#888888", linewidth=1, linestyle="--")
    upper.set(ylabel="games won against greedy, %", ylim=(0, 100))
    lower.plot(minutes, [point.loss for point in curve], color="#d9480f")
    lower.set(xlabel=f"minutes on {cores()} cores", ylabel="mean surprise at who won")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


@dataclass(frozen=True)
class Point:
    """One point of the curve."""

    minutes: float
    positions: int
    loss: float
    share: Share

    def __str__(self) -> str:
        return (
            f"{self.minutes:5.1f} min {self.positions:>10,} positions  "
            f"surprise {self.loss:.3f}  against greedy {self.share}"
        )


def train(
    school: School, minutes: float, lessons: int | None, trial_games: int, *, is_busy: bool
) -> list[Point]:
    """Learn until the time is up or all lessons are over; print and return how it went, trials not counted."""
    clock = (lambda: time.process_time() / cores()) if is_busy else time.monotonic
    spent, curve = 0.0, list[Point]()
    started, next_trial, loss = clock(), 0.0, math.log(2)
    school.begin()
    for lesson in count():
        spent += clock() - started
        is_last = spent >= 60 * minutes or lesson == lessons
        if spent >= next_trial or is_last:
            share = trial(school.network, trial_games, seed=len(curve) * PLAYERS)
            curve.append(Point(round(spent / 60, 2), school.positions, round(loss, 4), share))
            print(curve[-1], flush=True)
            torch.save(school.network.state_dict(), FILE)  # so that Ctrl-C loses little
            next_trial += 60 * minutes / TRIALS
        if is_last:
            break
        started = clock()
        loss = school.go_on()
    return curve


def main() -> None:
    """Train, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=15, help="how long to learn (default 15)")
    parser.add_argument(
        "--busy", action="store_true", help="count processor time, as if all cores were free for this program"
    )
    parser.add_argument("--lessons", type=int, help="stop after so many lessons, however long they take")
    parser.add_argument("--games", type=int, default=1024, help="games at once (default 1024)")
    parser.add_argument(
        "--trials", type=int, default=200, help="games of each trial on the way (default 200)"
    )
    parser.add_argument(
        "--matches", type=int, default=400, help="games in the arena at the end (default 400)"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    school = School(given.games, given.seed)
    curve = train(school, given.minutes, given.lessons, given.trials, is_busy=given.busy)
    plot(curve, FILE.with_suffix(".svg"))
    if given.matches:
        played = arena.run(GAME, [Learned, "greedy"], games=given.matches, seed=given.seed)
        (own,) = [standing for standing in played.standings if standing.bot == "Learned"]
        print(f"in the arena, against greedy: {own.wins} of {given.matches} games")


if __name__ == "__main__":
    main()
