"""A hand-made position for every rule of the variants and of Solo."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import gravitable
from gravitable.core.chance import below, generator, shuffle
from gravitable.core.game import Game
from gravitable.gravwell.data import LETTERS, VARIANTS

from .table import Table, derelicts, pick, ships

# --- which go together ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_variants_combine(players: int) -> None:
    for flags in itertools.product((False, True), repeat=len(VARIANTS)):
        options: Any = dict(zip(VARIANTS, flags, strict=True))
        game = gravitable.new("gravwell", players=players, seed=1, **options)
        assert game.options == options
        assert game.state()["options"] == options


@pytest.mark.parametrize("name", ["hardcore", "warp_gate"])
def test_ruling_solo_goes_only_with_no_secrets_and_chaos(name: str) -> None:
    options: Any = {name: True}
    with pytest.raises(gravitable.BadOption, match=f"'{name}' does not go with Solo"):
        gravitable.new("gravwell", players=1, **options)
    assert not gravitable.new("gravwell", players=1, seed=1, no_secrets=True, chaos=True).over


@pytest.mark.parametrize("players", [0, 5])
def test_one_to_four_players(players: int) -> None:
    with pytest.raises(gravitable.WrongPlayerCount):
        gravitable.new("gravwell", players=players)


# --- No Secrets ---


def test_no_secrets_shows_both_cards_of_every_stack() -> None:
    game = gravitable.new("gravwell", players=2, seed=1, no_secrets=True)
    stacks = game.view(None)["stacks"]
    assert [len(stack["up"]) for stack in stacks] == [2] * 6
    game.play(0, "stack:1")
    assert game.view(1)["seats"][0]["hand"] == stacks[0]["up"]


def test_no_secrets_still_seals_the_picks() -> None:
    game = Table([10, 20], ["A", "B"], variants="no_secrets").game()
    game.play(0, "fuel:A")
    assert game.view(1)["seats"][0]["pick"] is None
    assert len(game.view(1)["seats"][0]["hand"]) == 6


# --- Hardcore ---


def test_hardcore_has_one_stop_for_the_whole_game() -> None:
    game = Table([10, 20], ["AB", "CD"], (36,), variants="hardcore", stops="1", movement=5).game()
    pick(game, "AC")
    while game.state()["round"] == 2:
        game.play(1, "go")
    assert [seat["stop_available"] for seat in game.state()["seats"]] == [False, True]


# --- Warp Gate Activated ---


def gate_opened() -> Game:
    """Return a game in which seat 0 has just passed the gate in movement 3, pushed by its K."""
    game = Table([53, 48, 10], ["K", "YZ", "XW"], ("gone", 36), variants="warp_gate", movement=3).game()
    pick(game, "KYX")
    return game


def test_a_ship_through_the_activated_gate_leaves_and_the_round_goes_on() -> None:
    game = gate_opened()
    assert not game.over
    assert game.state()["ships"][0]["passed"]
    assert game.state()["movement"] == 4


def test_who_has_passed_picks_no_more() -> None:
    game = gate_opened()
    assert game.to_act == (1, 2)
    with pytest.raises(gravitable.NotYourTurn):
        game.play(0, f"fuel:{game.state()['seats'][0]['hand'][0]}")


def test_who_has_passed_attracts_nobody() -> None:
    game = gate_opened()
    # Y pulled 48 back by 8 to the derelict's side; with the ship at 53 gone, nothing is ahead of it.
    assert ships(game)[1] == 40
    assert game.state()["ships"][1]["pull"]["ahead"] is None


def test_the_unresolved_card_of_who_was_pulled_through_does_nothing() -> None:
    game = Table([53, 52, 10], ["J", "M", "X"], ("gone", 36), variants="warp_gate", stops="12").game()
    events = pick(game, "JMX")
    assert [event.kind for event in events if event.seat == 1] == ["reveal", "move", "pass", "idle"]
    assert game.to_act == (2,)  # the next asked is seat 2; seat 1 was not


def test_ruling_the_other_pulls_of_that_tractor_are_made() -> None:
    game = Table([53, 52, 10], ["J", "M", "X"], ("gone", 36), variants="warp_gate", stops="12").game()
    pick(game, "JMX")
    assert ships(game) == [53, 54, 12]
    assert derelicts(game) == [None, 38]


def test_all_who_pass_in_that_round_share_the_win_after_movement_six() -> None:
    game = Table([53, 48, 10], ["KA", "NB", "XC"], ("gone", 36), variants="warp_gate", movement=5).game()
    pick(game, "KNX")
    assert game.result is not None
    assert game.result["reason"] == "gate-activated"
    assert game.result["winners"] == [0, 1]
    assert game.state()["movement"] == 6


def test_when_everybody_has_passed_the_round_is_over() -> None:
    game = Table([53, 52], ["KA", "NB"], (36,), variants="warp_gate", movement=2).game()
    pick(game, "KN")
    assert game.result == {"scores": [54, 54], "winners": [0, 1], "reason": "gate-activated"}
    assert game.state()["movement"] == 2


def test_nobody_through_the_activated_gate_in_six_rounds_ends_as_in_the_basic_game() -> None:
    game = Table([10, 30], ["AB", "CD"], (36,), variants="warp_gate", round=6, movement=5).game()
    pick(game, "AC")
    assert game.result is not None
    assert (game.result["reason"], game.result["winners"]) == ("rounds", [1])


# --- Chaos Theory ---


def test_chaos_draws_the_first_card_of_each_round_in_seat_order() -> None:
    game = gravitable.new("gravwell", players=3, seed=4, chaos=True)
    while game.state()["phase"] == "draft":
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    seats = game.state()["seats"]
    hands = [sorted(seat["hand"] + seat["played"]) for seat in seats]
    seed = next(entry.seed for entry in game.log if entry.action == "chaos")
    assert seed is not None
    rng = generator(seed)
    assert [seat["played"] for seat in seats] == [[hand[below(rng, 6)]] for hand in hands]


def test_chaos_asks_for_the_stop_as_always() -> None:
    game = gravitable.new("gravwell", players=3, seed=4, chaos=True)
    while game.state()["phase"] == "draft":
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert (game.state()["movement"], game.state()["phase"]) == (1, "stop")


def test_after_chaos_everybody_picks_again() -> None:
    game = gravitable.new("gravwell", players=2, seed=4, chaos=True)
    while game.state()["movement"] < 2:
        game.play(game.to_act[0], game.legal(game.to_act[0])[-1])
    assert game.to_act == (0, 1)
    assert [entry.action for entry in game.log if entry.seat is None] == ["deal", "chaos"]


# --- Solo ---


def solo(ships_before: str, mine: str, pile: str, **fields: Any) -> Game:
    """Return a Solo game in its last movements: my cards and the Ghost's pile, top card first."""
    movement, round_number = fields.get("movement", 1), fields.get("round", 1)
    spare = [letter for letter in LETTERS if letter not in mine + pile]
    played = movement - 1
    my_past, its_past = " ".join(spare[:played]) or "none", " ".join(spare[played : 2 * played]) or "none"
    my_rest = mine + "".join(spare[10 : 10 + 6 - played - len(mine)])
    rest = pile + "".join(spare[16 : 16 + 6 - played - len(pile)])
    return gravitable.position(
        f"""gravitable position: gravwell 1
players: 1
variants: none
round: {round_number}
phase: pick
movement: {movement}
resolving: none
ended by: nothing
draft order: 0
ships: {ships_before}
derelicts: {fields.get("derelict", 36)}
stack 1: {mine[0]} taken 0
stack 2: {pile[0]} taken 1
seat 0: stop no; hand {" ".join(my_rest)}; played {my_past}; pick none
ghost: hand {" ".join(sorted(rest))}; played {its_past}; pile {" ".join(rest)}
""",
        seed=1,
    )


