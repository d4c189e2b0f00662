"""Gymnasium's ``make_vec``: many games of one seat against bots, stepped together."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import gravitable
from gravitable.envs.errors import BadArray, BadSetting, NotReset
from gravitable.envs.seat import SeatEnv
from gravitable.envs.vector import SeatVectorEnv

RNG = np.random.default_rng(1)


def some_actions(masks: Any) -> Any:
    return (RNG.random(masks.shape) * masks).argmax(axis=1)


def test_made_by_gymnasium() -> None:
    envs = gymnasium.make_vec(
        "gravitable/Superstar-v0", num_envs=4, vectorization_mode="vector_entry_point", bots="random"
    )
    assert isinstance(envs, SeatVectorEnv)
    observations, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    observations, rewards, ended, cut, _ = envs.step(some_actions(observations["action_mask"]))
    assert envs.observation_space.contains(observations)
    assert rewards.shape == ended.shape == cut.shape == (4,)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("superstar", {"rounds": 3, "bots": "greedy"}),
        ("superstar", {"players": 3, "seat": "random", "bots": ["random", "greedy:30"], "rounds": 3}),
        ("gravwell", {"players": 2, "bots": "random", "seat": 1}),
    ],
)
def test_games_end_and_begin_anew_by_the_rules(game: str, settings: dict[str, Any]) -> None:
    envs: Any = SeatVectorEnv(game, 5, **settings)
    observations, infos = envs.reset(seed=2)
    endings, just_over = 0, np.zeros(5, bool)
    for _ in range(120):
        for index in range(5):
            own, seat = envs.states[index : index + 1], int(envs._seats[index])
            legal = [] if envs._over[index] else envs.rules.legal(own, seat)
            assert just_over[index] or infos["action_mask"][index].nonzero()[0].tolist() == legal
        observations, rewards, ended, cut, infos = envs.step(some_actions(observations["action_mask"]))
        assert not rewards[just_over].any(), "that step has begun a new game"
        assert not ended[just_over].any()
        assert not cut.any()
        for index in ended.nonzero()[0]:
            result = envs.rules.result(envs.states[index : index + 1])
            seat = int(envs._seats[index])
            assert (rewards[index] > 0) == (
                seat in result["winners"] and len(result["winners"]) < envs.players
            )
            assert infos["scores"][index].tolist() == result["scores"]
        endings, just_over = endings + int(ended.sum()), ended
    assert endings > 5


def test_one_game_is_the_same_as_by_itself() -> None:
    single, many = (
        SeatEnv("superstar", bots="greedy", rounds=4),
        SeatVectorEnv("superstar", 1, bots="greedy", rounds=4),
    )
    alone, _ = single.reset(seed=3)
    together, _ = many.reset(seed=3)
    over = False
    while not over:
        assert (alone["observation"] == together["observation"][0]).all()
        assert (alone["action_mask"] == together["action_mask"][0]).all()
        action = int(alone["action_mask"].nonzero()[0][-1])
        alone, reward, over, _, _ = single.step(action)
        together, rewards, ended, _, _ = many.step(np.array([action]))
        assert (reward, over) == (rewards[0], ended[0])


def test_illegal_actions_and_limits() -> None:
    envs: Any = SeatVectorEnv("superstar", 3, bots="random", max_steps=2)
    observations, _ = envs.reset(seed=1)
    good = observations["action_mask"].argmax(axis=1)
    wrong = good.copy()
    wrong[1] = (observations["action_mask"][1] == 0).nonzero()[0][0]
    observations, rewards, ended, cut, infos = envs.step(wrong)
    assert (rewards.tolist(), ended.tolist(), cut.tolist()) == ([0, -1, 0], [False, True, False], [False] * 3)
    assert infos["illegal_action"].tolist() == [False, True, False]
    *_, ended, cut, _ = envs.step(observations["action_mask"].argmax(axis=1))
    assert (ended.tolist(), cut.tolist()) == ([False] * 3, [True, False, True])
    assert envs.action_masks().dtype == np.bool_
    strict: Any = SeatVectorEnv("superstar", 2, bots="random", on_illegal="error")
    with pytest.raises(NotReset):
        strict.step(np.zeros(2, int))
    strict.reset(seed=1)
    with pytest.raises(gravitable.IllegalAction, match="game 0: action 49 is not legal now; legal: "):
        strict.step(np.array([49, 49]))
    with pytest.raises(BadArray, match="actions must be 2 whole numbers"):
        strict.step([1])
    with pytest.raises(BadSetting, match="not 'search:8'; use SeatEnv"):
        SeatVectorEnv("superstar", 2, bots="search:8")
    with pytest.raises(BadSetting, match="num_envs"):
        SeatVectorEnv("superstar", 0)


def test_score_rewards_add_up() -> None:
    envs: Any = SeatVectorEnv("superstar", 3, bots="random", reward="score", rounds=2)
    observations, _ = envs.reset(seed=4)
    totals, over = envs._scores[:, 0].astype(float), np.zeros(3, bool)
    while not over.all():
        observations, rewards, ended, _, infos = envs.step(some_actions(observations["action_mask"]))
        totals[~over] += rewards[~over]
        for index in (ended & ~over).nonzero()[0]:
            assert totals[index] == infos["scores"][index][0]
        over |= ended
