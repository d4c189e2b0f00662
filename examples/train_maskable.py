"""Train with a public library as it comes: MaskablePPO of sb3-contrib on our Gymnasium environment.

    python examples/train_maskable.py                                # some minutes on two cores
    python examples/train_maskable.py --steps 4096 --trials 20       # a quick look
    python examples/train_maskable.py --rival greedy --steps 2000000 # a real opponent takes longer

Needs ``pip install sb3-contrib 'gravitable[envs]'``. There is nothing of ours here but the environment: ``SeatEnv``
says by ``action_masks()`` what is legal, and the library never tries anything else. The agent learns seat by seat
against one bot, from what it sees alone, without trying actions first; so it is a much weaker player than
``train_network.py`` makes in the same time, and shows how to plug a library in.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from gravitable.arena.standings import Share
from gravitable.envs.seat import SeatEnv

GAME = "superstar"


def environments(rival: str, count: int) -> VecNormalize:
    """Return environments as the library wants them, with numbers scaled by how they turn out to be."""
    return VecNormalize(
        DummyVecEnv([lambda: SeatEnv(GAME, seat="random", bots=rival)] * count),
        norm_obs_keys=["observation"],
        norm_reward=False,
    )


def trial(model: MaskablePPO, scaling: VecNormalize, rival: str, games: int, seed: int = 1) -> Share:
    """Return how often the agent wins against a bot; games that were cut short are lost."""
    env, wins = SeatEnv(GAME, seat="random", bots=rival), 0.0
    for number in range(games):
        seen, _ = env.reset(seed=seed + number)
        ended = cut = False
        reward = 0.0
        while not (ended or cut):
            shown: Any = scaling.normalize_obs({name: np.array(part) for name, part in seen.items()})
            action, _ = model.predict(shown, action_masks=env.action_masks(), deterministic=False)
            seen, reward, ended, cut, _ = env.step(int(action))
        wins += (1 + reward) / 2 if ended else 0.0
    return Share(wins, games)


def main() -> None:
    """Train, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rival", default="random", help="the bot to learn against (default random)")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the agent (default 200000)")
    parser.add_argument("--trials", type=int, default=200, help="games against each bot, before and after")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    scaling = environments(given.rival, count=8)
    model = MaskablePPO(
        "MultiInputPolicy", scaling, n_steps=256, batch_size=512, seed=given.seed, device="cpu"
    )
    for when in ("before", "after"):
        if when == "after":
            started = time.monotonic()
            model.learn(given.steps)
            print(f"{model.num_timesteps} decisions in {time.monotonic() - started:.0f} s")
        for rival in ("random", "greedy"):
            share = trial(model, scaling, rival, given.trials)
            print(f"{when}: won {share} of {given.trials} games against {rival}", flush=True)


if __name__ == "__main__":
    main()
