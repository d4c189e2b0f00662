"""Hand-made positions for every rule about the course of a turn: entering, completing and refreshing, replay."""

from __future__ import annotations

import pytest

import gravitable

from .positions import (
    CARDS,
    Seat,
    open_door,
    pawn,
    phase,
    seat_of,
    stars,
    table,
    tokens,
    told,
    told_from_turn,
)

FULL_HAND = list(CARDS)


# Entering the board


def test_a_pawn_off_the_board_enters_at_the_open_door_as_its_turn_begins() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s")
    events = told_from_turn(game.play(0, "simple:drop-right"))
    assert events == ["turn 1", "enter f6 s", "open-door l6"]
    assert (pawn(game, 1), open_door(game), phase(game)) == ("f6 s", "l6", "1 action")


@pytest.mark.parametrize(
    ("door", "wall", "feet"), [("(^)", "n", "n"), ("(>)", "e", "e"), ("(v)", "s", "s"), ("(<)", "w", "w")]
)
def test_it_enters_with_its_feet_on_the_doors_floor_and_does_not_fall(
    door: str, wall: str, feet: str
) -> None:
    game = table(pawns={0: "b2 s"}, walls=f"c2s i4{wall}", cells={"i4": door})
    assert told_from_turn(game.play(0, "simple:drop-right")) == ["turn 1", f"enter i4 {feet}", "open-door f6"]
    assert pawn(game, 1) == f"i4 {feet}"


def test_a_pawn_on_the_board_stays_where_it_is_when_its_turn_begins() -> None:
    game = table(pawns={0: "b2 s", 1: "i3 e"}, walls="c2s")
    assert told_from_turn(game.play(0, "simple:drop-right")) == ["turn 1"]
    assert (pawn(game, 1), open_door(game)) == ("i3 e", "f6")


def test_a_hanging_pawn_does_not_fall_when_its_turn_begins() -> None:
    game = table(pawns={0: "b2 s", 1: "i3 s"}, walls="c2s")
    game.play(0, "simple:drop-right")
    assert (phase(game), pawn(game, 1)) == ("1 action", "i3 s")


def test_entering_ejects_who_stands_on_the_open_door() -> None:
    game = table(players=3, pawns={0: "b2 s", 2: "f6 e"}, walls="c2s", seats={2: Seat(up="drop", tokens=2)})
    events = told_from_turn(game.play(0, "simple:drop-right"))
    assert events == ["turn 1", "enter f6 s", "eject 2 f6", "open-door l6", "steal token from 2"]
    assert seat_of(game, 2)["hand"] == FULL_HAND
    # The token pays for a replay only after the action.
    assert (tokens(game, 1), phase(game)) == (1, "1 action")


def test_the_steal_of_an_entering_pawn_is_settled_before_its_action() -> None:
    loser = Seat(stars="blue 1", tokens=2)
    game = table(players=3, pawns={0: "b2 s", 2: "f6 e"}, walls="c2s", seats={2: loser})
    game.play(0, "simple:drop-right")
    assert (phase(game), game.legal(1)) == ("1 steal", ["steal:blue", "steal:token"])
    game.play(1, "steal:token")
    assert phase(game) == "1 action"
    game.play(1, "drop")
    assert (phase(game), game.legal(1)) == ("1 replay", ["replay", "end"])


def test_entering_with_two_players_and_the_other_on_the_open_door() -> None:
    """The open door can stay under a pawn when all doors are occupied; a pawn that enters ejects it."""
    game = table(pawns={0: "f6 s"}, walls="c2s", seats={0: Seat(up="long high rotate wild")})
    assert told(game.play(0, "complete")) == ["complete"]
    assert told_from_turn(game.events()) == ["turn 1", "enter f6 s", "eject 0 f6", "open-door l6"]
    assert pawn(game, 0) == "off"


def test_the_open_door_stays_when_the_entering_pawn_leaves_no_door_free() -> None:
    game = table(pawns={0: "k6 s"}, walls="k6s")
    game.play(0, "simple:drop-right")
    assert (pawn(game, 0), pawn(game, 1), open_door(game)) == ("l6 s", "f6 s", "f6")


def test_an_ejected_pawn_enters_again_when_its_owners_turn_begins() -> None:
    game = table(pawns={0: "b2 s", 1: "c2 s"}, walls="c2s")
    events = game.play(0, "simple:drop-right")
    assert told(events)[-1] == "eject 1 c2"
    assert told_from_turn(events) == ["turn 1", "enter f6 s", "open-door l6"]