def test_solo_deals_two_stacks_of_six_with_one_card_face_up() -> None:
    game = gravitable.new("gravwell", players=1, seed=7)
    deck = np.arange(26)
    seed = game.log[0].seed
    assert seed is not None
    shuffle(generator(seed), deck, 26)
    letters = [LETTERS[number] for number in deck]
    stacks = game.state()["stacks"]
    assert [stack["down"] for stack in stacks] == [sorted(letters[:5]), sorted(letters[5:10])]
    assert [stack["up"] for stack in stacks] == [[letters[10]], [letters[11]]]
    assert game.state()["rounds"] == 4


def test_solo_the_ghost_takes_the_other_stack_and_shuffles_it() -> None:
    game = gravitable.new("gravwell", players=1, seed=7)
    other = game.state()["stacks"][0]
    game.play(0, "stack:2")
    state = game.state()
    assert [entry.action for entry in game.log] == ["deal", "stack:2", "ghost"]
    assert sorted(state["ghost"]["pile"]) == sorted(other["up"] + other["down"])
    assert game.view(0)["ghost"]["pile"] == [None] * 6
    assert game.view(0)["ghost"]["hand"] == other["up"]
    assert state["phase"] == "pick"
    assert game.to_act == (0,)


def test_solo_the_top_card_of_the_pile_is_revealed_after_an_open_pick() -> None:
    game = solo("10 20", "B", "A")
    events = game.play(0, "fuel:B")
    assert [event.detail["ship"] for event in events if event.kind == "pull"] == ["ghost", "seat-0"]
    assert ships(game) == [12, 19]
    picked = next(event for event in game.events(None) if event.kind == "pick")
    assert picked.detail["letter"] == "B"


