"""The drawings of Gravity Superstar show everything, hide nothing by colour alone and are safe to embed."""

import copy
import re
from collections import Counter
from typing import Any

import pytest

import gravitable
from drawing_checks import HOSTILE, check_colouring, check_document, check_harmless, parts
from gravitable.core.drawing import NIGHT, cell_width
from gravitable.superstar.data import CARDS
from gravitable.superstar.drawing import draw_svg, draw_text, path_from_events
from gravitable.superstar.drawing import pieces as art
from gravitable.superstar.drawing.text import SHAPES, STAR_LETTERS

COLOURS = ("blue", "yellow", "pink", "green", "orange", "white")

STARS = {"a1": "blue", "b2": "yellow", "c3": "pink", "d4": "green", "e5": "orange", "f6": "white"}
SYMBOLS = dict.fromkeys([*STARS, "a6"], "star") | {"c3": "replay", "f1": "replay"}
WALLS = {"b3": "s", "b4": "n", "c1": "n", "f2": "e", "d5": "ew", "c5": "e", "e5": "w", "d6": "s", "c6": "s"}


def _seat(seat: int, **changes: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "seat": seat,
        "hand": ["long", "high", "drop", "rotate", "wild"],
        "hand_count": 5,
        "face_up": [],
        "face_down": [],
        "face_down_count": 0,
        "hidden": None,
        "goodies": [],
        "stars": dict.fromkeys(COLOURS, 0),
        "tokens": 0,
        "pairs": 0,
        "points": 0,
    }
    return row | changes


@pytest.fixture
def view() -> dict[str, Any]:
    """One tile with one of everything; smaller than any real board, so that a person can check it."""
    spaces = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
    hidden = {"cards": ["long", "drop", "wild"], "face_down": 1}
    reserve = dict.fromkeys(COLOURS, 0) | {"blue": 2, "white": 1}
    return {
        "game": "superstar",
        "players": 3,
        "phase": "action",
        "to_act": [0],
        "turn": 0,
        "first": 2,
        "round": 3,
        "second_action": False,
        "columns": 6,
        "rows": 6,
        "spaces": [
            {"space": s, "walls": WALLS.get(s, ""), "symbol": SYMBOLS.get(s), "star": STARS.get(s)}
            for s in spaces
        ],
        "tiles": [{"place": 0, "column": 0, "row": 0, "tile": "Lantern", "face": "a", "turn": 1}],
        "doors": [
            {"place": 0, "space": "d6", "floor": "s", "open": True},
            {"place": 1, "space": "d5", "floor": "w", "open": False},
        ],
        "pawns": [
            {"seat": 0, "space": "b3", "feet": "s"},
            {"seat": 1, "space": "b4", "feet": "n"},
            {"seat": 2, "space": None, "feet": None},
        ],
        "seats": [
            _seat(0, hand=["long", "wild", "teleport"], goodies=["teleport"], face_up=["rotate", "high"]),
            _seat(1, hand=[], hand_count=2, hidden=hidden, face_up=["high", "rotate"], face_down_count=1),
            _seat(2, stars=reserve, tokens=1, pairs=1, points=5),
        ],
        "supply": 17,
        "bag": dict.fromkeys(COLOURS, 11),
        "steals": [],
        "stars_on_board": 6,
        "ends_at": 4,
        "points_to_end": None,
        "last_round": False,
        "result": None,
    }


@pytest.mark.parametrize("theme", ["night", "dawn"])
@pytest.mark.parametrize("panel", [True, False])
def test_svg_is_one_self_contained_document(view: dict[str, Any], theme: str, panel: bool) -> None:
    check_document(draw_svg(view, theme=theme, panel=panel))


def test_same_view_gives_same_bytes(view: dict[str, Any]) -> None:
    assert draw_svg(view) == draw_svg(copy.deepcopy(view))
    assert draw_text(view) == draw_text(copy.deepcopy(view))


def test_drawing_leaves_the_view_alone(view: dict[str, Any]) -> None:
    before = copy.deepcopy(view)
    draw_svg(view)
    draw_text(view)
    assert view == before


def test_every_piece_is_on_the_board(view: dict[str, Any]) -> None:
    svg = draw_svg(view)
    assert {
        p.get("data-space"): p.get("data-colour") for p in parts(svg, "star") if p.get("data-colour")
    } == STARS
    doors = {
        (p.get("data-space"), p.get("data-floor"), "open" in p.get("class", "")) for p in parts(svg, "door")
    }
    assert doors == {("d6", "s", True), ("d5", "w", False)}
    pawns = {(p.get("data-seat"), p.get("data-space"), p.get("data-feet")) for p in parts(svg, "pawn")}
    assert pawns == {("0", "b3", "s"), ("1", "b4", "n")}
    bare = {(p.get("data-space"), p.get("class")) for p in parts(svg, "symbol")}
    assert bare == {("a6", "symbol star"), ("f1", "symbol replay")}
    assert len(parts(svg, "under-replay")) == 1
    assert len(parts(svg, "tile")) == 1
    assert len(parts(svg, "player")) == 3


