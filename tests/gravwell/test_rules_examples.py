"""The three worked examples of the rules."""

from __future__ import annotations

from .table import Table, derelicts, pick, ships

BLUE, YELLOW, RED = range(3)


def test_toward_the_nearest_and_past_it_then_a_repulsor_away_from_it() -> None:
    game = Table([4, 3, 6], ["YX", "BL", "IN"]).game()
    pick(game, "YBI")
    assert ships(game) == [12, 5, 0]
    # Yellow stays nearest behind Blue: its L carries it from 5 to 9, and Red's N does nothing in the Singularity.
    pick(game, "XLN")
    assert ships(game) == [15, 9, 0]


def test_equally_near_the_side_with_more_ships_pulls_and_a_ship_slides_past_an_occupied_space() -> None:
    game = Table([15, 14, 16], ["A", "N", "U"], stops="12").game()
    events = pick(game, "ANU")
    assert ships(game)[BLUE] == 17
    pull = next(event for event in events if event.kind == "pull").detail
    assert pull["reason"] == "more-ships"
    assert (pull["pull"]["ships_ahead"], pull["pull"]["ships_behind"]) == (3, 1)


def test_a_tractor_pulls_all_nearest_first_and_may_leave_a_ship_stuck() -> None:
    game = Table([17, 23, 15], ["J", "L", "Z"], stops="2").game()
    events = pick(game, "JLZ")
    assert ships(game) == [17, 21, 18]
    assert derelicts(game) == [24, 34]
    moved = [event.detail["ship"] for event in events if event.kind == "move"]
    assert moved == ["seat-2", "seat-1", "derelict-26", "derelict-36"]
    stuck = next(event for event in events if event.kind == "pull").detail
    assert (stuck["ship"], stuck["direction"], stuck["reason"]) == ("seat-1", "none", "balanced")
