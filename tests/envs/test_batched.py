"""Many games at once: the same games as one at a time, in arrays that belong to the caller."""

from __future__ import annotations

import gc
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

import gravitable
from gravitable.core.state import round_of
from gravitable.envs.batched import BatchedEnv, Buffers
from gravitable.envs.errors import BadArray, BadSetting, NotReset
from gravitable.envs.single import SingleGame
from gravitable.envs.workers import Workers

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("superstar", 2, {}),
    ("superstar", 3, {"goodies": ["tile", "double", "teleport"], "rounds": 8}),
    ("superstar", 6, {"expert": True}),
    ("gravwell", 1, {}),
    ("gravwell", 2, {"no_secrets": True}),
    ("gravwell", 4, {"warp_gate": True, "chaos": True, "hardcore": True}),
]


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_a_batch_plays_by_the_rules(game: str, players: int, options: dict[str, Any]) -> None:
    env = BatchedEnv(game, 5, players, seed=3, **options)
    rules = env.rules
    for _ in range(400):
        for i in range(env.games):
            state = env.states[i : i + 1]
            seat = int(env.out.seats[i])
            assert seat == rules.to_act(state)[0]
            assert env.out.masks[i].nonzero()[0].tolist() == rules.legal(state, seat) == env.legal(i)
        env.step(env.sample())
    env.close()


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_ends_are_told_and_games_begin_anew(game: str, players: int, options: dict[str, Any]) -> None:
    env = BatchedEnv(game, 4, players, seed=1, **options)
    ended = 0
    while ended < 6:
        before = env.states.copy()
        actions = env.sample().copy()
        seats = env.out.seats.copy()
        out = env.step(actions)
        assert not out.rewards[out.done == 0].any()
        for i in out.done.nonzero()[0]:
            ended += 1
            state = before[i : i + 1].copy()
            env.rules.apply(state, int(seats[i]), int(actions[i]), np.zeros((0, 4), np.int32))
            result = env.rules.result(state)
            _check_end(result, out, int(i), players)
            assert int(env.states["round_number"][i]) == 1
    env.close()


def _check_end(result: dict[str, Any], out: Buffers, i: int, players: int) -> None:
    assert out.scores[i].tolist() == result["scores"][:players]
    if players == 1:
        assert out.rewards[i].tolist() == [1.0 if result["winners"] else -1.0]
        return
    assert out.rewards[i].sum() == pytest.approx(0, abs=1e-6)
    best = np.flatnonzero(out.rewards[i] == out.rewards[i].max())
    assert best.tolist() == result["winners"]


def test_threads_do_not_change_the_games() -> None:
    envs = [BatchedEnv("superstar", 7, 4, seed=9, threads=threads) for threads in (1, 2, 3)]
    for _ in range(300):
        for env in envs:
            env.step(env.sample())
    first, *others = envs
    for other in others:
        assert other.states.tobytes() == first.states.tobytes()
        assert (other.out.observations == first.out.observations).all()


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    one, same, other = (BatchedEnv("gravwell", 3, 3, seed=seed) for seed in (4, 4, 5))
    assert one.states.tobytes() == same.states.tobytes() != other.states.tobytes()
    assert one.states[:1].tobytes() != one.states[1:2].tobytes()
    start = one.states.tobytes()
    one.step(one.sample())
    one.reset(4)
    assert one.states.tobytes() == start


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_one_game_of_a_batch_is_the_single_game(game: str) -> None:
    env, single = BatchedEnv(game, 1, 2, seed=11), SingleGame(game, 2, {})
    single.reset(11)
    for _ in range(30):
        sight, mask = single.look(single.seat)
        assert single.seat == env.out.seats[0]
        assert (sight == env.out.observations[0]).all()
        assert (mask == env.out.masks[0]).all()
        action = env.sample().copy()
        env.step(action)
        single.act(int(action[0]))


def test_buffers_belong_to_the_caller() -> None:
    env = BatchedEnv("superstar", 8, 2, seed=1)
    mine = env.new_buffers()
    env.use(mine)
    assert (mine.masks.sum(axis=1) > 0).all()
    assert env.step(env.sample()) is mine
    old = mine.masks.copy()
    env.use(env.new_buffers())
    env.step(env.sample())
    assert (mine.masks == old).all()


def test_threads_end_with_the_environment() -> None:
    closed, forgotten = (BatchedEnv("gravwell", 6, 2, threads=3) for _ in range(2))
    threads = closed._workers.threads + forgotten._workers.threads
    assert [thread.is_alive() for thread in threads] == [True] * 4
    closed.close()
    with pytest.raises(NotReset, match="closed"):
        closed.step(closed.sample())
    del forgotten
    gc.collect()
    for thread in threads:
        thread.join(30)
    assert [thread.is_alive() for thread in threads] == [False] * 4


