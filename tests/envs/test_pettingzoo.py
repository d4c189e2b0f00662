"""PettingZoo's own conformance tests, and what they do not ask."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import gravitable
from gravitable.envs import gravwell_parallel_v0, gravwell_v0, superstar_v0
from gravitable.envs.errors import BadArray, BadSetting, NotReset
from gravitable.superstar.data import ACTIONS

CONFIGURATIONS = [
    (superstar_v0, {"players": 2}),
    (superstar_v0, {"players": 3, "goodies": ["tile", "double", "teleport"]}),
    (superstar_v0, {"players": 6, "expert": True}),
    (gravwell_v0, {"players": 1}),
    (gravwell_v0, {"players": 2}),
    (gravwell_v0, {"players": 4, "warp_gate": True, "chaos": True, "hardcore": True, "no_secrets": True}),
]


@pytest.fixture
def _own_form() -> Any:
    """PettingZoo warns about every observation that is a dictionary, except in environments of its own."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@pytest.mark.parametrize(("module", "settings"), CONFIGURATIONS)
@pytest.mark.usefixtures("_own_form")
def test_conforms(module: Any, settings: dict[str, Any]) -> None:
    api_test(module.env(**settings), num_cycles=200)


@pytest.mark.parametrize(("module", "settings"), CONFIGURATIONS)
def test_same_seed_same_game(module: Any, settings: dict[str, Any]) -> None:
    seed_test(lambda: module.env(**settings), num_cycles=100)


@pytest.mark.parametrize("module", [superstar_v0, gravwell_v0])
def test_renders(module: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env)
    capsys.readouterr()


