"""The drawings of Gravwell show everything, hide nothing by colour alone and are safe to embed."""

import copy
import math
from itertools import combinations
from typing import Any

import pytest

import gravitable
from drawing_checks import HOSTILE, check_colouring, check_document, check_harmless, parts
from gravitable.core.drawing import cell_width
from gravitable.gravwell.drawing import draw_svg, draw_text
from gravitable.gravwell.drawing import pieces as art
from gravitable.gravwell.drawing.reading import CARDS
from gravitable.gravwell.drawing.track import GATE, MIDDLE, spots


def _ship(seat: int | None, position: int, pull: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "id": "ghost" if seat is None else f"seat-{seat}",
        "seat": seat,
        "kind": "ghost" if seat is None else "player",
        "position": position,
        "in_singularity": position == 0,
        "passed": position == GATE,
        "pull": pull,
    }


def _seat(seat: int, **changes: Any) -> dict[str, Any]:
    row = {"seat": seat, "hand": [], "hand_count": 3, "known": [], "drafted_up": [], "played": []}
    return row | {"stop_available": True, "picked": False, "pick": None} | changes


def _pull(direction: str, reason: str, ahead: int, behind: int) -> dict[str, Any]:
    return {
        "direction": direction,
        "reason": reason,
        "ahead": {"ship": "seat-2", "distance": ahead},
        "behind": {"ship": "derelict-26", "distance": behind},
        "ships_ahead": 2,
        "ships_behind": 1,
    }


@pytest.fixture
def view() -> dict[str, Any]:
    """Three ships and a wreck on the track, seen by seat 0 in the fourth movement."""
    return {
        "game": "gravwell",
        "players": 3,
        "options": {"no_secrets": False, "hardcore": True},
        "phase": "pick",
        "to_act": [0, 2],
        "round": 2,
        "rounds": 6,
        "movement": 4,
        "movements": 6,
        "draft_order": [0, 1, 2],
        "ships": [
            _ship(0, 15, _pull("backward", "nearest", 4, 2)),
            _ship(1, 0, _pull("forward", "nearest", 13, 0)),
            _ship(2, 19, _pull("forward", "more-ships", 3, 3)),
        ],
        "derelicts": [
            {"id": "derelict-26", "start": 26, "position": 13, "in_singularity": False},
            {"id": "derelict-36", "start": 36, "position": None, "in_singularity": False},
        ],
        "stacks": [],
        "seats": [
            _seat(0, hand=["A", "J", "N"], played=["B", "C", "D"], stop_available=False),
            _seat(1, hand=["Z"], played=["E", "F", "G"], picked=True),
            _seat(2, played=["H", "I", "K"]),
        ],
        "ghost": None,
        "resolving": None,
        "discards": [],
        "possible": ["L", "M"],
        "result": None,
    }


@pytest.mark.parametrize("theme", ["night", "dawn"])
@pytest.mark.parametrize("panel", [True, False])
def test_svg_is_one_self_contained_document(view: dict[str, Any], theme: str, panel: bool) -> None:
    check_document(draw_svg(view, theme=theme, panel=panel))


def test_same_view_gives_same_bytes_and_stays_as_it_was(view: dict[str, Any]) -> None:
    before = copy.deepcopy(view)
    assert draw_svg(view) == draw_svg(copy.deepcopy(view))
    assert draw_text(view) == draw_text(copy.deepcopy(view))
    assert view == before


def test_every_piece_is_on_the_board(view: dict[str, Any]) -> None:
    svg = draw_svg(view)
    ships = {(p.get("data-ship"), p.get("data-space")) for p in parts(svg, "ship")}
    assert ships == {("seat-0", "15"), ("seat-1", "0"), ("seat-2", "19")}
    wrecks = {(p.get("data-ship"), p.get("data-space")) for p in parts(svg, "derelict")}
    assert wrecks == {("derelict-26", "13")}
    assert [p.get("data-space") for p in parts(svg, "space")] == [str(space) for space in range(1, GATE)]
    assert len(parts(svg, "singularity")) == len(parts(svg, "gate")) == 1
    assert len(parts(svg, "player")) == 3
    # The ship in the Singularity shows no pull.
    assert [p.get("class") for p in parts(svg, "pull")] == ["pull backward", "pull forward"]
    assert (len(parts(svg, "ready")), len(parts(svg, "spent"))) == (2, 1)


