"""OpenSpiel's own checks, and its algorithms at work on both games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, ismcts, mcts

import gravitable.envs.openspiel  # noqa: F401 - registers the games
from gravitable.envs.observation import layout

GAMES = [
    "python_superstar(players=2,rounds=6)",
    "python_superstar(players=3,rounds=3,goodies=tile+double+teleport)",
    "python_superstar(players=6,rounds=2,expert=True)",
    "python_gravwell(players=2)",
    "python_gravwell(players=3,chaos=True,no_secrets=True)",
    "python_gravwell(players=4,warp_gate=True,hardcore=True)",
]
TINY = "python_superstar(players=2,rounds=1,setups=1)"


@pytest.mark.parametrize("spec", GAMES)
def test_openspiels_random_simulation(spec: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=1, serialize=True, verbose=False)


def _advance(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    elif state.is_simultaneous_node():
        players = range(state.num_players())
        state.apply_actions([rng.choice(state.legal_actions(player) or [0]) for player in players])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("spec", GAMES)
def test_a_resampled_state_is_the_same_to_the_player(spec: str) -> None:
    """Another state that may be the true one: the player knows and may do the same, others may hold other cards."""
    game, rng = pyspiel.load_game(spec), random.Random(1)
    state, changed = game.new_initial_state(), 0
    while not state.is_terminal():
        if not state.is_chance_node() and rng.random() < 0.3:
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.current_player() == state.current_player()
                assert other.legal_actions(player) == state.legal_actions(player)
                assert len(other.history()) == len(state.history())
                changed += other.history() != state.history()
        _advance(state, rng)
    assert changed > 0 or "no_secrets" in spec


@pytest.mark.parametrize("spec", GAMES)
def test_returns_are_those_of_the_result(spec: str) -> None:
    game, rng = pyspiel.load_game(spec), random.Random(2)
    state = game.new_initial_state()
    while not state.is_terminal():
        assert not any(state.returns())
        _advance(state, rng)
    winners = state.rules.result(state.states)["winners"]
    best = [player for player, value in enumerate(state.returns()) if value == max(state.returns())]
    assert best == winners
    assert sum(state.returns()) == pytest.approx(0)


def test_tensors_have_named_parts() -> None:
    game = pyspiel.load_game(GAMES[0])
    observer = game.make_py_observer()
    state = game.new_initial_state()
    state.apply_action(3)
    observer.set_from(state, 0)
    assert {name: part.shape for name, part in observer.dict.items()} == {
        part.name: part.shape for part in layout("superstar", 2)
    }
    assert observer.dict["turn"][0] == 1


def test_picks_are_made_at_once_and_chance_deals_card_by_card() -> None:
    game, rng = pyspiel.load_game("python_gravwell(players=3)"), random.Random(3)
    state = game.new_initial_state()
    dealt = 0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 26 - dealt
        assert sum(p for _, p in outcomes) == pytest.approx(1)
        _advance(state, rng)
        dealt += 1
    assert dealt == 18
    while not state.is_simultaneous_node():
        _advance(state, rng)
    assert all(len(state.legal_actions(player)) == 6 for player in range(3))


@pytest.mark.parametrize("spec", [GAMES[0], "python_gravwell(players=2)"])
def test_mcts_plays(spec: str) -> None:
    game = pyspiel.load_game(spec)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    random_state, rng = np.random.RandomState(1), random.Random(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    bot = mcts.MCTSBot(game, 2.0, 5, evaluator, random_state=random_state)
    state = game.new_initial_state()
    while state.is_chance_node():
        _advance(state, rng)
    assert bot.step(state) in state.legal_actions()


def test_ismcts_plays_from_resampled_states() -> None:
    game, rng = pyspiel.load_game("python_superstar(players=2,rounds=2)"), random.Random(1)
    random_state = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 8, random_state=random_state)
    state = game.new_initial_state()
    _advance(state, rng)
    assert bot.step(state) in state.legal_actions()


def test_cfr_gets_closer_to_an_equilibrium() -> None:
    game = pyspiel.load_game(TINY)
    solver = cfr.CFRSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    before = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 2


def test_external_sampling_runs() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game(TINY))
    solver.iteration()
    assert solver.average_policy() is not None
