"""A hand-made position for every rule and ruling about pulls, moves and the three kinds of card.

Cards used: standard A1 B2 C3 D5 E2 F6 G5 H4 I6 L4 M10 O7 P5 R9 S9 T2 V7 W8 Y8 Z7, repulsors K2 N6 U5 X3,
tractors J2 Q3. In most positions seat 0 acts first, and the others do nothing or stop.
"""

from __future__ import annotations

from gravitable.core.game import Game

from .table import Table, after, derelicts, pick, ships


def first_ship(ships_before: list[int], card: str, *, wrecks: tuple[int | str, ...] = (26, 36)) -> int:
    """Return where seat 0 ends when it alone moves: the others keep their stops for later."""
    others = [letter for letter in "XYZW" if letter != card][: len(ships_before) - 1]
    seats = "".join(str(seat) for seat in range(1, len(ships_before)))
    game = Table(ships_before, [card, *others], wrecks, stops=seats).game()
    pick(game, card + "".join(others))
    return ships(game)[0]


# --- pull ---


def test_the_nearest_ship_ahead_pulls_forward() -> None:
    assert first_ship([10, 12, 5], "C") == 13


def test_the_nearest_ship_behind_pulls_backward() -> None:
    assert first_ship([10, 15, 7], "A") == 9


def test_a_derelict_pulls_like_a_ship() -> None:
    assert first_ship([24, 10, 9], "A") == 25


def test_ships_in_the_singularity_pull_nobody() -> None:
    assert first_ship([2, 0, 20], "A") == 3


def test_a_derelict_in_the_singularity_pulls_nobody() -> None:
    assert first_ship([2, 20], "A", wrecks=(0,)) == 3


def test_equally_near_the_fuller_side_pulls_forward() -> None:
    assert first_ship([15, 14, 16], "C") == 18


def test_equally_near_the_fuller_side_pulls_backward() -> None:
    assert first_ship([40, 38, 42, 30], "C") == 37


def test_ships_in_the_singularity_do_not_count_for_the_fuller_side() -> None:
    # One ship at 12, one at 8; a derelict behind and one ahead make it even. The ship at 0 would tip it.
    assert first_ship([10, 12, 8, 0], "A", wrecks=(2, 36)) == 10


def test_balanced_on_both_sides_a_ship_is_stuck() -> None:
    assert first_ship([10, 12, 8, 30], "M", wrecks=("gone", 5)) == 10


def test_when_balanced_the_distance_of_the_others_is_irrelevant() -> None:
    assert first_ship([20, 21, 19, 16], "M", wrecks=("gone", 31)) == 20


# --- standard cards ---


def test_ruling_without_any_pull_a_standard_card_does_nothing() -> None:
    assert first_ship([10, 0], "M", wrecks=("gone",)) == 10


def test_out_of_the_singularity_a_standard_card_goes_forward_with_a_pull() -> None:
    assert first_ship([0, 1], "H") == 4


def test_out_of_the_singularity_a_standard_card_goes_forward_without_a_pull() -> None:
    assert first_ship([0, 0], "H", wrecks=("gone",)) == 4


# --- repulsors ---


def test_a_repulsor_moves_away_from_the_nearest() -> None:
    assert first_ship([10, 12, 5], "K") == 8
    assert first_ship([10, 15, 9], "K") == 12


def test_equally_near_a_repulsor_moves_away_from_the_fuller_side() -> None:
    assert first_ship([15, 14, 16], "K") == 13


def test_balanced_a_repulsor_is_stuck() -> None:
    assert first_ship([10, 12, 8], "K", wrecks=(5, 36)) == 10


def test_in_the_singularity_a_repulsor_does_nothing() -> None:
    assert first_ship([0, 3], "N") == 0


def test_ruling_without_any_pull_a_repulsor_does_nothing() -> None:
    assert first_ship([10, 0], "N", wrecks=(0,)) == 10


# --- moves ---


def test_a_move_counts_occupied_spaces_and_goes_past_them() -> None:
    assert first_ship([10, 11, 13], "H") == 14


def test_a_move_that_ends_on_an_occupied_space_goes_on_to_the_next_free_one() -> None:
    assert first_ship([10, 12, 13, 14], "B") == 15


def test_backward_a_ship_slides_backward() -> None:
    assert first_ship([10, 9, 8, 30], "B") == 7


def test_ending_on_a_derelict_slides_too() -> None:
    assert first_ship([24, 10, 9], "B") == 27


def test_at_or_below_zero_a_ship_is_in_the_singularity() -> None:
    assert first_ship([4, 3], "H") == 0
    assert first_ship([4, 3], "M") == 0


def test_sliding_backward_can_end_in_the_singularity() -> None:
    assert first_ship([3, 1, 2], "B") == 0


