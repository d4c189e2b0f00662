"""Gymnasium: one seat against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import gravitable
from gravitable.bots import UnknownBot
from gravitable.envs.errors import BadSetting, NotReset
from gravitable.envs.seat import SeatEnv

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("superstar", {"bots": "greedy"}),
    ("superstar", {"players": 4, "seat": 2, "bots": ["random", "greedy", "greedy:55"], "goodies": ["tile"]}),
    ("superstar", {"players": 3, "bots": ["search:8", "greedy"], "rounds": 3}),
    ("gravwell", {"bots": "greedy", "seat": 1}),
    ("gravwell", {"players": 1, "bots": []}),
    ("gravwell", {"players": 3, "bots": "random", "warp_gate": True}),
]


@pytest.mark.parametrize(("game", "settings"), KINDS)
def test_conforms(game: str, settings: dict[str, Any]) -> None:
    # Gymnasium's checker acts without looking at masks, so illegal actions must be replaced.
    env = gymnasium.make(f"gravitable/{game.title()}-v0", on_illegal="random", **settings)
    check_env(env.unwrapped)


@pytest.mark.parametrize(("game", "settings"), KINDS)
def test_whole_games(game: str, settings: dict[str, Any]) -> None:
    env = SeatEnv(game, **settings)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=2)
    total, over = 0.0, False
    while not over:
        assert env.game.seat == env.seat
        _, reward, over, cut, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        total += reward
        assert not cut
    assert total == pytest.approx(env.game.result()[0][env.seat])
    assert info["scores"] == env.game.rules.result(env.game.states)["scores"][: env.game.players]
    with pytest.raises(NotReset):
        env.step(0)


def test_the_same_seed_gives_the_same_game() -> None:
    def trace(seed: int) -> bytes:
        env = SeatEnv("superstar", players=3, bots=["greedy", "random"])
        _, info = env.reset(seed=seed)
        for _ in range(20):
            info = env.step(info["action_mask"].nonzero()[0][0])[4]
        return env.game.states.tobytes()

    assert trace(1) == trace(1) != trace(2)


def test_registered_by_name() -> None:
    env = gymnasium.make("gravitable/Gravwell-v0", players=2, bots="random")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)


def test_greedy_beats_an_agent_that_plays_at_random() -> None:
    env = SeatEnv("superstar", bots="greedy")
    rng = np.random.default_rng(1)
    rewards: list[float] = []
    _, info = env.reset(seed=1)
    while len(rewards) < 40:
        _, reward, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        if over:
            rewards.append(reward)
            _, info = env.reset()
    assert np.mean(rewards) < -0.5


def test_bad_settings_are_refused() -> None:
    with pytest.raises(UnknownBot):
        SeatEnv("superstar", bots="deep-thought")
    with pytest.raises(gravitable.BadSeat, match="0 to 1"):
        SeatEnv("superstar", seat=2)
    with pytest.raises(BadSetting, match="3 bots, but there are 1 rivals"):
        SeatEnv("superstar", bots=["random"] * 3)
    with pytest.raises(NotReset):
        SeatEnv("superstar").step(0)
    env = SeatEnv("superstar")
    env.reset(seed=1)
    with pytest.raises(gravitable.IllegalAction, match="legal: "):
        env.step(49)
