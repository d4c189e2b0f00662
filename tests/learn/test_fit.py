"""Learning: positions are repeatable, the loss falls, and kernels and NumPy agree on what the network says."""

from __future__ import annotations

import numpy as np
import pytest

from gravitable.bots import engines
from gravitable.bots.kernels.network import fill_rows, new_sight, sight_for, win_chances
from gravitable.learn import reliability
from gravitable.learn.fit import chances, fit, held_out, new_net, surprise
from gravitable.learn.games import Order, join, make, make_piece, n_inputs, sizes

GAMES = ("superstar", "gravwell")


@pytest.mark.parametrize("game", GAMES)
def test_the_same_order_brings_the_same_positions(game: str) -> None:
    order = Order(game, 2, 300, seed=5, net=engines.shipped(game))
    first, second = make_piece(order, 1), make_piece(order, 1)
    assert np.array_equal(first.positions.own, second.positions.own)
    assert np.array_equal(first.positions.wins, second.positions.wins)
    assert not np.array_equal(first.positions.own, make_piece(order, 2).positions.own)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_positions_are_sensible(game: str, players: int) -> None:
    piece = join(list(make(Order(game, players, 500, seed=1))))
    assert len(piece) == 500
    assert np.allclose(piece.wins.sum(axis=1), 1, atol=1e-5)
    assert np.isfinite(piece.own).all()
    assert np.abs(piece.own).max() < 20
    assert len(np.unique(piece.game)) > 5


def test_learning_lowers_the_loss_on_games_kept_apart() -> None:
    positions = join(list(make(Order("superstar", 2, 20_000, seed=3))))
    learned, apart = held_out(positions)
    assert not set(learned.game) & set(apart.game)
    net = new_net(n_inputs("superstar"), 16, 8, seed=1)
    before = surprise(chances(net, apart.rows(slice(None))), apart.wins)
    *_, (net, _) = fit(net, [learned], passes=4, rate=3e-3, seed=1, size=256)
    after = surprise(chances(net, apart.rows(slice(None))), apart.wins)
    assert after < before - 0.1
    assert after < 0.5


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_kernels_and_numpy_agree(game: str, players: int) -> None:
    net = engines.shipped(game)
    n_own, _ = sizes(game)
    positions = make_piece(Order(game, players, 50, seed=2), 0).positions
    expected = chances(net, positions.rows(slice(None)))
    sight, out = sight_for(net, players, n_own), np.zeros(players)
    for place in range(50):
        sight.own[:] = positions.own[place]
        sight.shared[:] = positions.shared[place]
        win_chances(net, sight, players, out)
        assert np.allclose(out, expected[place], atol=1e-4)
        assert np.isclose(out.sum(), 1)


def test_a_row_holds_own_strongest_rival_and_the_average_of_the_others() -> None:
    own = np.array([[[1, 10], [3, 20], [2, 30], [2, 50]]], np.float32)
    shared = np.array([[7]], np.float32)
    rows = np.zeros((1, 4, 7), np.float32)
    fill_rows(own, shared, 4, rows)
    assert rows[0, 0].tolist() == [1, 10, 3, 20, 2, 40, 7]
    assert rows[0, 1].tolist() == [3, 20, 2, 30, 1.5, 30, 7]  # of two equals the next to the left
    assert new_sight(4, 2, 1).row.shape == (7,)


def test_shipped_weights_are_small() -> None:
    for game in GAMES:
        assert engines.network_file(game).stat().st_size < 1_000_000


def test_reliability_finds_who_is_too_sure() -> None:
    wins = np.array([1.0, 0.0] * 500, np.float32)
    honest = reliability.bins(np.full(1000, 0.5, np.float32), wins)
    sure = reliability.bins(np.array([0.9, 0.9] * 500, np.float32), wins)
    assert reliability.largest_deviation(honest) < 0.01
    assert 0.39 < reliability.largest_deviation(sure) < 0.41
    few = reliability.bins(np.full(10, 0.95, np.float32), np.zeros(10, np.float32))
    assert reliability.largest_deviation(few) == 0.0
