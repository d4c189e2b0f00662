"""A hand-made position for every rule about the deal, the draft, stops, rounds and the end."""

from __future__ import annotations

import numpy as np
import pytest

import gravitable
from gravitable.core.chance import generator, shuffle
from gravitable.core.game import Game
from gravitable.gravwell.data import LETTERS

from .table import Table, pick, ships


def draft_all(game: Game) -> list[int]:
    """Take the lowest stack until the draft is over; return the seats in the order of their takes."""
    takes = []
    while game.state()["phase"] == "draft":
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    takes = [event.seat for event in game.events() if event.kind == "take"]
    return [seat for seat in takes if seat is not None]


# --- setup and deal ---


def test_everybody_begins_in_the_singularity_with_a_stop() -> None:
    state = gravitable.new("gravwell", players=4, seed=1).state()
    assert [ship["position"] for ship in state["ships"]] == [0, 0, 0, 0]
    assert all(seat["stop_available"] for seat in state["seats"])


@pytest.mark.parametrize(("players", "starts"), [(1, [36]), (2, [36]), (3, [26, 36]), (4, [26, 36])])
def test_derelicts_by_number_of_players(players: int, starts: list[int]) -> None:
    state = gravitable.new("gravwell", players=players, seed=1).state()
    assert [(d["start"], d["position"]) for d in state["derelicts"]] == [(start, start) for start in starts]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal_lays_face_down_cards_first_then_face_up_ones(players: int) -> None:
    game = gravitable.new("gravwell", players=players, seed=5)
    deck = np.arange(26)
    seed = game.log[0].seed
    assert seed is not None
    shuffle(generator(seed), deck, 26)
    letters = [LETTERS[number] for number in deck]
    stacks = game.state()["stacks"]
    count = 3 * players
    assert [stack["down"] for stack in stacks] == [[letter] for letter in letters[:count]]
    assert [stack["up"] for stack in stacks] == [[letter] for letter in letters[count : 2 * count]]
    assert game.state()["possible"] == sorted(letters[2 * count :])


def test_each_round_is_dealt_from_all_cards_with_a_seed_of_its_own() -> None:
    game = Table([10, 20], ["A", "B"], (36,), movement=5).game()
    pick(game, "AB")
    deals = [entry for entry in game.log if entry.action == "deal"]
    assert len(deals) == 1
    assert len({letter for stack in game.state()["stacks"] for letter in stack["up"] + stack["down"]}) == 12


# --- the draft ---


def test_the_first_draft_goes_three_times_from_the_youngest_to_the_oldest() -> None:
    game = gravitable.new("gravwell", players=3, seed=1)
    assert draft_all(game) == [0, 1, 2] * 3


def test_later_drafts_go_from_the_farthest_behind_to_the_leader() -> None:
    game = Table([30, 10, 20], ["X", "N", "U"], (1, 2), movement=5).game()
    pick(game, "XNU")
    order = game.state()["draft_order"]
    places = ships(game)
    assert [places[seat] for seat in order] == sorted(places)
    assert draft_all(game) == order * 3


def test_in_the_singularity_the_younger_drafts_first() -> None:
    game = Table([30, 0, 0, 5], ["KC", "NU", "XQ", "AB"], (36, 40), movement=5).game()
    pick(game, "KNXA")
    assert game.state()["round"] == 3
    assert [ships(game)[seat] for seat in game.state()["draft_order"]] == sorted(ships(game))
    tied = [seat for seat in game.state()["draft_order"] if ships(game)[seat] == ships(game)[1]]
    assert tied == sorted(tied)


def test_a_stack_keeps_its_number_when_others_are_taken() -> None:
    game = gravitable.new("gravwell", players=2, seed=3)
    game.play(0, "stack:2")
    assert game.legal(1) == ["stack:1", "stack:3", "stack:4", "stack:5", "stack:6"]


def test_the_last_stack_is_taken_by_itself() -> None:
    game = gravitable.new("gravwell", players=2, seed=3)
    for number in range(1, 6):
        game.play(game.to_act[0], f"stack:{number}")
    assert game.state()["phase"] == "pick"
    assert game.state()["stacks"][5]["taken_by"] == 1
    assert [seat["hand_count"] for seat in game.state()["seats"]] == [6, 6]