def test_each_platform_is_drawn_once_and_echoed_across_the_border(view: dict[str, Any]) -> None:
    svg = draw_svg(view)
    # b3s is b4n, c5e is d5w, d5e is e5w; c1n and c6s are one edge seen from both borders: each shows its own.
    assert sorted(p.get("data-edge", "") for p in parts(svg, "ledge")) == [
        "b3s", "c1n", "c5e", "c6s", "d5e", "d6s", "f2e",
    ]  # fmt: skip
    assert sorted(p.get("data-edge", "") for p in parts(svg, "echo")) == ["d6s", "f2e"]


def test_feet_decide_how_a_pawn_is_turned(view: dict[str, Any]) -> None:
    turned = {}
    for feet in "nesw":
        view["pawns"][0]["feet"] = feet
        transform = parts(draw_svg(view), "pawn")[0].get("transform", "")
        found = re.search(r"rotate\((\d+)\)", transform)
        turned[feet] = int(found[1]) if found else 0
    # SVG turns clockwise, and the figure is drawn with its feet to the south.
    assert turned == {"s": 0, "w": 90, "n": 180, "e": 270}


def test_hostile_names_do_no_harm(view: dict[str, Any]) -> None:
    view["tiles"][0]["tile"] = HOSTILE
    path = {"seat": 0, "steps": ["b3", "c3"], "feet": "s", "label": HOSTILE}
    svg = draw_svg(view, names=[HOSTILE] * 3, paths=[path])
    check_harmless(svg, draw_text(view, names=[HOSTILE] * 3, colour=False))


def test_long_wide_and_missing_names(view: dict[str, Any]) -> None:
    names = ["x" * 500, "重力" * 40]
    svg = draw_svg(view, names=names)
    assert "x" * 30 not in svg
    lines = draw_text(view, names=names, colour=False).splitlines()
    assert max(map(cell_width, lines)) <= 80
    assert any("Comet" in line for line in lines)


@pytest.mark.parametrize(
    ("steps", "crossings"),
    [(["b3", "c3", "d3"], 0), (["a3", "f3", "f4"], 1), (["a6", "a1", "f1"], 2)],
)
def test_paths_mark_where_they_wrap_around(view: dict[str, Any], steps: list[str], crossings: int) -> None:
    path = {"seat": 1, "steps": steps, "feet": "e", "takes": {"pink": 1}, "ejects": [0], "label": "+2"}
    svg = draw_svg(view, paths=[path])
    marks = Counter(p.get("data-mark") for p in parts(svg, "wrap"))
    assert marks == {str(count + 1): 2 for count in range(crossings)}
    assert [p.get("data-seat") for p in parts(svg, "ghost")] == ["1"]
    assert len(parts(svg, "gain")) == 1
    assert len(parts(svg, "impact")) == 1


def test_path_from_events_ends_with_the_turn(view: dict[str, Any]) -> None:
    told = [
        {"event": "card", "seat": 0, "card": "high"},
        {"event": "step", "seat": 0, "space": "b2", "direction": "n"},
        {"event": "star", "seat": 0, "space": "b2", "colour": "yellow"},
        {"event": "step", "seat": 0, "space": "c2", "direction": "e"},
        {"event": "fall", "seat": 0, "space": "c3", "direction": "s"},
        {"event": "eject", "seat": 1, "space": "c3", "by": 0},
        {"event": "turn", "seat": 1, "round": 3},
        {"event": "step", "seat": 1, "space": "a1", "direction": "n"},
    ]
    path = path_from_events(view, 0, told, "+1")
    assert path == {
        "seat": 0,
        "steps": ["b3", "b2", "c2", "c3"],
        "feet": "s",
        "takes": {"yellow": 1},
        "ejects": [1],
        "label": "+1",
    }
    turned = path_from_events(view, 1, [{"event": "rotate", "seat": 1, "space": "b4", "feet": "w"}])
    assert (turned["steps"], turned["feet"]) == (["b4"], "w")
    assert len(parts(draw_svg(view, paths=[path, turned]), "ghost")) == 2


