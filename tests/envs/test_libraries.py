"""Learning libraries take the environments as they are; tried where they are installed (they bring PyTorch along).

python -m pip install torch torchrl tianshou sb3-contrib
"""

from __future__ import annotations

from typing import Any

import pytest

from gravitable.envs import gravwell_v0, superstar_v0
from gravitable.envs.seat import SeatEnv

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs, of each other


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_torchrl_plays_legal_actions(game: str) -> None:
    torchrl = pytest.importorskip("torchrl.envs")
    env = torchrl.TransformedEnv(torchrl.GymWrapper(SeatEnv(game, players=2)), torchrl.ActionMask())
    env.set_seed(1)
    played = env.rollout(60, break_when_any_done=False)
    chosen = played["action"].bool()
    assert played.batch_size[0] == 60
    assert played["action_mask"][chosen].all()
    assert not played["action_mask"].all(), "else the mask shows nothing"


@pytest.mark.parametrize("game", [superstar_v0, gravwell_v0], ids=["superstar", "gravwell"])
def test_torchrl_plays_all_seats(game: Any) -> None:
    torchrl = pytest.importorskip("torchrl.envs")
    env = torchrl.PettingZooWrapper(game.env(), use_mask=True)
    env.set_seed(1)
    assert env.rollout(20).batch_size[0] == 20


@pytest.mark.parametrize("game", [superstar_v0, gravwell_v0], ids=["superstar", "gravwell"])
def test_tianshou_collects_games_of_all_seats(game: Any) -> None:
    tianshou = pytest.importorskip("tianshou")
    players = pytest.importorskip("tianshou.algorithm.random")
    envs = tianshou.env.DummyVectorEnv([lambda: tianshou.env.PettingZooEnv(game.env())])
    policy = players.MARLRandomDiscreteMaskedOffPolicyAlgorithm.Policy(envs.action_space[0])
    collector = tianshou.data.Collector[Any](policy, envs, tianshou.data.VectorReplayBuffer(2000, 1))
    collected = collector.collect(n_step=200, reset_before_collect=True)
    assert collected.n_collected_steps == 200
    taken = collector.buffer.sample(0)[0]
    assert all(mask[action] for mask, action in zip(taken.obs.mask, taken.act, strict=True))


def test_maskable_ppo_learns() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env = SeatEnv("superstar", players=2, rounds=3)
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=64)
    model.learn(64)
    observation, _ = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=env.action_masks())
    assert env.action_masks()[int(action)]