def test_the_first_pawn_stands_on_the_board_at_the_start() -> None:
    game = gravitable.new("superstar", players=4, seed=3, door=2)
    (first,) = game.to_act
    state = game.state()
    assert pawn(game, first) == f"{state['doors'][2]['space']} {state['doors'][2]['floor']}"
    assert [door["place"] for door in state["doors"] if door["open"]] == [3]
    assert [entry["space"] for entry in state["pawns"]].count(None) == 3


# Complete your hand


def test_complete_takes_back_all_played_cards() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s", seats={0: Seat(up="long wild", down="drop")})
    assert told(game.play(0, "complete")) == ["complete"]
    assert (seat_of(game, 0)["hand"], seat_of(game, 0)["face_up"], seat_of(game, 0)["face_down"]) == (
        FULL_HAND,
        [],
        [],
    )
    assert pawn(game, 0) == "b2 s"


@pytest.mark.parametrize(
    ("seat", "legal"), [(Seat(), False), (Seat(up="drop"), True), (Seat(down="drop"), True)]
)
def test_complete_needs_at_least_one_played_card(seat: Seat, legal: bool) -> None:
    assert ("complete" in table(pawns={0: "b2 s"}, seats={0: seat}).legal(0)) is legal


def test_complete_makes_a_hanging_pawn_fall() -> None:
    game = table(pawns={0: "b2 s"}, walls="b4s", cells={"b3": "*b"}, seats={0: Seat(up="drop")})
    assert told(game.play(0, "complete")) == ["complete", "fall b3", "star blue b3", "fall b4", "land b4"]


def test_a_single_choice_such_as_complete_is_asked() -> None:
    """Shut in on three sides with nothing but jumps in hand."""
    game = table(pawns={0: "b2 s"}, walls="b2w b2e b2n b2s", seats={0: Seat(up="drop rotate wild")})
    assert (phase(game), game.legal(0)) == ("0 action", ["complete"])


def test_nobody_is_ever_without_a_legal_action() -> None:
    """Shut in on all sides: with any cards in hand there is always something to do."""
    for played in range(1 << 5):
        up = " ".join(card for number, card in enumerate(CARDS) if played >> number & 1)
        seat = Seat(up=up, goodies="double") if played == 31 else Seat(up=up)
        game = table(pawns={0: "b2 s"}, walls="b2w b2e b2n b2s", seats={0: seat})
        assert game.legal(0)
        assert ("complete" in game.legal(0)) is bool(played)


def test_a_hand_of_one_card_offers_only_what_that_card_can_do() -> None:
    game = table(pawns={0: "d3 s"}, seats={0: Seat(up="long high rotate wild")})
    assert set(game.legal(0)) == {"complete", "simple:drop-left", "simple:drop-right", "drop"}


# Refresh


def test_the_last_card_brings_all_cards_back_before_its_effect() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s b5s", seats={0: Seat(up="long high", down="rotate wild")})
    assert told(game.play(0, "drop")) == [
        "card drop up",
        "refresh",
        "step b3",
        "fall b4",
        "fall b5",
        "land b5",
    ]
    assert (seat_of(game, 0)["hand"], seat_of(game, 0)["face_up"]) == (FULL_HAND, [])


def test_a_last_card_laid_face_down_brings_all_back_too() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s", seats={0: Seat(up="long high", down="rotate wild")})
    assert told(game.play(0, "simple:drop-right")) == ["card drop down", "refresh", "step c2"]
    assert game.view(None)["seats"][0]["hand"] == FULL_HAND


def test_after_a_refresh_the_second_action_can_use_any_card() -> None:
    seat = Seat(up="long high", down="rotate wild", tokens=1)
    game = table(pawns={0: "b2 s"}, walls="c2s", seats={0: seat})
    game.play(0, "simple:drop-right")
    game.play(0, "replay")
    assert {"long-left", "high-left", "drop", "rotate-cw", "wild:drop"} <= set(game.legal(0))
    assert "complete" not in game.legal(0)


def test_with_goodies_the_hand_must_be_empty_of_those_too() -> None:
    seat = Seat(up="long high", down="rotate wild", goodies="tile")
    game = table(pawns={0: "b2 s"}, walls="c2s", seats={0: seat})
    assert told(game.play(0, "simple:drop-right")) == ["card drop down", "step c2"]
    assert (seat_of(game, 0)["hand"], seat_of(game, 0)["face_down"]) == (["tile"], ["drop", "rotate", "wild"])


