"""How tiles play, the heat maps, and the commands around them."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.text import Text
from typer.testing import CliRunner

from gravitable.cli.touches.superstar_tiles import app
from gravitable.superstar.drawing.face_text import draw_bars, draw_face, draw_heat
from gravitable.superstar.drawing.heat import ink, shade
from gravitable.superstar.drawing.report_page import draw_page
from gravitable.superstar.tiles import TileError, TileSet, parse_tile_set, standard
from gravitable.superstar.tiles.grid import SPACES, write_grid
from gravitable.superstar.tiles.report import (
    MAX_MEAN_FALL,
    MIN_MEAN_FALL,
    MIN_SYMBOL_RATIO,
    FaceReport,
    TileReport,
    play_faces,
    play_report,
)

GAMES = 1000

# Walls all around and hardly any inside.
BOX = """\
+---+---+---+---+---+---+
| v                     |
+---+   +   +   +   +   +
|                       |
+   +   +   +   +   +   +
| *   *   *   *   *   * |
+   +   +   +   +   +   +
| *   *   *   *   *   * |
+   +   +   +   +   +   +
|                       |
+   +   +   +   +   +   +
|                       |
+---+---+---+---+---+---+
"""
BOXES = "".join(f"tile {name}\nface a\n{BOX}face b\n{BOX}" for name in ("Box", "Crate"))

# Walls everywhere: nobody ever falls. These play badly, on purpose.
_CELL = "\n".join(write_grid([15] * SPACES, [" v ", *[" * "] * 12, *["   "] * 23])) + "\n"
CELLS = BOXES.replace(BOX, _CELL)


@pytest.fixture(scope="module")
def report() -> TileReport:
    return play_report(standard(), GAMES, seed=7)


@pytest.fixture
def boxes(tmp_path: Path) -> Path:
    folder = tmp_path / "boxes"
    folder.mkdir()
    (folder / "boxes.txt").write_text(BOXES, "utf-8")
    return folder


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner(env={"COLUMNS": "200", "GRAVITABLE_QUIET": "1"}).invoke(
        app, [str(a) for a in arguments]
    )
    return result.exit_code, result.output


# -- the criteria ----------------------------------------------------------------------------------------------


def test_no_symbol_of_ours_is_neglected(report: TileReport) -> None:
    assert {
        face.name: face.lowest_ratio for face in report.faces if face.lowest_ratio < MIN_SYMBOL_RATIO
    } == {}


def test_falls_on_our_tiles_are_2_to_4_spaces_long(report: TileReport) -> None:
    assert MIN_MEAN_FALL <= report.mean_fall <= MAX_MEAN_FALL
    outside = [f.name for f in report.faces if not MIN_MEAN_FALL <= f.mean_fall <= MAX_MEAN_FALL]
    assert outside == []
    assert report.failures() == []


def test_bad_tiles_miss_the_criteria() -> None:
    found = play_report(parse_tile_set(CELLS, "cells"), 20, seed=1)
    assert found.players == (2,)
    assert found.failures()[-1] == "the mean fall is 0.00 spaces (2 to 4 wanted)"


def test_a_neglected_symbol_is_named() -> None:
    face = standard().tiles[0].faces[0]
    taken = [10 if symbol else 0 for symbol in face.symbol]
    neglected = face.symbol.index(2)
    taken[neglected] = 1
    one = FaceReport("Archipelago", "a", face, 10, (1,) * 36, tuple(taken), (0, 0, 5))
    assert one.rarest_symbol == neglected
    assert one.lowest_ratio == pytest.approx(1 / (111 / 12))
    assert one.mean_fall == 2
    (failure,) = TileReport(standard(), 10, 1, (one,)).failures()
    assert failure.startswith("Archipelago a: the star on e2 is taken 0.11 times as often")


# -- the counting ----------------------------------------------------------------------------------------------


def test_counts_fit_the_rules(report: TileReport) -> None:
    assert len(report.faces) == 12
    assert report.players == (2, 3, 4, 5, 6)
    for face in report.faces:
        bare = [space for space in range(SPACES) if not face.face.symbol[space]]
        assert all(face.taken[space] == 0 for space in bare)
        assert all(count <= GAMES for count in face.taken)
        # A game leaves at most a sixth of the stars of the board.
        assert sum(face.taken) > 0.6 * GAMES * 12
        assert all(face.visits[space] >= face.taken[space] for space in range(SPACES))
        assert face.falls[0] == 0


def test_the_same_seed_gives_the_same_report() -> None:
    pair = TileSet("pair", standard().tiles[:2])
    assert play_report(pair, 30, seed=5) == play_report(pair, 30, seed=5)
    assert play_report(pair, 30, seed=5) != play_report(pair, 30, seed=6)


def test_progress_adds_up() -> None:
    steps = list(play_faces(TileSet("pair", standard().tiles[:2]), 250, seed=1))
    games = [step for step in steps if isinstance(step, int)]
    assert games == [100, 100, 50] * 4
    assert [step.name for step in steps if isinstance(step, FaceReport)] == [
        "Archipelago a",
        "Archipelago b",
        "Canyon a",
        "Canyon b",
    ]


def test_nobody_falls_out_of_a_closed_box() -> None:
    """In a box without inner walls every fall ends at its border: at most five spaces."""
    found = play_report(parse_tile_set(BOXES, "boxes"), 50, seed=1)
    for face in found.faces:
        # A drop through the border lands in the next box and falls on from there.
        assert max(length for length, count in enumerate(face.falls) if count) == 5


# -- the drawings ----------------------------------------------------------------------------------------------


def plain(lines: list[str]) -> list[str]:
    return [Text.from_ansi(line).plain for line in lines]


def test_a_face_in_the_terminal() -> None:
    lines = plain(draw_face(standard().tile("Lantern").faces[0]))
    assert len(lines) == 13
    assert {len(line) for line in lines} == {31}
    assert lines[:4] == [
        "·    ·    ╺━━━━┳━━━━╸    ·    ·",
        "   ★           ┃  ↻         ★  ",
        "·    ┏━━━━╸    ╹    ╺━━━━┓    ·",
        "     ┃  ★              ★ ┃     ",
    ]
    assert "∩↓ ┃" in lines[7]


def test_a_heat_map_in_the_terminal() -> None:
    face = standard().tile("Lantern").faces[0]
    lines = draw_heat(face, [*range(35), -1], [space / 35 for space in range(36)])
    assert plain(lines)[1] == " ★  0    1    2┃↻  3    4 ★  5 "
    assert plain(lines)[11].endswith("★   ┃")
    assert "48;2;34;26;84m" in lines[1]


def test_bars() -> None:
    assert draw_bars([8, 4, 1, 0]) == "█▄▁ "
    assert draw_bars([1000, 1]) == "█▁"
    assert draw_bars([0, 0]) == "  "


def test_shades_go_from_dark_to_light() -> None:
    assert shade(-1) == shade(0)
    assert shade(2) == shade(1)
    brightness = [sum(shade(heat / 20)) for heat in range(21)]
    assert brightness == sorted(brightness)
    assert ink(shade(0)) == (255, 255, 255)
    assert ink(shade(1)) != (255, 255, 255)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


def test_the_page_is_whole_and_needs_nothing_else(report: TileReport) -> None:
    page = _Page()
    text = draw_page(report)
    page.feed(text)
    assert page.links == []
    assert page.tags.count("section") == 12
    assert page.tags.count("svg") == 36
    assert "http" not in text
    assert "The tiles play well" in text
    for drawing in text.split("<svg")[1:]:
        ET.fromstring("<svg" + drawing.split("</svg>")[0] + "</svg>")  # noqa: S314 - our own text


def test_the_page_of_bad_tiles_says_so() -> None:
    text = draw_page(play_report(parse_tile_set(CELLS, "<cells>"), 20, seed=1))
    assert "the mean fall is" in text
    assert "&lt;cells&gt;" in text
    assert "<cells>" not in text


# -- the commands ----------------------------------------------------------------------------------------------


def test_check_ours() -> None:
    assert run("check") == (0, "6 tiles read, 0 errors, 0 warnings.\n")


def test_check_lists_problems_with_their_place(boxes: Path) -> None:
    file = boxes / "boxes.txt"
    assert run("check", boxes) == (0, "2 tiles read, 0 errors, 0 warnings.\n")
    file.write_text(BOXES.replace("| v ", "| > ", 1), "utf-8")
    code, output = run("check", boxes)
    assert code == 1
    assert f"{file}:4:5: error: tile Box, face a: the door's floor to the east is not a platform" in output
    assert "2 tiles read, 1 error, 0 warnings." in output


def test_check_strictly(boxes: Path) -> None:
    code, output = run("check", boxes, "--strict")
    assert code == 1
    assert "12 symbols, 0 of them replay; our own faces have 12 with 3 replay" in output


def test_warnings_are_no_failure(boxes: Path) -> None:
    (boxes / "boxes.txt").write_text(BOXES.replace("|                       |\n", "\n"), "utf-8")
    code, output = run("check", boxes)
    assert code == 0
    assert ":6:1: warning: tile Box, face a: no platform crosses row 2" in output


def test_a_missing_directory(tmp_path: Path) -> None:
    code, output = run("check", tmp_path / "no")
    assert code == 1
    assert "no: error: there is no such directory of tiles" in output
    assert "0 tiles read, 1 error" in output
    for arguments in (["show", "--tiles", str(tmp_path)], ["report", "--tiles", str(tmp_path)]):
        with pytest.raises(TileError, match="no tile files here"):
            CliRunner().invoke(app, arguments, catch_exceptions=False)


def test_show(boxes: Path) -> None:
    code, output = run("show", "harp")
    assert code == 0
    assert output.startswith("Harp a ")
    assert len(output.splitlines()) == 15
    assert run("show")[1].count("∩") == 12
    assert run("show", "--tiles", boxes)[1].count("∩") == 4
    with pytest.raises(TileError, match=r"did you mean 'Harp'\?"):
        CliRunner().invoke(app, ["show", "harpo"], catch_exceptions=False)


def test_report(tmp_path: Path, boxes: Path) -> None:
    page = tmp_path / "report.html"
    code, output = run("report", "--games", 100, "--seed", 3, "--html", page)
    assert code == 0
    assert "Well done: both criteria are met." in output
    assert page.read_text("utf-8").startswith("<!doctype html>")
    # Other people's tiles may play as badly as they like.
    (boxes / "boxes.txt").write_text(CELLS, "utf-8")
    code, output = run("report", "--games", 20, "--tiles", boxes)
    assert code == 0
    assert "Missed: the mean fall is" in output


def test_report_that_cannot_be_written(tmp_path: Path) -> None:
    code, output = run("report", "--html", tmp_path / "no" / "report.html")
    assert code == 2
    assert "cannot write into the directory" in output
    assert run("report", "--html", tmp_path)[0] == 2


def test_the_documented_figures_are_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tiles.md").read_text("utf-8")
    for face in play_report(standard(), 2000, seed=1).faces:
        assert f"| {face.name} | {face.mean_fall:.2f} | {face.lowest_ratio:.2f} |" in page