def test_an_error_on_one_thread_reaches_the_caller_when_all_are_done() -> None:
    done: list[int] = []
    workers = Workers(2)
    with pytest.raises(ZeroDivisionError):
        workers.run([lambda: done.append(0), lambda: 1 // 0, lambda: done.append(2)])
    assert sorted(done) == [0, 2]
    workers.run([partial(done.append, n) for n in (3, 4, 5)])
    assert sorted(done) == [0, 2, 3, 4, 5]


def test_without_observations_none_are_written() -> None:
    env = BatchedEnv("superstar", 4, 2, observations=False)
    assert env.step(env.sample()).observations.shape == (4, 0)


def test_other_libraries_share_the_memory() -> None:
    env = BatchedEnv("superstar", 4, 2)
    masks = np.from_dlpack(env.out.masks)
    env.step(env.sample())
    assert np.shares_memory(masks, env.out.masks)
    assert (masks == env.out.masks).all()


def test_pytorch_shares_the_memory() -> None:
    torch = pytest.importorskip("torch")
    env = BatchedEnv("superstar", 4, 2)
    seen = torch.from_numpy(env.out.observations)
    env.step(torch.from_numpy(env.sample()))
    assert seen.data_ptr() == env.out.observations.ctypes.data
    own = torch.zeros(env.out.masks.shape, dtype=torch.int8)
    env.use(replace(env.out, masks=own.numpy()))
    assert int(own.sum()) == int(env.out.masks.sum()) > 0


def test_jax_shares_the_memory() -> None:
    jax = pytest.importorskip("jax")
    for games in range(60, 70):
        env = BatchedEnv("superstar", games, 2)
        for array in (env.out.observations, env.out.masks, env.out.rewards):
            assert jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data
        env.step(jax.numpy.asarray(env.sample()))


@pytest.mark.parametrize("games", [1, 3, 64, 100])
def test_buffers_begin_where_no_library_needs_to_copy_them(games: int) -> None:
    env = BatchedEnv("superstar", games, 3)
    for _ in range(5):  # where the system puts an array is a matter of luck
        buffers = env.new_buffers()
        assert [getattr(buffers, name).ctypes.data % 64 for name in Buffers.__dataclass_fields__] == [0] * 7


def test_an_illegal_action_names_the_legal_ones_and_changes_nothing() -> None:
    env = BatchedEnv("superstar", 3, 2, seed=1)
    actions = env.sample().copy()
    before = env.states.tobytes()
    for wrong in (49, 50, -1, 10**12):
        actions[2] = wrong
        with pytest.raises(gravitable.IllegalAction, match=rf"game 2: action {wrong} is not legal") as caught:
            env.step(actions)
        assert list(caught.value.legal) == [env.rules.action_text(a) for a in env.legal(2)]
    assert env.states.tobytes() == before


@pytest.mark.parametrize("actions", [[1], [[1, 2, 3]], [0.0, 1.0, 2.0], ["a", "b", "c"], None])
def test_actions_of_the_wrong_shape_or_kind_are_refused(actions: Any) -> None:
    env = BatchedEnv("superstar", 3, 2)
    with pytest.raises(BadArray, match="3 whole numbers"):
        env.step(actions)


def test_wrong_buffers_are_refused() -> None:
    env = BatchedEnv("superstar", 4, 2)
    good = env.new_buffers()
    read_only = np.zeros((4, 50), np.int8)
    read_only.flags.writeable = False
    wrong: Any
    for wrong in (
        np.zeros((4, 51), np.int8),
        np.zeros((4, 50), np.int64),
        np.zeros((50, 4), np.int8).T,
        read_only,
    ):
        with pytest.raises(
            BadArray, match=r"buffer 'masks' must be a writable, contiguous int8 array of shape \(4, 50\)"
        ):
            env.use(replace(good, masks=wrong))
    with pytest.raises(BadArray, match="not list"):
        env.use(replace(good, done=[0, 0, 0, 0]))  # type: ignore[arg-type]
    shifted = np.zeros(4 * env.layout.size + 1, np.uint8)[1:].reshape(4, env.layout.size)
    with pytest.raises(BadArray, match="multiple of 8 bytes"):
        env.use(replace(good, observations=shifted))
    assert env.step(env.sample()).seats.shape == (4,)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"game": "chess"}, gravitable.UnknownGame),
        ({"players": 9}, gravitable.WrongPlayerCount),
        ({"games": 0}, BadSetting),
        ({"games": "many"}, BadSetting),
        ({"threads": 0}, BadSetting),
        ({"seed": -1}, BadSetting),
        ({"seed": 1.5}, BadSetting),
        ({"goodies": "tile"}, gravitable.BadOption),
        ({"gravity": True}, gravitable.BadOption),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        BatchedEnv(**{"game": "superstar", "games": 2, **settings})


def test_games_that_would_not_end_are_cut_short() -> None:
    env = BatchedEnv("superstar", games=3, seed=1, max_steps=7, threads=1)
    assert BatchedEnv("superstar", games=1, players=3).max_steps == 1500
    assert BatchedEnv("superstar", games=1, max_steps=None).max_steps is None
    cuts = []
    for _ in range(15):
        out = env.step(np.array([env.legal(game)[0] for game in range(3)]))
        assert not out.done.any()
        cuts.append(out.truncated.tolist())
    assert [sum(row) for row in cuts] == [0] * 6 + [3] + [0] * 6 + [3] + [0]
    assert {round_of(env.states[game : game + 1]) for game in range(3)} == {1}, "the games are new ones"
    with pytest.raises(BadSetting, match="max_steps"):
        BatchedEnv("superstar", games=1, max_steps=0)