def test_only_the_taker_sees_the_face_down_card_and_all_remember_the_face_up_one() -> None:
    game = gravitable.new("gravwell", players=2, seed=3)
    stack = game.state()["stacks"][3]
    game.play(0, "stack:4")
    assert game.view(0)["seats"][0]["hand"] == sorted(stack["up"] + stack["down"])
    for viewer in (1, None):
        assert game.view(viewer)["seats"][0]["hand"] == stack["up"]
        assert game.view(viewer)["seats"][0]["hand_count"] == 2
        assert stack["down"][0] in game.view(viewer)["possible"]
        assert not [event for event in game.events(viewer) if event.kind == "get"]
    assert [event.detail["down"] for event in game.events(0) if event.kind == "get"] == [stack["down"]]


# --- picking ---


def test_everybody_who_has_not_picked_is_to_act_and_a_pick_is_final() -> None:
    game = Table([10, 20, 30], ["A", "B", "C"]).game()
    assert list(game.to_act) == [0, 1, 2]
    game.play(1, "fuel:B")
    assert list(game.to_act) == [0, 2]
    assert game.legal(1) == []
    with pytest.raises(gravitable.NotYourTurn):
        game.play(1, "fuel:B")


def test_a_pick_is_sealed_until_the_last_is_in() -> None:
    game = Table([10, 20, 30], ["A", "B", "C"]).game()
    game.play(1, "fuel:B")
    seat = game.view(0)["seats"][1]
    assert (seat["picked"], seat["pick"], seat["hand_count"]) == (True, None, 6)
    assert game.view(1)["seats"][1]["pick"] == "B"
    assert game.events(0)[-1].detail["letter"] is None
    assert game.events(1)[-1].detail["letter"] == "B"


def test_the_last_card_is_picked_by_itself() -> None:
    game = Table([10, 20], ["AB", "CD"], (36,), movement=5).game()
    events = pick(game, "AC")
    assert [event.detail["letter"] for event in events if event.kind == "reveal"] == ["A", "C", "B", "D"]
    assert game.state()["round"] == 3


# --- the Emergency Stop ---


def test_a_stop_makes_the_card_do_nothing_and_is_spent() -> None:
    game = Table([10, 12], ["AB", "CD"], stops="0").game()
    pick(game, "AC")
    assert (game.to_act, game.legal(0)) == ((0,), ["stop", "go"])
    game.play(0, "stop")
    assert ships(game)[0] == 10
    assert not game.state()["seats"][0]["stop_available"]
    pick(game, "BD")
    assert game.state()["movement"] == 3  # nobody was asked


def test_going_on_keeps_the_stop() -> None:
    game = Table([10, 12], ["A", "C"], stops="0").game()
    pick(game, "AC")
    game.play(0, "go")
    assert ships(game)[0] == 11
    assert game.state()["seats"][0]["stop_available"]


def test_a_stop_is_asked_when_the_cards_turn_comes() -> None:
    game = Table([10, 12], ["Z", "A"], (36,), stops="0").game()
    pick(game, "ZA")
    assert ships(game) == [10, 11]  # A has been resolved
    assert game.state()["resolving"]["current"] == "Z"


def test_a_stop_is_asked_even_when_the_card_would_do_nothing() -> None:
    game = Table([0, 12], ["K", "A"], stops="0").game()
    pick(game, "KA")
    assert game.to_act == (0,)


def test_stops_come_back_at_the_end_of_the_round() -> None:
    game = Table([10, 20], ["AB", "CD"], (36,), movement=5).game()
    pick(game, "AC")
    assert [seat["stop_available"] for seat in game.state()["seats"]] == [True, True]


# --- the end ---


def test_the_first_through_the_gate_wins_at_once() -> None:
    game = Table([52, 50, 10], ["L", "M", "Z"], (53, 36)).game()
    pick(game, "LMZ")
    assert game.result == {"scores": [54, 50, 10], "winners": [0], "reason": "gate"}
    assert game.to_act == ()
    with pytest.raises(gravitable.GameOver):
        game.play(1, "fuel:M")


def test_after_six_rounds_the_ship_nearest_to_the_gate_wins() -> None:
    game = Table([10, 30], ["AB", "CD"], (36,), round=6, movement=5).game()
    pick(game, "AC")
    assert game.result is not None
    assert game.result["reason"] == "rounds"
    assert game.result["winners"] == [1]


def test_ruling_ships_still_in_the_singularity_share_the_win() -> None:
    game = Table([0, 0], ["KN", "UX"], (36,), round=6, movement=5).game()
    pick(game, "KU")
    assert game.result == {"scores": [0, 0], "winners": [0, 1], "reason": "rounds"}
