"""Learn what a position of Gravity Superstar is worth from self-play, and ask the arena whether it helps.

    python examples/train_value.py                          # a few minutes on two cores
    python examples/train_value.py --games 200 --matches 8  # a quick look

The search bot guesses each seat's chance to win from its prospects in points: what it has, and a little for cards in
hand, for what it could take next, for being to act, for being off the board. How much each of these is worth, and how
sure a lead is, was tuned by hand. Here those six numbers are learned instead:

1. greedy bots with some random slips play games, on every core; positions on the way are kept with who won;
2. gradient descent makes the guess as likely as possible (a softmax over the seats, plain NumPy);
3. search with the learned numbers plays search with the ones that ship, at the same number of iterations, on the
   same boards with seats swapped; the arena counts.

The learned numbers are written to ``trained_value.json`` beside this file.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable import bots
from gravitable.arena.plan import Plan
from gravitable.arena.runners import cores, play_in_processes
from gravitable.arena.standings import Share, standings
from gravitable.bots.kernels.superstar_knobs import BY_HAND
from gravitable.bots.kernels.superstar_search import best_gain
from gravitable.envs.single import SingleGame
from gravitable.superstar.data import STARS_TO_END
from gravitable.superstar.moves import points

PLAYERS = 2
FEATURES = ("points", "hand", "next_gain", "turn", "off_board")
WEIGHTS = Path(__file__).with_name("trained_value.json")
ITERATIONS = 400
_EVERY = 5  # keep one position in so many decisions: neighbours are much alike

Array = NDArray[np.float64]


def features(states: Any) -> Array:
    """Return what the bot's evaluation looks at, a row for each seat."""
    s = states[0]
    return np.array(
        [
            [
                points(s, seat),
                int(s.hand[seat]).bit_count(),
                best_gain(s, seat) if s.pawn[seat] >= 0 else 0.0,
                s.seat == seat,
                s.pawn[seat] < 0,
            ]
            for seat in range(PLAYERS)
        ],
        float,
    )


# 1. self-play


def play(seed: int) -> tuple[Array, Array, int]:
    """Play one game; return the features of its positions, how many stars were left in each, and who won."""
    game = SingleGame("superstar", PLAYERS, {"rounds": 200})
    game.reset(seed)
    rivals = [bots.make("greedy:20", "superstar", seed + seat) for seat in range(PLAYERS)]
    kept, left, decisions = [], [], 0
    while game.seat >= 0:
        if decisions % _EVERY == 0:
            kept.append(features(game.states))
            left.append(max(0, int(game.states["stars_on_board"][0]) - int(STARS_TO_END[PLAYERS])))
        masked = game.rules.mask(game.states, game.seat)
        game.act(rivals[game.seat].choose(masked, game.seat))
        decisions += 1
    return np.array(kept), np.array(left, float), int(np.argmax(game.result()[0]))


def self_play(games: int) -> tuple[Array, Array, NDArray[np.int64]]:
    """Play many games on every core, and return all positions with the seat that won."""
    play(0)  # compiles here, once, what every process needs
    with ProcessPoolExecutor(cores()) as pool:
        played = list(pool.map(play, range(0, games * PLAYERS, PLAYERS), chunksize=16))
    winners = np.concatenate([np.full(len(rows), winner) for rows, _, winner in played])
    return np.concatenate([p[0] for p in played]), np.concatenate([p[1] for p in played]), winners


# 2. learning


def win_chances(weights: Array, rows: Array, left: Array) -> tuple[Array, Array, Array]:
    """Return each seat's chance to win, its prospects, and how unsure a lead is (as the bot computes them)."""
    worth = rows @ np.array([1.0, *weights[:4]])
    spread = weights[5] + weights[4] * np.sqrt(left)
    logits = worth / spread[:, None]
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True), worth, spread


def loss(weights: Array, rows: Array, left: Array, winners: NDArray[np.int64]) -> float:
    """Return the mean log loss of the predicted winners; 0.693 means knowing nothing."""
    chances = win_chances(weights, rows, left)[0]
    return float(-np.log(chances[np.arange(len(winners)), winners] + 1e-12).mean())


def gradient(weights: Array, rows: Array, left: Array, winners: NDArray[np.int64]) -> Array:
    """Return the gradient of the loss."""
    chances, worth, spread = win_chances(weights, rows, left)
    error = chances.copy()
    error[np.arange(len(winners)), winners] -= 1.0
    of_features = (error[:, :, None] * rows[:, :, 1:]).sum(axis=1) / spread[:, None]
    of_spread = -(error * worth).sum(axis=1) / spread**2
    return np.array([*of_features.mean(axis=0), (of_spread * np.sqrt(left)).mean(), of_spread.mean()])


def shipped() -> Array:
    """Return the numbers that the bot ships with."""
    return np.array([BY_HAND[name] for name in (*FEATURES[1:], "spread", "spread_end")])


def learn(rows: Array, left: Array, winners: NDArray[np.int64], steps: int = 3000) -> Array:
    """Return the numbers with the smallest loss: gradient descent (Adam), from the shipped ones."""
    weights, mean, square = shipped(), np.zeros(6), np.zeros(6)
    for step in range(1, steps + 1):
        slope = gradient(weights, rows, left, winners)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        change = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights = weights - 0.01 * change
        weights[4:] = np.maximum(weights[4:], 0.05)  # a lead is never quite sure
    return weights


# 3. the arena


def trained() -> str:
    """Return the name of the search bot with the learned numbers."""
    learned = json.loads(WEIGHTS.read_text("utf-8"))
    return ",".join([f"search@1:{ITERATIONS}", *(f"{name}={number:.4f}" for name, number in learned.items())])


def arena(games: int) -> Share:
    """Return how often the learned numbers won against the shipped ones: same boards, seats swapped."""
    learned, usual = trained(), f"search@1:{ITERATIONS}"
    plan = Plan.make("superstar", [learned, usual], PLAYERS, games, 1, {})
    results = list(play_in_processes(cores())(plan, range(games)))
    (standing,) = [each for each in standings(plan.bots, results) if each.bot == learned]
    return standing.wins


def verdict(share: Share) -> str:
    """Say honestly what the games show."""
    low, high = share.interval
    word = "stronger" if low > 0.5 else "weaker" if high < 0.5 else "not measurably stronger or weaker"
    return f"won {share} of {share.games} games: {word}"


def main() -> None:
    """Train, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=3000, help="games of self-play (default 3000)")
    parser.add_argument("--matches", type=int, default=200, help="games in the arena (default 200)")
    given = parser.parse_args()
    rows, left, winners = self_play(given.games)
    apart = np.arange(len(rows)) < 0.8 * len(rows)  # whole games at the end are kept apart for checking
    print(f"{len(rows)} positions from {given.games} games")
    learned = learn(rows[apart], left[apart], winners[apart])
    for name, weights in (("shipped", shipped()), ("learned", learned)):
        surprise = loss(weights, rows[~apart], left[~apart], winners[~apart])
        print(f"{name}: surprise {surprise:.4f} on games kept apart, numbers {np.round(weights, 3).tolist()}")
    names = (*FEATURES[1:], "spread", "spread_end")
    WEIGHTS.write_text(json.dumps(dict(zip(names, learned.tolist(), strict=True)), indent=1) + "\n", "utf-8")
    if given.matches:
        print(f"search@1:{ITERATIONS} with the learned numbers {verdict(arena(given.matches))}")


if __name__ == "__main__":
    main()
