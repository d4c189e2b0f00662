"""What a card does to its own ship at once, and the Emergency Stop answered beforehand."""

from __future__ import annotations

import pytest

from gravitable.core.game import Game
from gravitable.core.package import package_of
from gravitable.gravwell.ahead import AHEAD, GO_UNLESS_BACK
from gravitable.gravwell.view_types import CardEffect, Preview
from gravwell.table import Table, pick


def _asked(ships: tuple[int, int], card: str, variants: str = "none") -> Game:
    """Return a game in which seat 0 is asked whether its card shall happen."""
    game = Table(ships, [card, "Z"], stops="0", variants=variants).game()
    pick(game, card + "Z")
    assert game.to_act == (0,)
    return game


def _answer(game: Game) -> str | None:
    action = AHEAD.answer(game.states, 0, GO_UNLESS_BACK)
    return None if action is None else game.rules.action_text(action)


def _effect(game: Game) -> CardEffect | None:
    told = game.typed_preview(0, "go")
    assert isinstance(told, Preview)
    return told.effect


@pytest.mark.parametrize(
    ("ships", "card", "comes_to", "answer"),
    [
        ((10, 12), "B", None, "go"),  # the nearest is ahead
        ((10, 8), "B", None, "stop"),  # the nearest is behind
        ((1, 3), "K", 0, "stop"),  # repelled into the Singularity
        ((10, 8), "J", 10, "go"),  # a tractor moves the others, not its owner
        ((0, 3), "B", None, "go"),  # out of the Singularity there is no way back
    ],
)
def test_the_rules_say_whether_a_card_throws_its_ship_back(
    ships: tuple[int, int], card: str, comes_to: int | None, answer: str
) -> None:
    game = _asked(ships, card)
    effect = _effect(game)
    assert effect is not None
    assert not effect.wins
    assert (effect.position < ships[0]) == (answer == "stop")
    assert comes_to is None or effect.position == comes_to
    assert _answer(game) == answer


def test_through_the_gate_wins_unless_it_is_only_activated() -> None:
    assert _effect(_asked((52, 53), "Y")) == CardEffect(54, wins=True)
    assert _effect(_asked((52, 53), "Y", "warp_gate")) == CardEffect(54, wins=False)


def test_there_is_nothing_to_answer_before_the_question() -> None:
    assert _answer(Table((10, 12), ["B", "Z"], stops="0").game()) is None
    assert package_of("gravwell").ahead == "gravitable.gravwell.ahead:AHEAD"
    assert package_of("superstar").ahead is None