def test_solo_has_no_emergency_stop() -> None:
    game = gravitable.new("gravwell", players=1, seed=7)
    assert not game.state()["seats"][0]["stop_available"]


def test_solo_is_won_by_passing_the_gate_first() -> None:
    game = solo("53 50", "K", "Z")
    game.play(0, "fuel:K")
    assert game.result == {"scores": [54], "winners": [0], "reason": "gate"}


def test_ruling_solo_is_won_when_the_ghost_pulls_you_through() -> None:
    game = solo("52 53", "Z", "J")
    game.play(0, "fuel:Z")
    assert game.result == {"scores": [54], "winners": [0], "reason": "gate"}


def test_ruling_solo_is_lost_when_you_pull_the_ghost_through() -> None:
    game = solo("53 52", "J", "Z")
    game.play(0, "fuel:J")
    assert game.result == {"scores": [53], "winners": [], "reason": "ghost-escaped"}


def test_ruling_solo_without_secrets_hides_only_the_order_of_the_pile() -> None:
    game = gravitable.new("gravwell", players=1, seed=7, no_secrets=True)
    assert [len(stack["up"]) for stack in game.view(None)["stacks"]] == [6, 6]
    other = game.state()["stacks"][0]["up"]
    game.play(0, "stack:2")
    assert game.view(0)["ghost"]["hand"] == other
    assert game.view(0)["ghost"]["pile"] == [None] * 6


def test_ruling_solo_chaos_draws_your_card_and_the_ghost_plays_its_top_card() -> None:
    game = gravitable.new("gravwell", players=1, seed=7, chaos=True)
    game.play(0, "stack:2")
    assert [entry.action for entry in game.log] == ["deal", "stack:2", "ghost", "chaos"]
    state = game.state()
    assert (state["movement"], state["phase"]) == (2, "pick")
    assert [len(state["seats"][0]["played"]), len(state["ghost"]["played"])] == [1, 1]


def test_solo_is_lost_when_the_ghost_passes_first() -> None:
    game = solo("50 53", "Z", "K")
    game.play(0, "fuel:Z")
    assert game.result == {"scores": [50], "winners": [], "reason": "ghost-escaped"}


def test_solo_is_lost_after_four_rounds() -> None:
    game = solo("20 30", "BC", "AD", round=4, movement=5)
    game.play(0, "fuel:B")
    assert game.result is not None
    assert (game.result["winners"], game.result["reason"]) == ([], "out-of-time")