def test_cards_that_the_viewer_does_not_know_are_backs(view: dict[str, Any]) -> None:
    svg = draw_svg(view)
    assert len(parts(svg, "back")) == 2 + 3
    assert [p.get("data-card") for p in parts(svg, "small") if "hand" in p.get("class", "")] == list("AJNZ")
    # The viewer's own hand is the only one that is known in full: it is laid out large.
    assert [p.get("data-card") for p in parts(svg, "card")] == ["A", "J", "N"]


def test_draft_shows_every_stack_and_who_took_it(view: dict[str, Any]) -> None:
    view |= {
        "phase": "draft",
        "to_act": [2],
        "movement": 0,
        "stacks": [
            {"number": 1, "up": ["A"], "down": [], "down_count": 1, "taken_by": None},
            {"number": 2, "up": ["J"], "down": [], "down_count": 0, "taken_by": 0},
            {"number": 3, "up": ["K", "L"], "down": [], "down_count": 0, "taken_by": None},
        ],
    }
    stacks = {p.get("data-stack"): p for p in parts(draw_svg(view), "stack")}
    assert set(stacks) == {"1", "2", "3"}
    assert [p.get("class") for p in stacks.values()] == ["stack", "stack taken", "stack"]
    cards = [p.get("data-card") for p in stacks["3"].iter() if p.get("data-card")]
    assert cards == ["K", "L"]
    text = draw_text(view, colour=False)
    assert " 1: A1+?" in text
    assert " 2: J2T B" in text
    assert " 3: K2R+L4" in text


def test_cards_resolve_in_order_with_the_current_one_marked(view: dict[str, Any]) -> None:
    order = [
        {"ship": "seat-1", "letter": "B", "done": True},
        {"ship": "seat-0", "letter": "J", "done": False},
        {"ship": "seat-2", "letter": "X", "done": False},
    ]
    view |= {"phase": "stop", "to_act": [0], "resolving": {"order": order, "current": "J"}}
    assert "cards  ✓ Y:B2   ▸ B:J2T     R:X3R" in draw_text(view, colour=False)
    svg = draw_svg(view)
    assert (len(parts(svg, "resolved")), len(parts(svg, "waiting"))) == (1, 2)


def test_solo_shows_the_ghost_without_a_stop(view: dict[str, Any]) -> None:
    view |= {"players": 1, "to_act": [0], "ships": [view["ships"][0], _ship(None, 20, None)]}
    view |= {"seats": view["seats"][:1], "ghost": _seat(1, hand=["Q"], played=["R"])}
    svg = draw_svg(view)
    assert {p.get("data-ship") for p in parts(svg, "ship")} == {"seat-0", "ghost"}
    assert not parts(svg, "stop")
    assert "X Ghost" in draw_text(view, colour=False)


def test_hostile_names_do_no_harm(view: dict[str, Any]) -> None:
    path = {"ship": "seat-0", "from": 15, "to": 19, "label": HOSTILE}
    svg = draw_svg(view, names=[HOSTILE] * 3, paths=[path])
    check_harmless(svg, draw_text(view, names=[HOSTILE] * 3, colour=False))


def test_text_stays_within_80_columns(view: dict[str, Any]) -> None:
    names = ["x" * 500, "重力" * 40, ""]
    assert max(map(cell_width, draw_text(view, names=names, colour=False).splitlines())) <= 80


