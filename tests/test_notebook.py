"""A game shows itself as a picture in a notebook, and hides there what spectators may not see."""

from __future__ import annotations

import pytest

import gravitable


@pytest.mark.parametrize("name", ["superstar", "gravwell"])
def test_a_game_is_a_picture(name: str) -> None:
    game = gravitable.new(name, players=2, seed=1)
    assert game._repr_svg_().startswith("<svg")
    assert game._repr_svg_() == game.rules.draw_svg(game.view(None))
