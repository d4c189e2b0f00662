"""Planet tiles: the file format, the checker with places in the file, and our own six tiles."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gravitable
from gravitable.core.errors import GravitableError
from gravitable.superstar import host
from gravitable.superstar.tiles import (
    TileSet,
    check_directory,
    check_tile,
    load_tile_set,
    parse_tile_set,
    standard,
)
from gravitable.superstar.tiles.tile import FACE, NO_DOOR, REPLAY, STAR, Face, Problem, Tile, TileError

# "standard-1" is frozen for ever: records refer to these tiles by name. If this fails, do not change the number
# below; put the tiles back and add a new set with a new name instead.
STANDARD_1 = "486d87bdaae22abc4e32bd437b23b9593869c07bd8cf5537076c22f3f9c91b16"

DRAWING = """\
+---+---+---+---+---+---+
| v |                   |
+---+   +   +   +   +   +
| *                     |
+   +   +   +   +   +   +
|                       |
+   +   +   +   +   +   +
|                       |
+   +   +   +   +   +   +
|                       |
+   +   +   +   +   +   +
|                       |
+---+---+---+---+---+---+
"""
TILE = f"tile Box\nface a\n{DRAWING}face b\n{DRAWING}"
BOTH = TILE + TILE.replace("Box", "Crate")
OURS = standard().to_text()


def problems_of(text: str) -> list[Problem]:
    with pytest.raises(TileError) as caught:
        parse_tile_set(text, "test")
    assert caught.value.code == "bad-tiles"
    assert str(caught.value) == "\n".join(p.place + p.message for p in caught.value.problems)
    return list(caught.value.problems)


def changed(line: int, text: str) -> str:
    """Return the two tiles with one line (from 1) replaced."""
    lines = BOTH.split("\n")
    lines[line - 1] = text
    return "\n".join(lines)


# -- our own tiles ---------------------------------------------------------------------------------------------


def test_our_own_tiles_pass_the_strict_check() -> None:
    assert [problem for tile in standard().tiles for problem in check_tile(tile, own=True)] == []
    assert len(standard().tiles) == 6
    assert len({face for tile in standard().tiles for face in tile.faces}) == 12


def test_our_own_tiles_never_change() -> None:
    assert standard().name == "standard-1"
    assert hashlib.sha256(OURS.encode()).hexdigest() == STANDARD_1


def test_faces_for_the_kernel() -> None:
    faces = standard().faces()
    assert faces.shape == (6, 2)
    assert faces.dtype == FACE
    for number, tile in enumerate(standard().tiles):
        for side, face in enumerate(tile.faces):
            assert tuple(faces[number, side]["wall"]) == face.wall
            assert tuple(faces[number, side]["symbol"]) == face.symbol
            assert (faces[number, side]["door"], faces[number, side]["floor"]) == (face.door, face.floor)


# -- reading and writing ---------------------------------------------------------------------------------------


def test_a_tile_reads_as_drawn() -> None:
    tile_set = parse_tile_set(BOTH, "test")
    assert [tile.name for tile in tile_set.tiles] == ["Box", "Crate"]
    face = tile_set.tiles[0].faces[0]
    assert (face.door, face.floor) == (0, 2)
    assert face.symbol[6] == STAR
    assert sum(face.symbol) == 1
    assert face.wall[0] == 0b1111
    assert face.wall[7] == 0


def test_all_signs() -> None:
    for sign, floor in zip("^>v<", range(4), strict=True):
        face = parse_tile_set(BOTH.replace("v", sign), "test").tiles[0].faces[0]
        assert face.floor == floor
    assert parse_tile_set(BOTH.replace("*", "r"), "test").tiles[0].faces[0].symbol[6] == REPLAY


def test_comments_blank_lines_and_other_line_ends_are_fine() -> None:
    loose = "# mine\n\n" + BOTH.replace("face", "\n# here it comes\n  face").replace(
        "tile Box", "tile   Box  "
    )
    assert parse_tile_set(loose, "test") == parse_tile_set(BOTH, "test")
    assert parse_tile_set(BOTH.replace("\n", "\r\n"), "test") == parse_tile_set(BOTH, "test")


def test_the_text_of_a_set_reads_back_the_same() -> None:
    again = parse_tile_set(OURS, "standard-1")
    assert again == standard()
    assert again.is_standard
    assert again.to_text() == OURS
    assert not parse_tile_set(BOTH, "standard-1").is_standard


def test_a_tile_by_name() -> None:
    assert standard().tile("lantern").name == "Lantern"
    with pytest.raises(TileError, match=r"no tile is called 'Lanten'; did you mean 'Lantern'\?"):
        standard().tile("Lanten")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 0, 0, "there is no tile here; a tile begins with the line 'tile NAME'"),
        ("# nothing\n\n", 0, 0, "there is no tile here"),
        ("tyle Box\n", 1, 1, "expected 'tile NAME' here, found 'tyle Box'"),
        (changed(1, "tile"), 1, 1, "a name is 1 to 40 letters"),
        (changed(1, "  tile B/x"), 1, 3, "a name is 1 to 40 letters"),
        (changed(1, "tile " + "x" * 41), 1, 1, "a name is 1 to 40 letters"),
        (changed(2, "face b"), 2, 1, "expected 'face a' here, found 'face b'"),
        (changed(16, "face c"), 16, 1, "expected 'face b' here, found 'face c'"),
        ("tile Box\nface a\n" + DRAWING, 16, 1, "the tile has no 'face b'; it needs both"),
        ("tile Box\n", 2, 1, "the tile has no 'face a'"),
        (changed(15, "+---+---+---+---+---+---+\n|"), 16, 1, "expected 'face b' here, found '|'"),
        (BOTH.replace("face b", "+   +\nface b", 1), 16, 1, "expected 'face b' here, found '+   +'"),
        (TILE.replace("|                       |\n", "", 1), 15, 1, "the drawing ends after 12 lines"),
        (changed(3, "+-- +---+---+---+---+---+"), 3, 2, "half-drawn edge '-- '"),
        (changed(20, "| x                     |"), 20, 3, "unknown sign 'x'; use * (star), r (replay)"),
        (changed(6, "| *                    *|"), 6, 22, "'  *' in a space: only the middle one"),
        (changed(8, "|         >             |"), 8, 11, "another door; a face has exactly one"),
    ],
)
def test_each_mistake_in_a_file_has_its_message_and_place(
    text: str, line: int, column: int, message: str
) -> None:
    first = problems_of(text)[0]
    assert (first.line, first.column) == (line, column)
    assert message in first.message


def test_several_mistakes_are_told_at_once() -> None:
    text = changed(3, "+-- +---+---+---+---+---+").replace("face b", "face x")
    assert [(p.line, p.column) for p in problems_of(text)] == [(3, 2), (16, 1), (45, 1)]


@pytest.mark.parametrize("count", [1, 7])
def test_a_set_has_two_to_six_tiles(count: int) -> None:
    text = "".join(TILE.replace("Box", f"Box {number}") for number in range(count))
    assert [p.message for p in problems_of(text)] == [f"a set has 2 to 6 tiles, not {count}"]


def test_names_in_a_set_differ() -> None:
    messages = [p.message for p in problems_of(TILE + TILE.replace("Box", "BOX"))]
    assert messages == ["there already is a tile 'Box'; names must differ"]


# -- the checker -----------------------------------------------------------------------------------------------

FACE_OF_BOX = parse_tile_set(BOTH, "test").tiles[0].faces[0]


def check(face: Face, own: bool = False) -> list[Problem]:
    """Check a tile whose face a is good, but for what ``own`` asks of it, and whose face b is ``face``."""
    problems = check_tile(Tile("Box", (FACE_OF_BOX, face), "box.txt"), own)
    return [problem for problem in problems if "face b" in problem.message]


def symbols(stars: int, replays: int) -> tuple[int, ...]:
    return (0, *[STAR] * stars, *[REPLAY] * replays, *[0] * (35 - stars - replays))


def test_a_door_is_needed() -> None:
    lines = problems_of(changed(4, "|                       |"))
    assert [(p.line, p.column) for p in lines] == [(3, 1)]
    assert "tile Box, face a: there is no door" in lines[0].message
    assert len(check(replace(FACE_OF_BOX, door=NO_DOOR))) == 1


def test_a_door_stands_on_a_platform_of_its_face() -> None:
    (problem,) = problems_of(changed(4, "|     v                 |"))
    assert (problem.severity, problem.line, problem.column) == ("error", 5, 7)
    assert "floor to the south is not a platform" in problem.message


def test_a_door_has_no_symbol() -> None:
    (problem,) = check(replace(FACE_OF_BOX, symbol=(STAR, *FACE_OF_BOX.symbol[1:])))
    assert (problem.line, problem.column) == (4, 3)
    assert "the door has a symbol" in problem.message


def test_both_sides_of_an_edge_agree() -> None:
    wall = list(FACE_OF_BOX.wall)
    wall[7] |= 0b0110  # east and south, but not for the neighbours
    problems = check(replace(FACE_OF_BOX, wall=tuple(wall)))
    assert [(p.line, p.column) for p in problems] == [(6, 9), (7, 7)]
    assert "b2 and c2 disagree about the wall between them" in problems[0].message
    assert "b2 and b3 disagree" in problems[1].message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"wall": (15,) * 35}, "36 spaces, not 35 with walls and 36 with symbols"),
        ({"symbol": (1,) * 37}, "36 spaces, not 36 with walls and 37 with symbols"),
        ({"wall": (16,) * 36}, "a wall mask is a number from 0 to 15"),
        ({"symbol": (3,) * 36}, "a symbol is a number from 0 to 2"),
        ({"door": 36}, "the door is a space from 0 to 35"),
        ({"floor": 4}, "with a floor from 0 to 3"),
    ],
)
def test_arrays_of_the_wrong_size_or_value(change: dict[str, object], message: str) -> None:
    (problem,) = check(replace(FACE_OF_BOX, **change))  # type: ignore[arg-type]
    assert message in problem.message


@pytest.mark.parametrize(("count", "good"), [(0, False), (1, True), (13, True), (14, False)])
def test_other_people_have_1_to_13_symbols(count: int, good: bool) -> None:
    problems = check(replace(FACE_OF_BOX, symbol=symbols(count, 0)))
    assert [p.severity for p in problems] == ([] if good else ["error"])
    if not good:
        assert f"{count} symbols; a face has 1 to 13" in problems[0].message


@pytest.mark.parametrize(
    ("stars", "replays", "good"), [(9, 3, True), (10, 2, False), (9, 4, False), (8, 3, False)]
)
def test_ours_have_12_symbols_with_3_replay(stars: int, replays: int, good: bool) -> None:
    problems = check(replace(FACE_OF_BOX, symbol=symbols(stars, replays)), own=True)
    assert [p.severity for p in problems] == ([] if good else ["error"])


@pytest.mark.parametrize(("own", "severity"), [(True, "error"), (False, "warning")])
def test_a_platform_crosses_every_row_and_column(own: bool, severity: str) -> None:
    text = BOTH.replace("|                       |", "").replace("+---+---+\n", "+---+   +\n")
    face = replace(parse_tile_set(text, "test").tiles[0].faces[0], symbol=symbols(9, 3))
    problems = check(face, own)
    assert {p.severity for p in problems} == {severity}
    assert [(p.line, p.column) for p in problems] == [(8, 1), (10, 1), (12, 1), (14, 1), (3, 23)]
    assert "no platform crosses row 3" in problems[0].message
    assert "no platform crosses column f" in problems[-1].message


def test_problems_print_with_their_place() -> None:
    assert str(Problem("warning", "my/box.txt", 3, 7, "odd")) == "my/box.txt:3:7: warning: odd"
    assert str(Problem("error", "", 0, 0, "none")) == "error: none"


# -- directories -----------------------------------------------------------------------------------------------


def test_a_directory_of_own_tiles(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "b.txt").write_text(TILE.replace("Box", "Bee"), "utf-8-sig")
    (mine / "a.txt").write_text(TILE.replace("Box", "Ümlaut's 2-way"), "utf-8")
    (mine / "notes.md").write_text("not a tile")
    tile_set = load_tile_set(mine)
    assert tile_set.name == "mine"
    assert [tile.name for tile in tile_set.tiles] == ["Ümlaut's 2-way", "Bee"]
    assert parse_tile_set(tile_set.to_text(), "mine") == tile_set


def test_problems_name_their_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TILE, "utf-8")
    (tmp_path / "b.txt").write_text(TILE, "utf-8")
    _, problems = check_directory(tmp_path)
    message = f"there already is a tile 'Box' in {tmp_path / 'a.txt'}; names must differ"
    assert problems == [Problem("error", str(tmp_path / "b.txt"), 0, 0, message)]


def test_missing_empty_and_unreadable_directories(tmp_path: Path) -> None:
    with pytest.raises(TileError, match="there is no such directory of tiles"):
        load_tile_set(tmp_path / "nowhere")
    with pytest.raises(TileError, match=r"no tile files here; they end in \.txt"):
        load_tile_set(tmp_path)
    (tmp_path / "a.txt").write_bytes(b"tile \xff\xfe")
    with pytest.raises(TileError, match=r"a\.txt: the file is not UTF-8 text"):
        load_tile_set(tmp_path)


def test_a_file_that_cannot_be_read_hides_no_problem_of_the_others(tmp_path: Path) -> None:
    for file in ("lantern.txt", "harp.txt"):
        text = next(Path(host.__file__).parent.rglob(file)).read_text("utf-8")
        (tmp_path / file).write_text(text.replace("face a", "fase a"), "utf-8")
    (tmp_path / "a.txt").write_bytes(b"tile \xff\xfe")
    told = [str(problem) for problem in check_directory(tmp_path)[1]]
    assert [Path(line.split(":")[0]).name for line in told] == ["a.txt", "harp.txt", "lantern.txt"]


def test_a_tile_set_is_an_option_as_it_is(tmp_path: Path) -> None:
    text = standard().to_text().replace("Lantern", "Lamp")
    game = gravitable.new("superstar", seed=1, tiles=parse_tile_set(text, "mine"))
    assert game.options["tiles"]["name"] == "mine"
    assert gravitable.replay(game.record()).position() == game.position()
    assert gravitable.new("superstar", seed=1, tiles=standard()).options["tiles"] == "standard-1"


# -- anything goes in ------------------------------------------------------------------------------------------


@st.composite
def faces(draw: st.DrawFn) -> Face:
    """Any face that fulfils the rules for other people's tiles."""
    level = draw(st.lists(st.booleans(), min_size=42, max_size=42))
    upright = draw(st.lists(st.booleans(), min_size=42, max_size=42))
    door, floor = draw(st.integers(0, 35)), draw(st.integers(0, 3))
    row, column = divmod(door, 6)
    if floor in (0, 2):
        level[(row + floor // 2) * 6 + column] = True
    else:
        upright[row * 7 + column + (floor == 1)] = True
    wall = tuple(
        level[r * 6 + c] | upright[r * 7 + c + 1] << 1 | level[r * 6 + 6 + c] << 2 | upright[r * 7 + c] << 3
        for r in range(6)
        for c in range(6)
    )
    spaces = draw(st.sets(st.integers(0, 35).filter(lambda space: space != door), min_size=1, max_size=13))
    kinds = draw(st.lists(st.sampled_from([STAR, REPLAY]), min_size=36, max_size=36))
    return Face(wall, tuple(kinds[s] if s in spaces else 0 for s in range(36)), door, floor)


@given(st.lists(st.tuples(faces(), faces()), min_size=2, max_size=6))
@settings(max_examples=60, deadline=None)
def test_any_good_set_survives_its_text(pairs: list[tuple[Face, Face]]) -> None:
    tile_set = TileSet("any", tuple(Tile(f"Tile {i}", pair) for i, pair in enumerate(pairs)))
    assert parse_tile_set(tile_set.to_text(), "any") == tile_set
    assert np.array_equal(parse_tile_set(tile_set.to_text(), "any").faces(), tile_set.faces())


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_text_gives_tile_errors_only(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([OURS, BOTH]))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.sampled_from([0, 1, 1, 3, 26, 300]))
        junk = data.draw(st.one_of(st.text(" +-|*rv^<>\n#", max_size=4), st.text(max_size=3)))
        text = text[:start] + junk + text[start + length :]
    try:
        tile_set = parse_tile_set(text, "damaged")
    except TileError:
        assert all(problem.line <= text.count("\n") + 2 for problem in problems_of(text))
    else:
        assert parse_tile_set(tile_set.to_text(), "damaged") == tile_set


@given(st.text(max_size=200))
def test_any_text_at_all(text: str) -> None:
    with pytest.raises(GravitableError):
        parse_tile_set(text, "junk")


# -- the documentation -----------------------------------------------------------------------------------------


def test_the_documented_file_is_our_lantern() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tiles.md").read_text("utf-8")
    example = page.split("```text\n")[1].split("```")[0]
    other = parse_tile_set(BOTH, "test").tiles[0].to_text()
    assert parse_tile_set(example + other, "page").tiles[0] == standard().tile("Lantern")