def test_the_singularity_holds_any_number_of_ships() -> None:
    assert first_ship([4, 3, 0, 0], "M") == 0


def test_at_or_beyond_54_a_ship_is_through_the_gate() -> None:
    for start in (50, 51):
        game = Table([start, 40], ["H", "Z"], (start + 1,)).game()
        pick(game, "HZ")
        assert game.result == {"scores": [54, 40], "winners": [0], "reason": "gate"}


def test_a_repulsor_can_push_a_ship_through_the_gate() -> None:
    game = Table([53, 48], ["K", "Z"], (1,)).game()
    pick(game, "KZ")
    assert game.result == {"scores": [54, 48], "winners": [0], "reason": "gate"}


def test_sliding_can_carry_a_ship_through_the_gate() -> None:
    game = Table([51, 53, 52], ["B", "Y", "Z"]).game()
    pick(game, "BYZ")
    assert ships(game) == [54, 53, 52]


# --- tractors ---


def tractor(ships_before: list[int], wrecks: tuple[int | str, ...] = (26, 36), card: str = "J") -> Game:
    """Return the game after seat 0's tractor; everybody else has a stop and is asked behind it."""
    others = "XYZ"[: len(ships_before) - 1]
    seats = "123"[: len(others)]
    game = Table(ships_before, [card, *others], wrecks, stops=seats).game()
    pick(game, card + others)
    return game


def test_a_tractor_moves_everybody_else_toward_its_owner_who_stays() -> None:
    game = tractor([20, 10, 30], (40, 50))
    assert ships(game) == [20, 12, 28]
    assert derelicts(game) == [38, 48]


def test_a_tractor_moves_the_nearest_first() -> None:
    # Seat 2 (distance 2) lands on 20, slides to 19; then seat 1 (distance 3) lands on 21.
    game = tractor([20, 23, 22], ("gone", 40))
    assert ships(game) == [20, 21, 19]


def test_a_tie_in_distance_moves_the_ship_nearer_the_singularity_first() -> None:
    game = tractor([20, 22, 18], ("gone", 40))
    assert ships(game) == [20, 19, 21]
    moved = [event.detail["ship"] for event in game.events() if event.kind == "move"]
    assert moved[:2] == ["seat-2", "seat-1"]


def test_ruling_ties_in_the_singularity_go_by_seat_then_derelicts_by_their_start() -> None:
    game = tractor([10, 0, 0], (0, 0))
    moved = [event.detail["ship"] for event in game.events() if event.kind == "move"]
    assert moved == ["seat-1", "seat-2", "derelict-26", "derelict-36"]
    assert ships(game) == [10, 2, 3]
    assert derelicts(game) == [4, 5]


def test_ruling_a_tractor_pulls_ships_and_derelicts_out_of_the_singularity() -> None:
    game = tractor([10, 0, 30], (0, 36), "Q")
    assert ships(game) == [10, 3, 27]
    assert derelicts(game) == [4, 33]


def test_with_the_owner_in_the_singularity_only_those_outside_move() -> None:
    game = tractor([0, 0, 30], (2, 0))
    assert ships(game) == [0, 0, 28]
    assert derelicts(game) == [0, 0]


def test_an_emergency_stop_is_no_help_against_a_tractor() -> None:
    game = tractor([20, 10])
    assert ships(game) == [20, 12]
    assert game.to_act == (1,)


def test_a_player_pulled_through_the_gate_wins_and_the_other_pulls_are_not_made() -> None:
    game = tractor([53, 52, 40], (26, 36))
    assert game.result == {"scores": [53, 54, 40], "winners": [1], "reason": "gate"}
    assert derelicts(game) == [26, 36]


def test_ruling_a_derelict_through_the_gate_is_out_and_ends_nothing() -> None:
    game = tractor([53, 40], (52,))
    assert derelicts(game) == [None]
    assert ships(game) == [53, 42]
    assert not game.over
    game.play(1, "stop")
    assert not game.over
    pull = game.state()["ships"][0]["pull"]
    assert pull["ahead"] is None
    assert pull["behind"] == {"ship": "seat-1", "distance": 11}


def test_ruling_a_derelict_through_the_gate_does_not_open_it() -> None:
    game = Table([53, 40], ["J", "N"], (52,), variants="warp_gate", movement=5).game()
    pick(game, "JN")
    while game.state()["round"] == 2:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert not game.over


# --- the order of cards ---


def test_cards_resolve_from_a_to_z() -> None:
    # C first: 10 goes to 13. Then F: 20 is pulled back by the ship at 13 to 14.
    assert after([20, 10], "FC", ("gone",)) == [14, 13]
    # With the cards swapped C goes first again: 20 back to 17. Then F: 10 forward to 16.
    assert after([20, 10], "CF", ("gone",)) == [17, 16]