@pytest.mark.parametrize("module", [superstar_v0, gravwell_v0])
def test_a_person_watches_in_a_window(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a real window system of SDL's that has no screen
    watched, drawn = module.env(render_mode="human", seed=4), module.env(render_mode="rgb_array", seed=4)
    for env in (watched, drawn):
        env.reset()
        env.step(_first(env.observe(env.agent_selection)))
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    assert np.array_equal(shown.swapaxes(0, 1), drawn.render())
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    watched.step(_first(watched.observe(watched.agent_selection)))
    assert not pygame.display.get_init(), "closing the window closes it, and the game goes on"
    watched.step(_first(watched.observe(watched.agent_selection)))
    watched.close()


@pytest.mark.parametrize("players", [1, 2, 4])
def test_parallel_conforms(players: int) -> None:
    parallel_api_test(gravwell_parallel_v0.parallel_env(players=players), num_cycles=300)
    parallel_seed_test(lambda: gravwell_parallel_v0.parallel_env(players=players))


def test_cycles_are_counted() -> None:
    max_cycles_test(gravwell_parallel_v0)


def test_an_illegal_action_ends_the_game_as_in_pettingzoo() -> None:
    env: Any = superstar_v0.env(players=3)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(int((env.observe(loser)["action_mask"] == 0).nonzero()[0][0]))
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert env.infos[loser] == {"illegal_action": True}
    together: Any = gravwell_parallel_v0.parallel_env(on_illegal="lose")
    together.reset(seed=1)
    _, rewards, terminations, _, infos = together.step({"player_0": 0, "player_1": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(terminations.values())
    assert infos["player_0"]["illegal_action"]


def test_a_game_that_goes_round_in_circles_is_truncated() -> None:
    """Always the first legal action: without a limit it is not over after 20,000 decisions."""
    env: Any = superstar_v0.env()
    assert env.max_cycles == 500
    env.reset(seed=1)
    decisions, truncation = 0, False
    while not truncation:
        observation, _, termination, truncation, _ = env.last()
        assert not termination
        if not truncation:
            env.step(_first(observation))
            decisions += 1
    assert 500 <= decisions <= 1000


def test_score_rewards_add_up_to_the_scores() -> None:
    env = superstar_v0.env(players=3, reward="score", rounds=4)
    env.reset(seed=5)
    totals = {
        agent: float(score) for agent, score in zip(env.possible_agents, env.game.scores(), strict=True)
    }
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        totals[agent] += reward
        if termination or truncation:
            assert totals[agent] == info["score"]
        env.step(None if termination or truncation else _first(observation))


def test_nobody_decides_more_often_than_max_cycles() -> None:
    env = superstar_v0.env(players=3, max_cycles=5)
    env.reset(seed=1)
    counts = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        counts[agent] += not (termination or truncation)
        env.step(None if termination or truncation else _first(observation))
    assert max(counts.values()) == 5
    assert not env.agents


def _first(observation: Any) -> int:
    return int(observation["action_mask"].nonzero()[0][0])


def _play_out(env: Any, seed: int) -> dict[str, float]:
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if termination or truncation else int(rng.choice(legal)))
    return totals


@pytest.mark.parametrize(("module", "settings"), CONFIGURATIONS)
def test_rewards_tell_who_won(module: Any, settings: dict[str, Any]) -> None:
    env = module.env(**settings)
    totals = _play_out(env, seed=5)
    winners = env.game.rules.result(env.game.states)["winners"]
    best = {agent for agent, total in totals.items() if total == max(totals.values())}
    if settings["players"] == 1:
        assert totals == {"player_0": 1.0 if winners else -1.0}
    else:
        assert best == {f"player_{seat}" for seat in winners}
        assert sum(totals.values()) == pytest.approx(0, abs=1e-6)


def test_masks_are_the_rules_legal_actions() -> None:
    env = superstar_v0.env(players=4, goodies=["tile", "double", "teleport"])
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for agent in env.agent_iter(150):
        observation, _, termination, _, info = env.last()
        if termination:
            break
        legal = observation["action_mask"].nonzero()[0].tolist()
        assert legal == env.game.rules.legal(env.game.states, int(agent[-1]))
        assert (info["action_mask"] == observation["action_mask"]).all()
        env.step(int(rng.choice(legal)))


def test_an_illegal_action_names_the_legal_ones_and_changes_nothing() -> None:
    env: Any = superstar_v0.env(on_illegal="error")
    env.reset(seed=1)
    before, agent = env.game.states.tobytes(), env.agent_selection
    for wrong in (49, 99, -1, "drop", None, 2.0):
        with pytest.raises(gravitable.IllegalAction, match=r"legal: \d+ \(\w") as caught:
            env.step(wrong)
        assert list(caught.value.legal) == [ACTIONS[number] for number in env.game.legal(env.game.seat)]
    assert (env.game.states.tobytes(), env.agent_selection) == (before, agent)


def test_parallel_picks_are_checked_together() -> None:
    env = gravwell_parallel_v0.parallel_env(players=3, on_illegal="error")
    env.reset(seed=1)
    while len(env.game.rules.to_act(env.game.states)) < 3:
        seat = env.game.seat
        env.step({f"player_{seat}": env.game.legal(seat)[0]})
    legal = [env.game.legal(seat)[0] for seat in range(3)]
    before = env.game.states.tobytes()
    with pytest.raises(gravitable.IllegalAction, match="player_2: action 99"):
        env.step({"player_0": legal[0], "player_1": legal[1], "player_2": 99})
    with pytest.raises(BadArray, match="player_2 must choose now"):
        env.step({"player_0": legal[0], "player_1": legal[1]})
    assert env.game.states.tobytes() == before
    env.step({f"player_{seat}": legal[seat] for seat in range(3)})
    assert env.game.states.tobytes() != before


def test_bad_settings_are_refused() -> None:
    with pytest.raises(gravitable.BadOption, match="goodies"):
        superstar_v0.env(goodies=["jetpack"])
    with pytest.raises(gravitable.WrongPlayerCount):
        gravwell_v0.env(players=5)
    with pytest.raises(BadSetting, match="render_mode"):
        superstar_v0.env(render_mode="hologram")
    with pytest.raises(BadSetting, match="max_cycles"):
        superstar_v0.env(max_cycles=0)
    with pytest.raises(BadSetting, match="on_illegal"):
        gravwell_parallel_v0.parallel_env(on_illegal="ignore")  # type: ignore[arg-type]
    with pytest.raises(NotReset):
        gravwell_parallel_v0.parallel_env().step({})
    with pytest.raises(BadSetting, match="seed"):
        superstar_v0.env().reset(seed=-1)


def test_pixels_show_the_game_going_on() -> None:
    env: Any = superstar_v0.env(players=6, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    for _ in range(12):
        env.step(_first(env.observe(env.agent_selection)))
    after = env.render()
    assert before.shape == after.shape == (364, 532, 3)
    assert (before != after).any()
