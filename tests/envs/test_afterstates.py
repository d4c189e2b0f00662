"""What a seat would see after an action is what it does see once the action is taken."""

from __future__ import annotations

import numpy as np
import pytest

from gravitable.core.chance import generator
from gravitable.envs.afterstates import Lookahead
from gravitable.envs.batched import BatchedEnv
from gravitable.envs.errors import BadSetting
from gravitable.envs.single import SingleGame


@pytest.mark.parametrize("players", [2, 4])
def test_what_was_foreseen_comes_true(players: int) -> None:
    ahead, game, dice = (
        Lookahead("superstar", players),
        SingleGame("superstar", players, {}),
        np.random.default_rng(1),
    )
    endings = 0
    for seed in range(4):
        game.reset(seed)
        while game.seat >= 0:
            seat = game.seat
            sight, mask = game.look(seat)
            before = game.states.copy()
            after = ahead.look(game.states, np.array([seat]), mask[None])
            assert (game.states == before).all(), "looking ahead changed the game"
            assert after.actions.tolist() == game.legal(seat)
            row = int(dice.integers(len(after.actions)))
            game.act(int(after.actions[row]))
            assert (after.observations[row] == game.look(seat)[0]).all()
            assert bool(after.over[row]) == (game.seat < 0)
            if game.seat < 0:
                assert after.worth[row] == pytest.approx(game.result()[0][seat])
                endings += 1
            else:
                assert after.worth[row] == 0
            assert sight.shape == after.observations[row].shape
    assert endings == 4


def test_it_depends_on_nothing_that_the_seat_cannot_see() -> None:
    env, ahead = BatchedEnv("superstar", 128, 3, seed=1), Lookahead("superstar", 3)
    for _ in range(80):
        env.step(env.sample())
    seats, masks = env.out.seats, env.out.masks
    guessed = np.concatenate(
        [
            env.rules.determinize(
                env.rules.mask(env.states[game : game + 1], int(seats[game])), generator(game)
            )
            for game in range(env.games)
        ]
    )
    assert (guessed != env.states).any(), "nothing was hidden"
    true, guess = ahead.look(env.states, seats, masks), ahead.look(guessed, seats, masks)
    assert (true.observations == guess.observations).all()
    assert true.games.tolist() == np.repeat(np.arange(env.games), masks.sum(axis=1)).tolist()


def test_where_players_choose_at_once_nothing_can_be_foreseen() -> None:
    with pytest.raises(BadSetting, match="choose at once"):
        Lookahead("gravwell")