@pytest.mark.parametrize("action", ["simple:teleport-right", "teleport"])
def test_a_goodie_as_the_last_card_of_the_hand_brings_the_others_back(action: str) -> None:
    seat = Seat(up="long high drop", down="rotate wild", goodies="teleport")
    game = table(pawns={0: "b2 s"}, walls="c2s", seats={0: seat})
    events = told(game.play(0, action))
    assert events[1:4] == ["pass teleport to 1", "refresh", "step c2" if action[0] == "s" else "teleport f6"]
    assert seat_of(game, 0)["hand"] == FULL_HAND


def test_wild_as_the_last_card_also_refreshes_first() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s b3s", seats={0: Seat(up="long high drop rotate")})
    assert told(game.play(0, "wild:drop")) == ["card wild up", "refresh", "step b3"]


# Replay


def test_replay_is_offered_after_the_first_action_to_who_has_a_token() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s", seats={0: Seat(tokens=2)})
    assert "replay" not in game.legal(0)
    game.play(0, "simple:drop-right")
    assert (phase(game), game.legal(0)) == ("0 replay", ["replay", "end"])


def test_without_a_token_the_turn_ends_by_itself() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s")
    game.play(0, "simple:drop-right")
    assert phase(game) == "1 action"


def test_replay_returns_a_token_to_the_supply_for_a_second_action() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s", seats={0: Seat(up="drop", tokens=2)}, turn="0 replay")
    assert told(game.play(0, "replay")) == ["replay"]
    assert (tokens(game, 0), game.state()["supply"]) == (1, 17)
    assert "complete" in game.legal(0)


def test_declining_a_replay_ends_the_turn() -> None:
    game = table(pawns={0: "b2 s"}, seats={0: Seat(tokens=2)}, turn="0 replay")
    assert told(game.play(0, "end")) == []
    assert (phase(game), tokens(game, 0)) == ("1 action", 2)


def test_a_token_gained_in_this_very_turn_pays() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s", cells={"c2": "r"})
    game.play(0, "simple:drop-right")
    assert phase(game) == "0 replay"
    game.play(0, "replay")
    assert (tokens(game, 0), phase(game)) == (0, "0 action")


def test_replay_only_once_a_turn() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s d2s", cells={"d2": "r"}, seats={0: Seat(tokens=3)})
    game.play(0, "simple:drop-right")
    game.play(0, "replay")
    assert told(game.play(0, "simple:long-right"))[-1] == "token d2"
    assert (phase(game), tokens(game, 0)) == ("1 action", 3)


@pytest.mark.parametrize("answer", ["replay", "end"])
def test_who_comes_next_has_a_replay_of_their_own(answer: str) -> None:
    seats = {0: Seat(up="long", tokens=1), 1: Seat(tokens=1)}
    game = table(pawns={0: "b2 s", 1: "h2 s"}, walls="b2s h2s i2s", seats=seats, turn="0 replay")
    game.play(0, answer)
    if answer == "replay":
        game.play(0, "complete")
    game.play(1, "simple:drop-right")
    assert (phase(game), game.legal(1)) == ("1 replay", ["replay", "end"])


def test_the_second_action_may_be_complete_your_hand() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s", seats={0: Seat(tokens=1)})
    game.play(0, "simple:drop-right")
    game.play(0, "replay")
    assert told(game.play(0, "complete")) == ["complete"]
    assert (phase(game), seat_of(game, 0)["hand"]) == ("1 action", FULL_HAND)


def test_the_first_action_may_be_complete_and_the_second_a_move() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s c2s", seats={0: Seat(up="long", tokens=1)})
    game.play(0, "complete")
    game.play(0, "replay")
    assert told(game.play(0, "simple:long-right")) == ["card long down", "step c2"]
    assert phase(game) == "1 action"


def test_the_returned_token_can_be_collected_again_by_the_second_action() -> None:
    game = table(
        pawns={0: "b2 s"},
        walls="c2s",
        cells={"c2": "r"},
        seats={0: Seat(tokens=1), 1: Seat(tokens=17)},
        turn="0 replay",
    )
    game.play(0, "replay")
    assert told(game.play(0, "simple:drop-right"))[-1] == "token c2"
    assert (tokens(game, 0), game.state()["supply"]) == (1, 0)