@pytest.mark.parametrize(("start", "end"), [(15, 19), (15, 11), (15, 0), (50, 60), (0, 3)])
def test_paths_follow_the_spiral(view: dict[str, Any], start: int, end: int) -> None:
    svg = draw_svg(view, paths=[{"ship": "seat-0", "from": start, "to": end, "label": "+4"}])
    assert len(parts(svg, "trace")) == len(parts(svg, "ghost")) == len(parts(svg, "gain")) == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_real_games_draw_for_every_viewer(players: int) -> None:
    game = gravitable.new("gravwell", players=players, seed=players)
    phases = set()
    for choice in range(60):
        if game.over:
            break
        seat = game.to_act[0]
        options = game.legal(seat)
        game.play(seat, options[choice * 5 % len(options)])
        phases.add(game.state()["phase"])
        for view in (game.state(), game.view(None), game.view(0)):
            svg, text = draw_svg(view), draw_text(view, colour=False)
            assert len(parts(svg, "ship")) == len(view["ships"])
            assert max(map(cell_width, text.splitlines())) <= 80
    assert {"draft", "pick"} <= phases


def test_spiral_grows_outward_without_crowding() -> None:
    places = spots()
    assert len(places) == GATE + 1
    radii = [math.dist((spot.x, spot.y), MIDDLE) for spot in places]
    assert radii == sorted(radii)
    nearest = min(math.dist(a[:2], b[:2]) for a, b in combinations(places, 2))
    assert nearest > 44  # wider than a ship is long


def test_no_two_ships_share_a_hull_letter_or_colour() -> None:
    for distinct in (art.HULLS, art.LETTERS, art.SHIP_SHADES):
        assert set(distinct) == set(art.SHIPS)
        assert len(set(distinct.values())) == len(art.SHIPS)
    assert art.WRECK not in art.HULLS.values()


def test_kinds_of_card_differ_in_sign_and_tint() -> None:
    kinds = {card.kind for card in CARDS.values()}
    assert kinds == set(art.CARD_SIGNS) == set(art.CARD_TINTS)
    assert len(set(art.CARD_SIGNS.values())) == len(set(art.CARD_TINTS.values())) == 3
    assert [CARDS[letter].short for letter in "AJXZ"] == ["A1", "J2T", "X3R", "Z7"]


GOLDEN = """\
Pick a fuel card  round 2 of 6 · movement 4 of 6 · hardcore

◉ Singularity  Y
   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  17  18
   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   #   ·  <B   ·   ·   ·
  19  20  21  22  23  24  25  26  27  28  29  30  31  32  33  34  35  36
  R>   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
  37  38  39  40  41  42  43  44  45  46  47  48  49  50  51  52  53
   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
◎ Warp Gate

▸ 0 B Blue        15   stop used · pulled to derelict, 2 behind
      hand A1 J2T N6R · played B2 C3 D5
  1 Y Yellow       0   stop ready · picked
      hand Z7 ? ? · played E2 F6 G5
▸ 2 R Red         19   stop ready · pulled ahead, 2 ships to 1
      hand ? ? ? · played H4 I6 K2R
"""


def test_text_golden(view: dict[str, Any]) -> None:
    assert draw_text(view, colour=False) == GOLDEN


def test_colour_only_adds_escape_codes(view: dict[str, Any]) -> None:
    check_colouring(draw_text(view, colour=False), draw_text(view))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"phase": "over", "to_act": [], "result": {"winners": [2], "reason": "gate"}}, "Red wins"),
        (
            {"phase": "over", "to_act": [], "result": {"winners": [0, 1], "reason": "rounds"}},
            "Blue and Yellow win",
        ),
        ({"phase": "over", "to_act": [], "result": {"winners": [], "reason": "out-of-time"}}, "Nobody wins"),
        ({"phase": "stop", "to_act": [1]}, "Yellow: Emergency Stop?"),
        ({}, "Pick a fuel card"),
        ({"phase": "deal", "to_act": []}, "Dealing"),
    ],
)
def test_headlines(view: dict[str, Any], changes: dict[str, Any], words: str) -> None:
    view |= changes
    assert words in draw_text(view, colour=False)
    assert words in draw_svg(view)
