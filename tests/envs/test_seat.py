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
    check_env(gymnasium.make(f"gravitable/{game.title()}-v0", **settings).unwrapped)


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
        env.step(99)
    with pytest.raises(BadSetting, match="reward is 'win' or 'score'"):
        SeatEnv("superstar", reward="fame")  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="max_steps"):
        SeatEnv("superstar", max_steps=0)
    strict = SeatEnv("superstar", on_illegal="error")
    strict.reset(seed=1)
    with pytest.raises(gravitable.IllegalAction, match="legal: "):
        strict.step(49)


def test_an_illegal_action_loses_the_game() -> None:
    env = SeatEnv("superstar")
    _, info = env.reset(seed=1)
    _, reward, over, cut, info = env.step(int((info["action_mask"] == 0).nonzero()[0][0]))
    assert (reward, over, cut, info["illegal_action"]) == (-1.0, True, False, True)
    with pytest.raises(NotReset):
        env.step(0)


def test_a_game_without_an_end_is_truncated_at_the_step_that_is_documented() -> None:
    env = SeatEnv("superstar", bots="random", max_steps=None)
    assert SeatEnv("superstar").max_steps == 500
    assert "500" in (SeatEnv.__doc__ or "")
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(int(info["action_mask"].nonzero()[0][0]))
    short = SeatEnv("superstar", bots="random", max_steps=4)
    _, info = short.reset(seed=1)
    cuts = []
    for _ in range(4):
        _, _, over, cut, info = short.step(int(info["action_mask"].nonzero()[0][0]))
        assert not over
        cuts.append(cut)
    assert cuts == [False, False, False, True]


def test_an_action_may_be_an_array_without_an_axis() -> None:
    """As ``model.predict`` of Stable-Baselines gives it."""
    env = SeatEnv("superstar")
    _, info = env.reset(seed=1)
    _, _, over, _, info = env.step(np.array(info["action_mask"].argmax()))
    assert not over
    assert "illegal_action" not in info


def test_a_random_seat_is_another_one_now_and_then() -> None:
    env = SeatEnv("superstar", players=3, seat="random", bots=["greedy", "random"])
    seats = set()
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        assert env.game.seat == env.seat
        assert env.observation_space.contains(observation)
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        assert env.action_masks().dtype == np.bool_
        seats.add(env.seat)
    assert seats == {0, 1, 2}


def test_score_rewards_add_up_to_the_score() -> None:
    env = SeatEnv("superstar", bots="random", reward="score", rounds=4)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=2)
    total, over = float(env.game.scores()[0]), False
    while not over:
        _, reward, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        total += reward
    assert total == info["scores"][0]
