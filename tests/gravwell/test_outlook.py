"""The outlook of a card: right where everything is known, honest about what is not, and quick."""

from __future__ import annotations

import json

import pytest

import gravitable
from gravitable.core.chance import generator
from gravitable.gravwell.data import GATE, N_ACTIONS
from gravitable.gravwell.notation import number
from gravitable.gravwell.outlook import outlook
from gravitable.gravwell.rules import RULES
from gravitable.gravwell.view_types import Outlook, Share

from .playing import all_tables, random_states
from .table import Table, pick


def look(game: gravitable.Game, seat: int, action: str, samples: int = 400) -> Outlook:
    return outlook(game.states, seat, number(action), generator(5), samples)


def test_the_first_card_of_the_alphabet_meets_no_surprise() -> None:
    # No Secrets, and both tractors in one's own hand: nobody can pull the ship away again.
    game = Table([15, 14, 16], ["AJQ", "N", "U"], variants="no_secrets").game()
    assert look(game, 0, "fuel:A").own.shares == [Share(17, 1.0)]


def test_a_late_card_depends_on_what_the_others_do() -> None:
    game = Table([15, 14, 16], ["Z", "N", "U"]).game()
    assert len(look(game, 0, "fuel:Z").own.shares) > 3


def test_shares_add_up_and_name_every_ship() -> None:
    result = look(Table([15, 14, 16], ["H", "N", "U"]).game(), 0, "fuel:H")
    assert result.own.ship == "seat-0"
    assert [spread.ship for spread in result.others] == ["seat-1", "seat-2", "derelict-26", "derelict-36"]
    for spread in (result.own, *result.others):
        assert sum(one.share for one in spread.shares) == pytest.approx(1)
        assert spread.shares[0].position <= spread.mean <= spread.shares[-1].position


def test_a_way_through_the_gate_is_told() -> None:
    game = Table([53, 40], ["KJQ", "N"], (48,), variants="no_secrets").game()
    result = look(game, 0, "fuel:K")
    assert result.own.passes == 1.0
    assert result.own.shares == [Share(GATE, 1.0)]


def test_stop_and_go_are_compared_on_the_open_table() -> None:
    game = Table([10, 12], ["A", "C"], (36,), stops="0").game()
    pick(game, "AC")
    assert look(game, 0, "stop").own.shares == [Share(10, 1.0)]
    assert look(game, 0, "go").own.shares == [Share(11, 1.0)]


def test_an_outlook_uses_only_what_the_seat_may_see() -> None:
    for players, options in all_tables():
        for place, states in enumerate(random_states(players, options, 31)):
            if place % 7 or 0 not in RULES.to_act(states) or RULES.legal(states, 0)[-1] >= 26:
                continue
            action = RULES.legal(states, 0)[0]
            other = RULES.determinize(RULES.mask(states, 0), generator(place))
            first = outlook(states, 0, action, generator(1), 50)
            assert outlook(other, 0, action, generator(1), 50) == first
            assert json.loads(json.dumps(first.to_json()))["samples"] == 50


def test_the_game_itself_does_not_change() -> None:
    game = Table([15, 14, 16], ["H", "N", "U"]).game()
    before = game.states.tobytes()
    look(game, 0, "fuel:H")
    assert game.states.tobytes() == before


def test_there_is_an_outlook_only_on_cards_that_can_be_played() -> None:
    game = gravitable.new("gravwell", players=2, seed=1)
    with pytest.raises(gravitable.IllegalAction, match="no outlook on 'stack:1'"):
        look(game, 0, "stack:1")
    game = Table([15, 14, 16], ["H", "N", "U"]).game()
    with pytest.raises(gravitable.IllegalAction) as caught:
        look(game, 0, "fuel:N")
    assert list(caught.value.legal) == game.legal(0)
    assert len(caught.value.legal) < N_ACTIONS