def test_real_games_draw_for_every_viewer() -> None:
    for players in range(2, 7):
        game = gravitable.new(
            "superstar", players=players, seed=players, goodies=["tile", "double", "teleport"]
        )
        for choice in range(40):
            seat = game.to_act[0]
            options = game.legal(seat)
            game.play(seat, options[choice * 7 % len(options)])
        for view in (game.state(), game.view(None), game.view(0)):
            svg, text = draw_svg(view, theme="dawn"), draw_text(view, colour=False)
            stars = [part for part in parts(svg, "star") if part.get("data-colour")]
            assert len(stars) == view["stars_on_board"] == sum(text.count(SHAPES[c]) for c in COLOURS) - 12
            assert len(svg) < 200_000
            assert max(map(cell_width, text.splitlines())) <= (80 if players < 5 else 100)


def test_unknown_theme_is_refused_with_the_known_ones(view: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="dawn, night"):
        draw_svg(view, theme="noon")


def test_no_two_colours_share_a_shape_or_letter() -> None:
    assert set(art.STAR_POINTS) == set(SHAPES) == set(STAR_LETTERS) == set(COLOURS)
    for distinct in (art.STAR_POINTS, SHAPES, STAR_LETTERS, art.STAR_SHADES):
        assert len(set(distinct.values())) == len(COLOURS)
    outlines = {re.search(r'points="([^"]*)"', art.star(colour, NIGHT))[1] for colour in COLOURS}  # type: ignore[index]
    assert sorted(outline.count(",") // 2 for outline in outlines) == [3, 4, 5, 6, 8, 12]


def test_no_two_superstars_share_a_silhouette_or_letter() -> None:
    figures = {re.sub(r"suit-\d|superstar-\d|>[A-F]<", "", art.superstar(seat, NIGHT)) for seat in range(6)}
    assert len(figures) == len(set(art.LETTERS)) == len(set(art.HEADGEAR)) == len(set(art.SEAT_SHADES)) == 6


def test_every_card_has_its_own_sign() -> None:
    assert len(set(art.CARD_ICONS.values())) == len(art.CARD_ICONS) == len(CARDS)


GOLDEN = """\
Astra's turn  round 3 · 6 stars left · ends at 4

     a     b     c     d     e     f
   ┌╌╌╌╌╌╌╌╌╌╌╌╺━━━━━━━━━━━╸╌╌╌╌╌╌╌╌╌╌╌┐
 1 ╎  ✦b                            ↻  ╎
   ╻     ·     ·     ·     ·     ·     ╻
 2 ┃        ★y                         ┃
   ╹     ·     ·     ·     ·     ·     ╹
 3 ╎        A↓   ✶p↻                   ╎
   ╎     ╺━━━━━╸     ·     ·     ·     ╎
 4 ╎        B↑          ▲g             ╎
   ╎     ·     ·     ╻     ╻     ·     ╎
 5 ╎                 ┃  ∩← ┃  ✸o       ╎
   ╎     ·     ·     ╹     ╹     ·     ╎
 6 ╎  ○                 Ω↓          ✹w ╎
   └╌╌╌╌╌╌╌╌╌╌╌╺━━━━━━━━━━━╸╌╌╌╌╌╌╌╌╌╌╌┘

                       ✦b  ★y  ✶p  ▲g  ✸o  ✹w  pairs   ↻  points
▸ 0 A Astra             ·   ·   ·   ·   ·   ·      0   0       0
      hand long wild · goodies teleport · face up rotate high
  1 B Bobbin            ·   ·   ·   ·   ·   ·      0   0       0
      hand 2 of (long drop wild) · face up high rotate · face down 1
  2 C Comet         ⚑   2   ·   ·   ·   ·   1      1   1       5
      off the board · hand long high drop rotate wild

bag  ✦b 11  ★y 11  ✶p 11  ▲g 11  ✸o 11  ✹w 11   supply  ↻ 17
"""


def test_text_golden(view: dict[str, Any]) -> None:
    assert draw_text(view, colour=False) == GOLDEN


def test_colour_only_adds_escape_codes(view: dict[str, Any]) -> None:
    check_colouring(draw_text(view, colour=False), draw_text(view))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"phase": "over", "to_act": [], "result": {"winners": [2], "reason": "stars"}}, "Comet wins"),
        (
            {"phase": "over", "to_act": [], "result": {"winners": [0, 2], "reason": "stars"}},
            "Astra and Comet win",
        ),
        ({"phase": "replay"}, "Astra: Go again?"),
        ({"phase": "steal", "steals": [1]}, "Astra: Steal from Bobbin"),
        ({"second_action": True}, "Astra's second action"),
        ({"phase": "setup", "to_act": [], "tiles": [], "doors": []}, "Setup"),
        ({"points_to_end": 18}, "ends at 18 points"),
        ({"last_round": True}, "last round"),
    ],
)
def test_headlines(view: dict[str, Any], changes: dict[str, Any], words: str) -> None:
    view |= changes
    assert words in draw_text(view, colour=False)
    assert words.replace("'", "&apos;") in draw_svg(view).replace("'", "&apos;")