def test_a_steal_of_the_second_action_is_asked_and_then_the_turn_is_over() -> None:
    game = table(
        pawns={0: "b2 s", 1: "c2 s"},
        walls="c2s",
        seats={0: Seat(tokens=2), 1: Seat(stars="blue 1", tokens=1)},
        turn="0 replay",
    )
    game.play(0, "replay")
    game.play(0, "simple:drop-right")
    assert phase(game) == "0 steal"
    game.play(0, "steal:blue")
    assert (phase(game), stars(game, 0)) == ("1 action", {"blue": 1})


def test_turns_go_round_the_table() -> None:
    game = table(
        players=3,
        first=2,
        turn="1 action",
        pawns={0: "b2 s", 1: "d2 s", 2: "h2 s"},
        walls="b2s d2s h2s c2s e2s i2s",
        cells={f"a{row}": "*b" for row in range(1, 7)} | {f"j{row}": "*w" for row in range(1, 7)},
    )
    seen = []
    for _ in range(4):
        seen.append(game.to_act)
        game.play(game.to_act[0], "simple:drop-right" if len(seen) < 4 else "complete")
    assert seen == [(1,), (2,), (0,), (1,)]
    # Seat 1 ended round 1 at the beginning, and round 2 at the end.
    assert game.state()["round"] == 3


# Who knows what


def test_a_face_down_card_is_hidden_from_the_others() -> None:
    game = table(pawns={0: "b2 s"}, walls="c2s")
    game.play(0, "simple:drop-right")
    own, other = game.view(0)["seats"][0], game.view(1)["seats"][0]
    assert (own["face_down"], own["hand"]) == (["drop"], ["long", "high", "rotate", "wild"])
    assert (other["face_down"], other["face_down_count"], other["hand"], other["hand_count"]) == (
        [],
        1,
        [],
        4,
    )
    assert other["hidden"] == {"cards": FULL_HAND, "face_down": 1}
    assert game.view(None)["seats"][0] == other
    assert [event.detail["card"] for event in game.events(1) if event.kind == "card"] == [None]
    assert [event.detail["card"] for event in game.events(0) if event.kind == "card"] == ["drop"]


def test_face_up_cards_are_public() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s b3s")
    game.play(0, "drop")
    assert game.view(1)["seats"][0]["face_up"] == ["drop"]
    assert game.view(1)["seats"][0]["hand"] == ["long", "high", "rotate", "wild"]


def test_hidden_cards_become_known_when_they_go_back_to_the_hand() -> None:
    game = table(pawns={0: "b2 s"}, walls="b2s", seats={0: Seat(up="long", down="drop wild")})
    assert game.view(1)["seats"][0]["hand"] == []
    game.play(0, "complete")
    assert game.view(1)["seats"][0]["hand"] == FULL_HAND


def test_the_books_example_of_a_complete_turn() -> None:
    """Green (seat 0) was ejected, enters, jumps high, falls through Pink, replays, drops and ejects Orange."""
    game = table(
        players=4,
        turn="3 action",
        first=3,
        pawns={1: "h8 n", 2: "k8 s", 3: "a1 s"},
        walls="a1s b1s i9w e8w k8w k8s",
        cells={"i9": "(<)", "e8": "<", "i8": "r", "g8": "*b", "c8": "*o"},
        seats={2: Seat(stars="pink 1", tokens=1)},
    )
    entered = told_from_turn(game.play(3, "simple:drop-right"))
    assert entered == ["turn 0", "enter i9 w", "open-door e8"]
    # Feet to the west: up is east, left is north.
    assert told(game.play(0, "high-left")) == [
        *("card high up", "step j9", "step j8", "fall i8", "token i8", "fall h8", "eject 1 h8"),
        *("fall g8", "star blue g8", "fall f8", "fall e8", "open-door f6", "land e8"),
    ]
    assert game.legal(0) == ["replay", "end"]
    game.play(0, "replay")
    assert told(game.play(0, "drop")) == [
        *("card drop up", "step d8", "fall c8", "star orange c8", "fall b8", "fall a8"),
        *("fall l8", "fall k8", "eject 2 k8", "land k8"),
    ]
    assert game.legal(0) == ["steal:pink", "steal:token"]
    game.play(0, "steal:token")
    # That token must wait for the next turn; Pink enters at the open door.
    assert (tokens(game, 0), phase(game), pawn(game, 1)) == (1, "1 action", "f6 s")
